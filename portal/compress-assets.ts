import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /^assets\/.*\.(js|css|svg)$/;
const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Each text beside itself, compressed as far as it goes: `.br` and `.gz`, which the server sends to who takes them. */
export const compressAssets = (): Plugin => ({
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.values(bundle).map(async (file) => {
        if (!TEXT.test(file.fileName)) return;
        const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const path = join(dir, file.fileName);
        await writeFile(`${path}.br`, await brotli(text));
        await writeFile(`${path}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION }));
      }),
    );
  },
});

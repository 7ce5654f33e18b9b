import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync, gzipSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBytes, SourceFileError } from './bytes.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-bytes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What comes of a file before it breaks off, to a reader that takes so long for each piece. */
async function readBroken(bytes: Uint8Array, turns: number): Promise<Buffer> {
  const path = join(folder, 'broken.gz');
  await writeFile(path, bytes);
  const parts: Buffer[] = [];
  const reading = (async () => {
    for await (const part of readBytes(path)) {
      parts.push(part);
      for (let n = 0; n < turns; n += 1) await turn();
    }
  })();
  await expect(reading).rejects.toThrow(SourceFileError);
  return Buffer.concat(parts);
}

/** Text that packs to half its length. */
const text = Array.from({ length: 60_000 }, (_, n) =>
  ((n * 2_654_435_761) % 4_294_967_296).toString(36),
).join('\n');
const half = gzipSync(text).subarray(0, 200_000);

it.each([0, 1, 1_000])(
  'a packed file that breaks off gives all that there is, however slow it is read (%d)',
  async (turns) => {
    const there = gunzipSync(half, { finishFlush: constants.Z_SYNC_FLUSH });
    expect(there.length).toBeGreaterThan(300_000);
    expect((await readBroken(half, turns)).equals(there)).toBe(true);
  },
);

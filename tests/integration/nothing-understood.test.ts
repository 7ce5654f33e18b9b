import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand, temporaryDataDir } from '../support/server.ts';

const MAPPING = `
source: nobody
format: csv
coverage: full
id: [ID]
observedAt: $option
fields: { title: Title, price: Price, url: URL }
`;

it('an ingest of which every record became a dead letter fails, and says so', async () => {
  const data = await temporaryDataDir();
  try {
    const [file, mapping] = [join(data.path, 'nobody.csv'), join(data.path, 'nobody.yaml')];
    const rows = Array.from({ length: 30 }, (_, n) => `${n},Zzz qqq,100,https://d.example/${n}`);
    await writeFile(file, ['ID,Title,Price,URL', ...rows, ''].join('\n'));
    await writeFile(mapping, MAPPING);
    const args = [file, '--mapping', mapping, '--observed-at', '2026-11-01'];
    const ended = await runCommand('ingest.ts', args, { DATA_DIR: data.path });
    expect(ended.stderr).toContain('None of the 30 events could be understood (no_vehicle: 30)');
    expect(ended.result()).toMatchObject({ published: 30, deadLettered: { no_vehicle: 30 } });
    expect(ended.code).toBe(1);
  } finally {
    await data.remove();
  }
});

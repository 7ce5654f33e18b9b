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

const REGISTRATIONS = `
source: nowhere
kind: registrations
format: csv
fields: { state: ST, month: { from: Registered, format: MM/YYYY }, make: Make }
observedAt: $option
`;

it.each([
  [
    'listings',
    MAPPING,
    'ID,Title,Price,URL',
    (n: number) => `${n},Zzz qqq,100,https://d.example/${n}`,
    { no_vehicle: 30 },
  ],
  [
    'registrations',
    REGISTRATIONS,
    'ST,Registered,Make',
    (n: number) => `nowhere ${n},09/2026,JAYCO`,
    { no_state: 30 },
  ],
])(
  'an ingest of %s of which every record became a dead letter fails and says so, each time',
  async (_what, mappingText, head, row, deadLettered) => {
    const data = await temporaryDataDir();
    try {
      const [file, mapping] = [join(data.path, 'nobody.csv'), join(data.path, 'nobody.yaml')];
      const rows = Array.from({ length: 30 }, (_, n) => row(n));
      await writeFile(file, [head, ...rows, ''].join('\n'));
      await writeFile(mapping, mappingText);
      const args = [file, '--mapping', mapping, '--observed-at', '2026-11-01'];
      for (const counts of [
        { published: 30, taken: 0 },
        { published: 0, taken: 1 },
      ]) {
        const ended = await runCommand('ingest.ts', args, { DATA_DIR: data.path });
        expect(ended.stderr).toContain('None of the 30 events could be understood (no_');
        expect(ended.result()).toMatchObject({ ...counts, stored: 0, deadLettered });
        expect(ended.code).toBe(1);
      }
    } finally {
      await data.remove();
    }
  },
);

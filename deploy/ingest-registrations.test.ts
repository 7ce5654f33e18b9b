import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseRegistrationMapping } from '#ingest/registrations/mapping.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRegistrations } from './ingest-registrations.ts';

const mapping = parseRegistrationMapping(
  `source: example-state
kind: registrations
format: csv
fields: { state: ST, month: { from: Registered, format: MM/YYYY }, make: Make }
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`,
  'example-state.yaml',
);

let folder = '';
let log: EventLog;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-ingest-registrations-'));
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: systemClock });
});
afterAll(async () => {
  await log.close();
  await rm(folder, { recursive: true, force: true });
});

const fileOf = async (name: string, content: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const ingest = (files: readonly string[]) =>
  ingestRegistrations({
    log,
    mapping,
    files,
    observedAt: undefined,
    root: folder,
    wait: false,
    progress: {
      publishing: () => undefined,
      loading: () => undefined,
      computing: () => undefined,
      stop: () => undefined,
    },
    signal: new AbortController().signal,
    takeUp: () => Promise.resolve(false),
  });

it('takes none of several files where one is refused, and says all that is wrong', async () => {
  const good = await fileOf('or_20261001.csv', 'ST,Registered,Make\nOR,09/2026,JAYCO\n');
  const other = await fileOf('or_20261002.csv', 'State,Registered,Make\nOR,09/2026,JAYCO\n');
  const undated = await fileOf('or.csv', 'ST,Registered,Make\nOR,09/2026,JAYCO\n');
  const refused = ingest([good, other, undated, folder]);
  await expect(refused).rejects.toMatchObject({
    code: 'files_refused',
    faults: [
      expect.stringContaining('or_20261002.csv: the mapping finds no state'),
      expect.stringContaining('or.csv: nothing says when it was made'),
      `${folder}: is a folder; name its files`,
    ],
  });
  // Not yet taken, whatever was named beside it.
  expect(await ingest([good])).toMatchObject({ read: 1, published: 1, taken: 0 });
});

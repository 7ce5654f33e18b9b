import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { allEvents } from '#platform/log/all-events.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawRegistration, type RawRegistration } from '#schemas/events/raw-registration.ts';
import { parseRegistrationMapping } from '../mapping.ts';
import { prepareTake, type TakeOptions } from '../take-file.ts';

/** For tests: the mapping of a made-up state's files, the beginning of such a file, and a file of so many rows. */
export const YAML = `source: example-state
kind: registrations
format: csv
fields:
  state: ST
  month: { from: Registered, format: MM/YYYY }
  make: Make
  type: { from: Body, values: { TT: Travel Trailer } }
  count: N
constants: { condition: new }
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`;
export const mappingOf = (yaml: string) => parseRegistrationMapping(yaml, 'example-state.yaml');
export const HEAD = 'ST,Registered,Make,Body,N\n';
export const rows = (count: number): string =>
  HEAD + Array.from({ length: count }, (_, n) => `OR,10/2026,JAYCO ${n},TT,${n + 1}\n`).join('');

/** The makes of those rows, and those that events tell, in their order. */
export const makes = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `JAYCO ${n}`);
export const makesOf = (events: readonly RawRegistration[]): string[] =>
  events.flatMap(({ end, fields }) => (end ? [] : (fields.make ?? '')));

export const clock = () => new Date('2026-11-21T06:00:00Z');

/** For tests: each of a file's tests takes registrations into a log of its own. */
export function useTaking() {
  const mapping = mappingOf(YAML);
  let folder = '';
  let log: EventLog;
  let runs = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rigworth-registrations-'));
    log = await openEmbeddedLog({ directory: join(folder, 'log'), clock });
  });
  afterEach(async () => {
    await log.close();
    await rm(folder, { recursive: true, force: true });
  });

  const prepare = (file: string, over: Partial<TakeOptions> = {}) =>
    prepareTake({
      log,
      clock,
      mapping,
      file,
      observedAt: undefined,
      newRunId: () => `run-${(runs += 1)}`,
      folder: join(folder, 'taken'),
      ...over,
    });
  return {
    get folder() {
      return folder;
    },
    get log() {
      return log;
    },
    prepare,
    take: async (file: string, over: Partial<TakeOptions> = {}) =>
      (await prepare(file, over)).publish(),
    fileOf: async (name: string, content: string | Uint8Array): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, content);
      return path;
    },
    stored: (of = log): Promise<RawRegistration[]> =>
      Array.fromAsync(allEvents(of, rawRegistration)),
    told: (): Promise<IngestRun[]> => Array.fromAsync(allEvents(log, ingestRun)),
  };
}

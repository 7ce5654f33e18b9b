import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseRegistrationMapping } from '#ingest/registrations/mapping.ts';
import { prepareTake } from '#ingest/registrations/take-file.ts';
import { tellRun } from '#ingest/run.ts';
import { createRegistrationNormaliser } from '#pipelines/normalise/registration.ts';
import { startRegistrationLoading } from '#pipelines/load/load-registrations.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { letterPage } from '#warehouse/queries/dead-letters.ts';
import { eventually } from '../support/collect.ts';
import { asMessage, plainNormalise, rawEvent } from '../support/listings.ts';

/** A letter of what has no id of its own ends with a later look at its whole source, or at its whole file. */
let directory: string;
let log: EventLog;
let warehouse: Warehouse;
let running: RunningSubscription[];
let runs = 0;
let time = Date.parse('2026-11-21T06:00:00.000Z');
const clock = () => new Date((time += 1_000));

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-superseded-letters-'));
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  const deps = { log, warehouse, now: clock, onWait: () => undefined, lingerMs: 20 };
  const normalise = createRegistrationNormaliser({ makeIds: () => (make) => make.toLowerCase() });
  running = [
    ...(await startLoading({ ...deps, normalise: plainNormalise })),
    await startRegistrationLoading({ ...deps, normalise }),
  ];
});
afterAll(async () => {
  for (const subscription of running) await subscription.stop();
  await log.close();
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

async function isLoaded(runId: string): Promise<boolean> {
  for await (const { messages } of log.readAll(ingestRun))
    for (const { value } of messages) {
      const run = tryDecodeEvent(ingestRun, value);
      if (run?.runId === runId && run.state === 'loaded') return true;
    }
  return false;
}
const loaded = (runId: string) => eventually(() => isLoaded(runId), Boolean);

/** State and origin of each letter of a source, in the order in which they were put aside. */
async function letters(source: string, count: number): Promise<string[]> {
  const { rows } = await eventually(
    () => letterPage(warehouse, { source }, { limit: 50, offset: 0 }),
    ({ total }) => total === count,
  );
  return rows
    .toSorted((a, b) => a.log_offset - b.log_offset || a.at.localeCompare(b.at))
    .map(({ state, origin }) => `${origin} ${state}`);
}

describe('a row that could not be split', () => {
  const source = 'file-dealer';
  const listing = (n: number, day: number): RawListing =>
    rawEvent(n, { source, observedAt: `2026-11-${day}T00:00:00.000Z` });
  const unsplit = (n: number, day: number): RawListing => ({
    ...listing(n, day),
    sourceId: `bytes:${n}`,
    fields: { title: 'no year' },
    origin: `day-${day}.csv#${n}`,
  });
  async function bring(events: RawListing[], coverage: 'full' | 'partial' = 'full') {
    const runId = `run-${(runs += 1)}`;
    await tellRun({ log, clock }, { runId, source, sample: false, coverage }, async () => {
      const places = await log.publish(
        rawListing,
        events.map((event) => asMessage({ ...event, runId })),
      );
      const lastOffsets = new Map<number, number>();
      for (const { partition, offset } of places)
        lastOffsets.set(partition, Math.max(offset, lastOffsets.get(partition) ?? 0));
      return { read: events.length, published: events.length, lastOffsets };
    });
    await loaded(runId);
  }

  it('needs nothing once a later run saw its whole source as it was then or later', async () => {
    const others = [1, 2, 3];
    await bring([...others.map((n) => listing(n, 12)), unsplit(4, 12)]);
    const open = ['day-12.csv#4 open'];
    expect(await letters(source, 1)).toEqual(open);
    // A part of it, one that hides something itself, and an older state of it say nothing of what it was.
    await bring(
      [...others, 4].map((n) => listing(n, 13)),
      'partial',
    );
    expect(await letters(source, 1)).toEqual(open);
    await bring([...others.map((n) => listing(n, 14)), unsplit(5, 14)]);
    const both = ['day-12.csv#4 open', 'day-14.csv#5 open'];
    expect((await letters(source, 2)).toSorted()).toEqual(both);
    await bring([...others, 4].map((n) => listing(n, 11)));
    expect((await letters(source, 2)).toSorted()).toEqual(both);

    await bring([...others, 4, 5].map((n) => listing(n, 14)));
    expect((await letters(source, 2)).toSorted()).toEqual([
      'day-12.csv#4 superseded',
      'day-14.csv#5 superseded',
    ]);
  });
});

describe('a row of a registration file', () => {
  const source = 'example-states';
  const mapping = parseRegistrationMapping(
    `source: ${source}
kind: registrations
format: csv
fields: { state: ST, month: Month, make: Make, type: Body }
observedAt: { from: $option }
`,
    `${source}.yaml`,
  );
  async function take(
    name: string,
    rows: string[],
    { observedAt = '2026-10-01', isCut = false } = {},
  ) {
    const file = join(directory, name);
    const packed = gzipSync(['ST,Month,Make,Body', ...rows, ''].join('\n'));
    writeFileSync(file, isCut ? packed.subarray(0, -4) : packed);
    const taking = await prepareTake({
      log,
      clock,
      mapping,
      file,
      observedAt,
      newRunId: () => `run-${(runs += 1)}`,
      folder: join(directory, 'taken'),
    });
    await taking.publish();
    await loaded(taking.runId);
  }
  const good = 'OR,2026-09,Jayco,Travel Trailer';

  it('needs nothing once the file of its name and date was taken anew, whole', async () => {
    await take('oregon.csv', [good, 'ZZ,2026-09,Jayco,Travel Trailer']);
    const open = ['oregon.csv@51 open'];
    expect(await letters(source, 1)).toEqual(open);
    // Another file, the next month's of the same name, and one that broke off.
    await take('ohio.csv', [good]);
    await take('oregon.csv', [good, good], { observedAt: '2026-11-01' });
    await take('oregon.csv', [good, good], { isCut: true });
    expect(await letters(source, 1)).toEqual(open);

    await take('oregon.csv', [good, good, 'YY,2026-09,Jayco,Travel Trailer']);
    expect((await letters(source, 2)).toSorted()).toEqual([
      'oregon.csv@51 superseded',
      'oregon.csv@83 open',
    ]);
  });
});

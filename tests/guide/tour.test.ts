import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { collectFiles } from '#ingest/collect-files.ts';
import { parseMapping } from '#ingest/files/load-mapping.ts';
import { compileMapping } from '#ingest/files/map-record.ts';
import { readRecords } from '#ingest/files/read-records.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { createLogger } from '#platform/logging.ts';
import { beginRun } from '#pipelines/compute/compute-run.ts';
import { compute } from '#pipelines/compute/compute.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { runOutcomes } from '#warehouse/queries/runs.ts';
import { readSnapshot } from '#warehouse/queries/snapshots.ts';

/**
 * A tour for newcomers: one small file walks from a dealer's CSV to a value, each stop with what
 * stands in the code there. Read it top to bottom; it runs, so it cannot be out of date.
 */

// A dealer writes listings in a way of its own. One of them is a boat, one a page that was refused.
const CSV = [
  'Stock,Unit,Asking,Seen',
  ...Array.from(
    { length: 40 },
    (_, i) =>
      `J-${i},Used ${2014 + (i % 10)} Jayco Eagle 317RLOK Fifth Wheel,$${30_000 + 2_500 * (i % 10) + 90 * i},2026-11-01`,
  ),
  'B-1,2020 Bayliner 185 Bowrider Boat,"$19,995",2026-11-01',
  'X-1,"Sorry, you have been blocked",,2026-11-01',
].join('\n');

// What is where in it is said by a mapping: a new source is this file, not code.
const MAPPING = `
source: tour-dealer
format: csv
id: [Stock]
fields:
  title: Unit
  stockNumber: Stock
  price: Asking
constants:
  dealer: Tour RV
observedAt: Seen
`;

const catalogue = loadCatalogue();
const resolver = createNameResolver(catalogue);
const normalise = createNormaliser({ resolver });
const mapping = parseMapping(MAPPING, 'tour-dealer.yaml');
let folder = '';
let file = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-tour-'));
  file = join(folder, 'listings.csv');
  await writeFile(file, CSV);
});
afterAll(() => rm(folder, { recursive: true }));

describe('first stop: a record becomes an event', () => {
  it('carries the fields as the source wrote them, and the bytes they came from', async () => {
    const [event] = await eventsOfTheFile();
    expect(event?.fields).toMatchObject({
      title: 'Used 2014 Jayco Eagle 317RLOK Fifth Wheel',
      price: '$30000',
    });
    expect(event?.record.body).toBe(CSV.split('\n')[1]);
  });

  it('has an identity that follows from its content: the same file again is the same events', async () => {
    const ids = (events: RawListing[]) => events.map(({ eventId }) => eventId);
    expect(ids(await eventsOfTheFile())).toEqual(ids(await eventsOfTheFile()));
  });
});

describe('second stop: an event becomes a sighting, or a reason why not', () => {
  const outcomeOf = async (stock: string) => {
    const event = (await eventsOfTheFile()).find(({ fields }) => fields.stockNumber === stock);
    if (event === undefined) throw new Error(`no event of ${stock}`);
    return normalise(event, { topic: 'raw.listing.v1', partition: 0, offset: 0 });
  };

  it('reads year, make, line, floorplan, type and condition out of a title', async () => {
    expect(await outcomeOf('J-3')).toMatchObject({
      kind: 'ok',
      value: {
        year: 2017,
        make_id: 'jayco',
        line_name: 'Eagle',
        floorplan: '317RLOK',
        type: 'fifth-wheel',
        condition: 'used',
      },
    });
  });

  it('drops what is understood and not wanted, and dead-letters what cannot be a listing', async () => {
    expect(await outcomeOf('B-1')).toEqual({ kind: 'drop', reason: 'not_an_rv' });
    expect(await outcomeOf('X-1')).toMatchObject({ kind: 'dead-letter', reason: 'blocked' });
  });
});

describe('third stop: through the log into the warehouse, and out as a value', () => {
  let log: EventLog;
  let warehouse: Warehouse;
  beforeAll(async () => {
    warehouse = await openWarehouse({ directory: join(folder, 'warehouse') });
    await migrate(warehouse);
    log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: systemClock });
    await log.ensureTopics(TOPICS);
  });
  afterAll(async () => {
    await log.close();
    await warehouse.close();
  });

  it('ends every event one way, and values an RV from what was stored', async () => {
    const loading = await startLoading({
      log,
      warehouse,
      normalise,
      now: systemClock,
      onWait: () => {},
    });
    const runId = 'tour';
    const published = await collectFiles({
      log,
      mapping,
      runId,
      clock: systemClock,
      files: [file],
      observedAt: undefined,
      onProgress: () => {},
      signal: new AbortController().signal,
    });
    expect(published).toMatchObject({ read: 42, published: 42 });

    await expect
      .poll(() => runOutcomes(warehouse, runId), { timeout: 15_000 })
      .toEqual({
        stored: 40,
        duplicates: 0,
        dropped: { not_an_rv: 1 },
        deadLettered: { blocked: 1 },
      });
    for (const running of loading) await running.stop();

    const logger = createLogger('silent');
    const command = {
      commandId: 'tour',
      at: '2026-11-21T06:00:00.000Z',
      only: 'all',
      askedBy: 'command',
    } as const;
    const deps = {
      log,
      warehouse,
      snapshots: undefined,
      sample: 'off',
      now: systemClock,
      logger,
      makeName: (id: string) => id,
      aliases: () => [],
    } as const;
    const run = beginRun(deps, { commands: [command], end: 1 });
    expect(await compute(deps, run)).toMatchObject({ state: 'published' });
    const snapshot = await decodeSnapshot(await readSnapshot(warehouse, run.id));
    const answer = createEvaluator(snapshot, resolver).value({
      make: 'jayco',
      model: 'eagle 317 rlok',
      year: 2018,
      condition: 'used',
      mileage: undefined,
    });
    expect(answer).toMatchObject({ basis: 'model', dataPoints: 40, priceKind: 'asking' });
  });
});

async function eventsOfTheFile(): Promise<RawListing[]> {
  const mapRecord = compileMapping(mapping);
  const events: RawListing[] = [];
  for await (const record of readRecords(file, mapping))
    events.push(...mapRecord(record, { runId: 'tour' }));
  return events;
}

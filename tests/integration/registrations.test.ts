import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { askSources } from '#api/collection/ask-sources.ts';
import { RunLog } from '#api/staff-health/run-log.ts';
import { registeredSources } from '#domain/collection/registered-sources.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { parseRegistrationMapping } from '#ingest/registrations/mapping.ts';
import { prepareTake } from '#ingest/registrations/take-file.ts';
import { startRegistrationLoading } from '#pipelines/load/load-registrations.ts';
import { registeredPlaces } from '#pipelines/market/registered-places.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { createRegistrationNormaliser } from '#pipelines/normalise/registration.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { registeredCounts } from '#warehouse/queries/registrations.ts';
import { eventually } from '../support/collect.ts';
import { plainNormalise } from '../support/listings.ts';

const now = () => new Date('2026-11-21T06:00:00.000Z');
const lowerCase = (make: string): string => make.toLowerCase();
const mappingOf = (source: string) =>
  parseRegistrationMapping(
    `source: ${source}
kind: registrations
format: csv
fields: { state: ST, month: Month, make: Make, type: Body, condition: C, count: N }
observedAt: { from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }
`,
    `${source}.yaml`,
  );

let directory: string;
let log: EventLog;
let warehouse: Warehouse;
let running: RunningSubscription[];
let runs = 0;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'rigworth-registrations-'));
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: now });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
  const deps = { log, warehouse, now, onWait: () => undefined, lingerMs: 20 };
  const normalise = createRegistrationNormaliser({ makeIds: () => lowerCase });
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

/** Takes a file, and waits until its run is loaded. */
async function load(
  name: string,
  content: string | Uint8Array,
  source = 'example-states',
): Promise<IngestRun | undefined> {
  const file = join(directory, name);
  writeFileSync(file, content);
  const take = await prepareTake({
    log,
    clock: now,
    mapping: mappingOf(source),
    file,
    observedAt: undefined,
    newRunId: () => `run-${(runs += 1)}`,
    folder: join(directory, 'taken'),
  });
  await take.publish();
  return eventually(
    () => loadedRun(take.runId),
    (run) => run !== undefined,
  );
}

async function loadedRun(runId: string): Promise<IngestRun | undefined> {
  for await (const { messages } of log.readAll(ingestRun))
    for (const { value } of messages) {
      const run = tryDecodeEvent(ingestRun, value);
      if (run?.runId === runId && run.state === 'loaded') return run;
    }
  return undefined;
}

const head = 'ST,Month,Make,Body,C,N\n';
const counted = async () =>
  (await Array.fromAsync(registeredCounts(warehouse, '2020-01-01')))
    .flat()
    .map(
      ({ month, state, region, type, make_id, condition, registered }) =>
        `${month} ${state} ${region} ${type} ${make_id} ${condition} ${registered}`,
    )
    .toSorted();

it('registrations are counted by month, place, type and make, each row once', async () => {
  const file = `${head}OR,2026-09,JAYCO,Travel Trailer,N,31\nOR,2026-09,JAYCO,Travel Trailer,N,4\nBC,2026-09,Keystone,Fifth Wheel,U,2\nZZ,2026-09,Jayco,,N,1\nOR,2026-09,Jayco,Boat trailer,N,1\n`;
  const run = await load('all_20261001.csv', file);
  expect(run).toMatchObject({
    coverage: 'full',
    published: 5,
    stored: 3,
    duplicates: 0,
    dropped: { not_an_rv: 1 },
    deadLettered: { no_state: 1 },
  });
  expect(await counted()).toEqual([
    '2026-09-01 BC Canada fifth-wheel keystone used 2',
    '2026-09-01 OR West travel-trailer jayco new 35',
  ]);
});

it('a newer file restates the months of its states, and leaves the others', async () => {
  await load(
    'all_20261101.csv',
    `${head}OR,2026-09,JAYCO,Travel Trailer,N,40\nOR,2026-10,JAYCO,Class A,N,1\n`,
  );
  expect(await counted()).toEqual([
    '2026-09-01 BC Canada fifth-wheel keystone used 2',
    '2026-09-01 OR West travel-trailer jayco new 40',
    '2026-10-01 OR West class-a jayco new 1',
  ]);
});

it('a place’s last twelve months are held against the twelve before, where all were told', async () => {
  const months = Array.from({ length: 24 }, (_, at) =>
    new Date(Date.UTC(2024, 9 + at)).toISOString().slice(0, 7),
  );
  const rows = [
    ...months.map((month, at) => `ON,${month},Jayco,Class C,N,${at < 12 ? 10 : 12}\n`),
    'ON,2026-09,Keystone,Fifth Wheel,N,100\n', // more than any other, but of this month alone
    ...months.slice(20).map((month) => `QC,${month},,,U,3\n`),
    'NS,2025-10,Jayco,Class C,N,8\n', // nothing since
  ];
  await load('provinces_20261101.csv', head + rows.join(''), 'example-provinces');
  const facts = await registeredPlaces(warehouse, now().getTime());
  const year = { through: 680, months: 12, topType: 'class-c', topMakeId: 'jayco' };
  expect(facts.filter(({ state }) => ['NS', 'ON', 'QC'].includes(state))).toEqual([
    { ...year, state: 'ON', condition: 'new', registered: 244, before: 120 },
    { state: 'QC', condition: 'used', through: 680, months: 4, registered: 12, before: null, topType: null, topMakeId: null },
  ]); // prettier-ignore
});

it.each([false, true])(
  'their source is one of registrations, of a sample market %s',
  async (sample) => {
    const log = new RunLog();
    for (const state of ['started', 'loaded'] as const)
      log.applyRun({
        runId: 'run-1',
        source: 'example-states',
        sample: false,
        state,
        at: now().toISOString(),
        coverage: 'full',
        stored: 3,
      });
    const judged = log.sources(now(), { collected: [], everyHours: undefined });
    const told = await askSources(warehouse, now)({ sample, lastAt: null });
    const states = registeredSources({ known: undefined, judged, ...told }, now()).map(
      ({ id, state }) => [id, state] as const,
    );
    expect(Object.fromEntries(states)).toMatchObject({
      'new-registrations': 'healthy',
      'used-registrations': 'healthy',
      additional: 'never_run',
    });
  },
);

it('their source is known as such as soon as its first file is loaded', async () => {
  const ask = askSources(warehouse, now);
  const asked = (lastAt: string) => ask({ sample: false, lastAt });
  const before = await asked('2026-11-21T05:00:00.000Z');
  await load('used_20261102.csv', `${head}NV,2026-10,JAYCO,,U,1\n`, 'example-county');
  expect(await asked('2026-11-21T05:00:00.000Z')).toEqual(before);
  const { registrations } = await asked('2026-11-21T06:00:00.000Z');
  expect(registrations).toContainEqual({ source: 'example-county', conditions: ['used'] });
});

it('half a file tells nothing, and its run says partial', async () => {
  const before = await counted();
  const many = Array.from({ length: 40_000 }, (_, n) => `TX,2026-10,MAKE ${n % 7},,N,${n}\n`);
  const packed = gzipSync(head + many.join(''));
  const run = await load('tx_20261115.gz', packed.subarray(0, packed.length / 2));
  expect(run?.coverage).toBe('partial');
  expect(run?.stored).toBeGreaterThan(0);
  expect(await counted()).toEqual(before);
});

it('events that come again change nothing', async () => {
  const before = await counted();
  for await (const { messages } of log.readAll(rawRegistration))
    await log.publish(rawRegistration, messages);
  await eventually(
    () => log.positions(rawRegistration, 'load-registrations'),
    (positions) => positions.every(({ end, committed }) => committed >= end),
  );
  expect(await counted()).toEqual(before);
});

it('an event that no column can hold is put aside, and what comes after it is loaded', async () => {
  const [row, end] = rawRegistration.examples;
  const far = { ...row, runId: 'far', observedAt: '0001-01-01T00:00:00.000Z' };
  const late = { ...end, end: { ...end?.end, at: '9999-01-01T00:00:00.000Z' } };
  const messages = [far, late, { ...row, runId: 'near' }].map((event) => ({
    key: 'same',
    value: JSON.stringify(event),
  }));
  await log.publish(rawRegistration, messages);
  await eventually(
    () => warehouse.batch.rows(`SELECT 1 FROM event_outcomes WHERE run_id = 'near'`),
    (rows) => rows.length > 0,
  );
  expect(
    await warehouse.batch.rows(
      `SELECT reason, count() AS n FROM event_outcomes FINAL
       WHERE topic = 'raw.registration.v1' AND reason = 'unstorable' GROUP BY reason`,
    ),
  ).toEqual([{ reason: 'unstorable', n: 2 }]);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import { DEAD_LETTER_GROUP } from '#pipelines/load/load-dead-letters.ts';
import type { LeftOut } from '#pipelines/load/left-out.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import {
  REGISTRATION_GROUP,
  startRegistrationLoading,
} from '#pipelines/load/load-registrations.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { RUN_TRACKER_GROUP } from '#pipelines/load/track-runs.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { createRegistrationNormaliser } from '#pipelines/normalise/registration.ts';
import { ok } from '#pipelines/outcome.ts';
import { activityAnalysis, activitySearch } from '#schemas/events/activity.ts';
import { rawContribution } from '#schemas/events/contribution.ts';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { encodeEvent, type Topic } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { rawEvent, sighting } from '../support/listings.ts';

const SEED = 20_261_121;
const NOW = new Date('2026-11-21T06:00:00.000Z');
const directory = mkdtempSync(join(tmpdir(), 'rigworth-arbitrary-'));
let log: EventLog;
let warehouse: Warehouse;
let running: RunningSubscription[] = [];
const leftOut: LeftOut[] = [];

const whole = fc.oneof(
  fc.constantFrom(-1, 0, 2021, 65_535, 65_536, 70_000, 2 ** 32 - 1, 2 ** 32, 5e9, 2 ** 53 - 1),
  fc.maxSafeInteger(),
  fc.nat(3_000),
);
/** Any number at all, as a normaliser's mistake might make it. */
const number = fc.option(fc.oneof(whole, fc.double()));
const instant = fc.oneof(
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59.999Z',
    '1969-12-31T00:00:00.000Z',
    '2026-11-20T06:00Z',
    '2026-11-20T06:00:00.123456789Z',
    '2026-11-22T06:00:00.001Z',
    '2299-12-31T23:59:59.9999Z',
    '9999-12-31T23:59:59Z',
  ),
  fc
    .date({ min: new Date('2020-01-01'), max: NOW, noInvalidDate: true })
    .map((d) => d.toISOString()),
  fc
    .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((d) => d.toISOString()),
);
const day = instant.map((text) => text.slice(0, 10));
/** With NUL, quotes, emoji and halves of pairs. */
const text = fc.string({ unit: 'binary', maxLength: 40 });

/** So many events that the schema takes, of what is drawn in place of an example's values. */
function eventsOf<Schema extends z.ZodObject>(
  topic: Topic<Schema>,
  count: number,
  idOf: (n: number) => Partial<z.output<Schema>>,
  drawn: Record<string, fc.Arbitrary<unknown>>,
): z.output<Schema>[] {
  const events: z.output<Schema>[] = [];
  for (let n = 0; events.length < count; n += 1) {
    const over = fc.record(drawn, { requiredKeys: [] });
    for (const values of fc.sample(over, { seed: SEED + n, numRuns: 1 })) {
      const read = topic.schema.safeParse({ ...topic.examples[0], ...values, ...idOf(n) });
      if (read.success) events.push(read.data);
    }
  }
  return events;
}

const publish = async <Schema extends z.ZodObject>(
  topic: Topic<Schema>,
  events: readonly z.output<Schema>[],
): Promise<number> => {
  await log.publish(
    topic,
    events.map((event) => encodeEvent(topic, event as never)),
  );
  return events.length;
};

/** Until every group has read everything; fails with the error of the first that stops. */
async function drained(): Promise<void> {
  const groups = [
    [rawListing, LOADER_GROUP],
    [rawRegistration, REGISTRATION_GROUP],
    [ingestRun, RUN_TRACKER_GROUP],
    ...[activitySearch, activityAnalysis, rawContribution].map(
      (topic) => [topic, `load-${topic.name}`] as const,
    ),
    // Last: the others may still put something aside.
    [deadLetter, DEAD_LETTER_GROUP],
  ] as const;
  const stopped = Promise.all(running.map(({ finished }) => finished));
  for (const [topic, group] of groups)
    while ((await log.positions(topic, group)).some(({ end, committed }) => committed < end))
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 20))]);
}

const count = async (sql: string): Promise<number> =>
  (await warehouse.batch.rows<{ n: number }>(sql))[0]?.n ?? -1;
const lettersOf = (topic: Topic): Promise<number> =>
  count(`SELECT count() AS n FROM dead_letters FINAL WHERE topic = '${topic.name}'`);

const asWritten = (make: string): string => make;

async function restart(normalise: Parameters<typeof startLoading>[0]['normalise']): Promise<void> {
  for (const subscription of running) await subscription.stop();
  running = await startLoading({
    log,
    warehouse,
    normalise,
    now: () => NOW,
    onWait: () => undefined,
    lingerMs: 20,
    onLeftOut: (what) => leftOut.push(what),
  });
  running.push(
    await startRegistrationLoading({
      log,
      warehouse,
      normalise: createRegistrationNormaliser({ makeIds: () => asWritten }),
      now: () => NOW,
      onWait: () => undefined,
    }),
  );
}

beforeAll(async () => {
  log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
  await log.ensureTopics(TOPICS);
  warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
  await migrate(warehouse);
});
afterAll(async () => {
  for (const subscription of running) await subscription.stop();
  await log.close();
  await warehouse.close();
  rmSync(directory, { recursive: true });
});

it('ends every event that its schema takes in its table or as a dead letter, and goes on', async () => {
  const normalise = createNormaliser({ resolver: createNameResolver(loadCatalogue()) });
  await restart(normalise);
  const field = fc.oneof(text, whole.map(String), instant);
  const listings = await publish(
    rawListing,
    eventsOf(rawListing, 200, (n) => ({ eventId: rawEvent(n).eventId }), {
      runId: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      sourceId: fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      observedAt: instant,
      origin: text,
      fields: fc
        .dictionary(fc.constantFrom(...Object.keys(rawListing.schema.shape.fields.shape)), field)
        .map((fields) => ({ ...rawListing.examples[0]?.fields, ...fields })),
    }),
  );
  const idOf = (n: number) => ({ id: `id-${n}` });
  const subject = {
    at: instant,
    makeId: text,
    lineId: text,
    region: fc.string({ unit: 'binary', maxLength: 20 }),
  };
  const searches = await publish(
    activitySearch,
    eventsOf(activitySearch, 100, idOf, { ...subject, results: whole }),
  );
  const analyses = await publish(
    activityAnalysis,
    eventsOf(activityAnalysis, 100, idOf, { ...subject, year: whole, value: whole }),
  );
  const contributions = await publish(
    rawContribution,
    eventsOf(rawContribution, 200, (n) => ({ contributionId: `purchase-${n}`.padEnd(22, '-') }), {
      day,
      purchaseDate: day,
      make: text,
      model: text,
      state: fc.string({ unit: 'binary', maxLength: 2 }),
      year: whole,
      purchasePrice: whole,
      mileage: whole,
      listPrice: whole,
      tradeInValue: whole,
      downPayment: whole,
      financingRate: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  );
  const row = rawRegistration.examples[0];
  const registrations = await publish(
    rawRegistration,
    eventsOf(
      rawRegistration,
      200,
      (n) => ({ eventId: rawEvent(n).eventId, take: rawEvent(n).eventId }),
      {
        observedAt: instant,
        start: whole,
        next: whole,
        fields: fc
          .dictionary(fc.constantFrom('month', 'make', 'type', 'condition', 'count'), field)
          .map((fields) => ({ ...row?.fields, ...fields })),
        end: fc.option(
          fc.record({
            complete: fc.boolean(),
            rows: whole,
            file: fc.constant(rawEvent(0).eventId),
            at: instant,
          }),
          { nil: undefined },
        ),
      },
    ),
  );
  await publish(
    ingestRun,
    eventsOf(ingestRun, 12, (n) => ({ runId: `run-${n} \ud800\u0000'\\` }), {
      state: fc.constantFrom('started', 'published', 'failed'),
      at: instant,
      read: whole,
      published: whole,
      ends: fc.constant([]),
      sweptFrom: instant,
      error: text,
    }),
  );
  await drained();

  const outcomesOf = (topic: Topic, where = 'true'): Promise<number> =>
    count(
      `SELECT count() AS n FROM event_outcomes FINAL WHERE topic = '${topic.name}' AND ${where}`,
    );
  expect(await count('SELECT count() AS n FROM event_outcomes FINAL')).toBe(
    listings + (await outcomesOf(rawRegistration)),
  );
  // The end of a file that is one has no outcome.
  expect(
    (await outcomesOf(rawRegistration)) +
      (await count('SELECT count() AS n FROM registration_takes FINAL')),
  ).toBe(registrations);
  expect(await lettersOf(rawRegistration)).toBe(
    await outcomesOf(rawRegistration, "outcome = 'dead_letter'"),
  );
  expect(await count('SELECT count() AS n FROM registrations FINAL')).toBe(
    await outcomesOf(rawRegistration, "outcome = 'accepted'"),
  );
  expect(await count('SELECT uniqExact(event_id) AS n FROM sightings')).toBe(
    await outcomesOf(rawListing, "outcome = 'accepted'"),
  );
  expect(await lettersOf(rawListing)).toBe(await outcomesOf(rawListing, "outcome = 'dead_letter'"));
  for (const [table, topic, sent] of [
    ['activity_search', activitySearch, searches],
    ['activity_analysis', activityAnalysis, analyses],
    ['contributions', rawContribution, contributions],
  ] as const) {
    const stored = await count(`SELECT count() AS n FROM ${table} FINAL`);
    const letters = await lettersOf(topic);
    expect([table, stored + letters]).toEqual([table, sent]);
    expect(stored).toBeGreaterThan(0);
    expect(letters).toBeGreaterThan(0);
  }
  expect(leftOut).toEqual([]);
});

it('stores no number that a normaliser gives and no column holds, and stops at none', async () => {
  const texts = fc.record<Partial<Sighting>>(
    {
      title: text,
      line_name: text,
      dealer: text,
      zip: text,
      vin: text,
      vin_valid: fc.boolean(),
      remarks: fc.array(text, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const name = fc.constantFrom<keyof Sighting>(
    'year', 'price', 'msrp', 'mileage', 'length_ft', 'weight_lb', 'sleeps', 'slides', 'horsepower',
    'days_on_lot',
  ); // prettier-ignore
  const sightings = fc.sample(
    fc.tuple(texts, name, number).map(([over, key, value]) => ({ ...over, [key]: value })),
    { seed: SEED, numRuns: 300 },
  );
  const before = await count('SELECT uniqExact(event_id) AS n FROM sightings');
  const lettersBefore = await lettersOf(rawListing);
  await restart((raw) =>
    ok({
      ...sighting({ source_id: raw.sourceId }),
      ...sightings[Number(raw.sourceId)],
      event_id: raw.eventId,
    }),
  );
  await publish(
    rawListing,
    sightings.map((_, n) => rawEvent(1_000_000 + n, { sourceId: String(n) })),
  );
  await drained();
  const stored = (await count('SELECT uniqExact(event_id) AS n FROM sightings')) - before;
  const letters = (await lettersOf(rawListing)) - lettersBefore;
  expect(stored + letters).toBe(300);
  expect(stored).toBeGreaterThan(0);
  expect(letters).toBeGreaterThan(0);
  expect(leftOut).toEqual([]);
});

it('keeps a message of the largest size that is no event, with every byte', async () => {
  const junk = Buffer.alloc(8_000_000 - 1);
  for (let n = 0; n < junk.length; n += 1) junk[n] = (n * 2_654_435_761) >>> 24;
  const [at] = await log.publish(rawListing, [{ key: 'x', value: junk }]);
  await drained();
  const [letter] = await warehouse.batch.rows<{ bytes: string }>(
    `SELECT bytes FROM dead_letters FINAL WHERE topic = 'raw.listing.v1'
        AND log_partition = {partition:UInt16} AND log_offset = {offset:UInt64}`,
    { ...at },
  );
  expect(Buffer.from(letter?.bytes ?? '', 'base64').equals(junk)).toBe(true);
});

it('goes on past a message that is no dead letter, and says where it stands', async () => {
  const rows = await count('SELECT count() AS n FROM dead_letters FINAL');
  await log.publish(deadLetter, [
    { key: 'x', value: 'junk' },
    ...[
      { partition: -1 },
      { offset: -1 },
      { at: '9999-12-31T23:59:59Z' },
      { topic: 'elsewhere' },
    ].map((over) => ({
      key: 'x',
      value: JSON.stringify({ ...deadLetter.examples[0], ...over }),
    })),
  ]);
  await drained();
  expect(leftOut.map(({ what }) => what)).toEqual(Array.from({ length: 4 }, () => 'dead_letter'));
  expect(leftOut[0]?.detail).toMatch(
    /^The message at deadletter\.v1\/\d\/\d+ of the log is no dead letter/,
  );
  expect(leftOut[1]?.detail).toContain('partition is -1, not a whole number from 0 to 65535');
  expect(await count('SELECT count() AS n FROM dead_letters FINAL')).toBe(rows + 1);
});

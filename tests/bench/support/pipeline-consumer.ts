import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import { loadNames } from '#deploy/names.ts';
import { ok } from '#pipelines/outcome.ts';
import { LOADER_GROUP, type Normalise } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { systemClock } from '#platform/clock.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog } from '#platform/log/port.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { simulatedEvents } from './simulated-events.ts';

/**
 * One consumer process: reads the whole topic in groups of its own into an empty warehouse, with the
 * real normaliser or with prebuilt sightings in its place, and prints the seconds from its first batch
 * to its last commit. Arguments: broker, `real` or `prebuilt`, folder (or URL) of the warehouse.
 */
const [broker = '', mode = 'real', place = ''] = process.argv.slice(2);
const PREBUILT = 2_000;

const { catalogue, resolver } = loadNames();
const real = createNormaliser({ resolver, checkMaker: createVinEvidence(catalogue) });
const normalise = mode === 'real' ? real : await prebuilt();

/** The identity's stand-in for a sighting: another event's real one, under this event's identity. */
async function prebuilt(): Promise<Normalise> {
  const sightings: Sighting[] = [];
  const position = { topic: rawListing.name, partition: 0, offset: 0 };
  for (const event of await simulatedEvents({ listings: PREBUILT, runId: 'bench' })) {
    const outcome = real(event, position);
    if (outcome.kind === 'ok') sightings.push(outcome.value);
  }
  return (raw, { topic, partition, offset }) => {
    const sighting = sightings[offset % sightings.length];
    if (sighting === undefined) throw new Error('no sighting was prebuilt');
    return ok({
      ...sighting,
      event_id: raw.eventId,
      source_id: raw.sourceId,
      listing_id: raw.eventId.slice(0, 32),
      topic,
      log_partition: partition,
      log_offset: offset,
    });
  };
}

const log = await openKafkaLog({ brokers: [broker], clientId: 'rigworth-bench' });
const warehouse = await openWarehouse(
  place.startsWith('http') ? { url: place } : { directory: place },
);
await migrate(warehouse);

const suffix = randomUUID();
let firstBatchAt: number | undefined;
const watched: EventLog = {
  ...log,
  subscribe: (subscription) =>
    log.subscribe({
      ...subscription,
      group: `${subscription.group}-${suffix}`,
      handler: (batch) => {
        if (batch.topic === rawListing.name) firstBatchAt ??= performance.now();
        return subscription.handler(batch);
      },
    }),
};
const running = await startLoading({
  log: watched,
  warehouse,
  normalise,
  now: systemClock,
  onWait: (reason) => console.error(reason),
});

const group = `${LOADER_GROUP}-${suffix}`;
let events = 0;
for (;;) {
  const positions = await log.positions(rawListing, group);
  events = positions.reduce((sum, { end }) => sum + end, 0);
  if (positions.every(({ committed, end }) => committed === end)) break;
  await Promise.race([sleep(50), ...running.map(({ finished }) => finished.then(() => sleep(50)))]);
}
const seconds = (performance.now() - (firstBatchAt ?? Number.NaN)) / 1_000;
const [stored] = await warehouse.batch.rows<{ n: number }>(
  'SELECT count() AS n FROM event_outcomes FINAL',
);
if (stored?.n !== events) throw new Error(`${events} events, ${stored?.n} outcomes`);

for (const subscription of running) await subscription.stop();
await log.close();
await warehouse.close();
console.log(JSON.stringify({ events, seconds }));

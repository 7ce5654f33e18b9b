import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { OutgoingMessage } from '#platform/log/port.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { startKafkaBroker } from '../../support/kafka-broker.ts';
import { atLeast } from '../measure.ts';
import { benchFolder, scaled } from '../support/scale.ts';
import { simulatedEvents } from '../support/simulated-events.ts';

/**
 * Kafka → normalised → embedded warehouse, one consumer process, events of 2.5 KB mean in six
 * partitions that are all there before it starts. Beside it the same with prebuilt sightings instead
 * of the normaliser: what the runner, the decoding and the inserts cost alone. Rounds take turns.
 */
const EVENTS = scaled(200_000);
const ROUNDS = 3;
/** Of a simulated listing several sightings are seen. */
const SIGHTINGS_PER_LISTING = 2;
/** Brings the mean of the event's value to 2,500 bytes. */
const PROSE = 1_050;
const BATCH = 1_000;

const broker = await startKafkaBroker();
if ('unavailable' in broker) throw new Error(`no Kafka to measure with: ${broker.unavailable}`);
const address = broker.brokers.join(',');
try {
  const { events, bytes } = await publish();
  console.error(`${events} events of ${Math.round(bytes / events)} bytes are in the log`);
  const rates = { real: [] as number[], prebuilt: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const mode of round % 2 === 0
      ? (['prebuilt', 'real'] as const)
      : (['real', 'prebuilt'] as const))
      rates[mode].push(consume(mode, events));
  const [real, prebuilt] = [Math.max(...rates.real), Math.max(...rates.prebuilt)];
  console.log(
    JSON.stringify([
      atLeast('pipeline, Kafka to warehouse', real, 'events/s', 6_000, prebuilt),
      atLeast('pipeline of itself without normalising', real / prebuilt, 'of its events/s', 0.5, 1),
    ]),
  );
} finally {
  await broker.stop();
}

async function publish(): Promise<{ events: number; bytes: number }> {
  const log = await openKafkaLog({ brokers: address.split(','), clientId: 'rigworth-bench' });
  await log.ensureTopics(TOPICS);
  const published = { events: 0, bytes: 0 };
  let batch: OutgoingMessage[] = [];
  let sending: Promise<unknown> = Promise.resolve();
  const listings = Math.ceil(EVENTS / SIGHTINGS_PER_LISTING);
  for (const event of await simulatedEvents({ listings, runId: 'bench', prose: PROSE })) {
    const message = encodeEvent(rawListing, event);
    batch.push(message);
    published.events += 1;
    published.bytes += Buffer.byteLength(message.value);
    if (batch.length < BATCH) continue;
    await sending;
    sending = log.publish(rawListing, batch);
    batch = [];
    if (published.events >= EVENTS) break;
  }
  await sending;
  await log.publish(rawListing, batch);
  await log.close();
  return published;
}

/** Events a second of a consumer process on an empty warehouse. */
function consume(mode: 'real' | 'prebuilt', expected: number): number {
  const folder = join(benchFolder(), `pipeline-${mode}`);
  const script = join(import.meta.dirname, '../support/pipeline-consumer.ts');
  const child = spawnSync(process.execPath, [script, address, mode, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true, force: true });
  if (child.status !== 0)
    throw new Error(`the consumer ended with ${child.status ?? child.signal}`);
  const { events, seconds } = JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '') as {
    events: number;
    seconds: number;
  };
  if (events !== expected) throw new Error(`${expected} published, ${events} consumed`);
  console.error(`${mode}: ${Math.round(events / seconds)} events/s`);
  return events / seconds;
}

/**
 * A loader in a process of its own, to be killed or stopped: `node loader-process.ts DIRECTORY`, or
 * with a second argument, JSON, on servers. Says `ready` when it consumes, one line of JSON for each
 * batch of listings it was handed and for each it finished, and ends by itself when the log is drained.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { openKafkaLog } from '#platform/log/kafka.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import { DEAD_LETTER_GROUP } from '#pipelines/load/load-dead-letters.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { plainNormalise } from '../support/listings.ts';

export interface OnServers {
  brokers: string[];
  sessionTimeoutMs: number;
  clickHouse: string;
  /** It says `held` and waits for a line on its input, with the facts stored and nothing committed. */
  hold: {
    partitions: number[];
    /** Of each of them the nth batch, from 1. */
    batch: number;
    /** Whether it goes on holding a partition that went to somebody else. */
    stubborn: boolean;
  };
}

export interface Line {
  partition: number;
  offsets: number[];
  state: 'given' | 'held' | 'finished';
}

const directory = process.argv[2] ?? '';
const servers = process.argv[3] ? (JSON.parse(process.argv[3]) as OnServers) : undefined;
const say = (line: Line | string): boolean =>
  process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

const log = servers
  ? await openKafkaLog({ ...servers, clientId: 'loader' })
  : await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
await log.ensureTopics(TOPICS);
const warehouse = await openWarehouse(
  servers ? { url: servers.clickHouse } : { directory: join(directory, 'warehouse') },
);
await migrate(warehouse);

const letGo = new AbortController();
if (servers) process.stdin.once('data', () => letGo.abort());
const batches = new Map<number, number>();

function isToBeHeld(partition: number): boolean {
  const count = (batches.get(partition) ?? 0) + 1;
  batches.set(partition, count);
  return servers?.hold.batch === count && servers.hold.partitions.includes(partition);
}

async function hold(batch: LogBatch): Promise<void> {
  while (!letGo.signal.aborted) {
    await batch.heartbeat().catch((error: unknown) => {
      if (!servers?.hold.stubborn) throw error;
    });
    await sleep(50);
  }
}

const watched: EventLog = {
  ...log,
  subscribe: (subscription) =>
    log.subscribe({
      ...subscription,
      handler: async (batch) => {
        if (batch.topic !== rawListing.name) return subscription.handler(batch);
        const { partition } = batch;
        const offsets = batch.messages.map(({ offset }) => offset);
        say({ partition, offsets, state: 'given' });
        await subscription.handler(batch);
        if (isToBeHeld(partition)) {
          say({ partition, offsets, state: 'held' });
          await hold(batch);
        }
        say({ partition, offsets, state: 'finished' });
      },
    }),
};
const running = await startLoading({
  log: watched,
  warehouse,
  normalise: plainNormalise,
  now: systemClock,
  onWait: () => undefined,
  maxBatch: servers ? 500 : 100,
});
say('ready');

async function behind(): Promise<boolean> {
  const listings = await log.positions(rawListing, LOADER_GROUP);
  const letters = await log.positions(deadLetter, DEAD_LETTER_GROUP);
  return [...listings, ...letters].some(({ committed, end }) => committed < end);
}
while (await behind()) await sleep(50);
for (const subscription of running) await subscription.stop();
await log.close();
await warehouse.close();
say('drained');
process.stdin.destroy();

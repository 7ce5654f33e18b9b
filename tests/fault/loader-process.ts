/**
 * A loader in a process of its own, to be killed: `node loader-process.ts DIRECTORY`. Says `ready`
 * when it consumes, one line of JSON for each batch it was handed and for each it finished, and ends
 * by itself when the log is drained.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { DEAD_LETTER_GROUP } from '#pipelines/load/load-dead-letters.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';
import { startLoading } from '#pipelines/load/start-loading.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { plainNormalise } from '../support/listings.ts';

const directory = process.argv[2] ?? '';
const say = (line: object | string): boolean =>
  process.stdout.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);

const log = await openEmbeddedLog({ directory: join(directory, 'log'), clock: systemClock });
await log.ensureTopics(TOPICS);
const warehouse = await openWarehouse({ directory: join(directory, 'warehouse') });
await migrate(warehouse);

const watched: EventLog = {
  ...log,
  subscribe: (subscription) =>
    log.subscribe({
      ...subscription,
      handler: async (batch) => {
        const offsets = batch.messages.map(({ offset }) => offset);
        const line = { topic: batch.topic, partition: batch.partition, offsets };
        if (batch.topic === rawListing.name) say({ ...line, given: true });
        await subscription.handler(batch);
        if (batch.topic === rawListing.name) say({ ...line, given: false });
      },
    }),
};
const running = await startLoading({
  log: watched,
  warehouse,
  normalise: plainNormalise,
  now: systemClock,
  onWait: () => undefined,
  maxBatch: 100,
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

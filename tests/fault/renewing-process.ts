import { createHash } from 'node:crypto';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { collect } from '../support/collect.ts';
import { newTopic } from '../support/log-topic.ts';

/**
 * A process of its own that publishes to an embedded log and consumes it, opening its files anew at every turn:
 * directory, topic, name, how many messages it publishes, and how many it is to be given. Prints the number it was
 * given.
 */
const [directory = '', name = '', writer = '', messages = '', expected = ''] =
  process.argv.slice(2);
const log = await openEmbeddedLog({
  directory,
  clock: systemClock,
  random: Math.random,
  renewAfterBytes: 1,
});
const topic = newTopic({ name });
await log.ensureTopics([topic]);
const got = await collect(log, { topic, group: writer, maxBatch: 10 });
for (let n = 0; n < Number(messages); n += 1)
  await log.publish(topic, [{ key: `${writer}:${n}`, value: incompressible(`${writer}:${n}`) }]);
await got.until((all) => all.length >= Number(expected));
process.stdout.write(String(got.messages().length));
await log.close();

/** So that the log's files grow with each message. */
function incompressible(seed: string): string {
  return createHash('shake256', { outputLength: 100_000 }).update(seed).digest('base64');
}

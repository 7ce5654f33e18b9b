import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import { newTopic } from './log-topic.ts';

/**
 * A process of its own that appends to an embedded log: directory, topic, name, batches, batch size, and
 * after how many bytes it opens the log anew. Prints each batch's values after the log has acknowledged
 * them, and ends when all are written.
 */
const [directory = '', name = '', writer = '', batches = '', size = '', renewAfter = ''] =
  process.argv.slice(2);
const log = await openEmbeddedLog({
  directory,
  clock: systemClock,
  random: Math.random,
  renewAfterBytes: Number(renewAfter),
});
const topic = newTopic({ name });
for (let batch = 0; batch < Number(batches); batch++) {
  const values = Array.from({ length: Number(size) }, (_, n) => `${writer}:${batch}:${n}`);
  const padding = 'x'.repeat(2_000);
  await log.publish(
    topic,
    values.map((value) => ({ key: value.slice(-1), value: `${value} ${padding}` })),
  );
  process.stdout.write(`${values.join('\n')}\n`);
}
await log.close();

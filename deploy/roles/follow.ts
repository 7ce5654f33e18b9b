import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import { tryDecodeEvent, type Topic } from '#schemas/events/topic.ts';

const BATCH = 500;

/**
 * Every event of a topic, from the first that is kept, in a group of this process's own.
 * @returns says whether all that the topic held at the call has been read
 */
export async function follow<Schema extends z.ZodObject>(
  { log, lifecycle }: { log: EventLog; lifecycle: Lifecycle },
  topic: Topic<Schema>,
  apply: (event: z.output<Schema>) => void,
): Promise<() => boolean> {
  const group = `api-${randomUUID()}`;
  const unread = new Map<number, number>();
  // A new group stands at the first that is kept: where retention took all, nothing will come.
  for (const { partition, end, committed } of await log.positions(topic, group))
    if (committed < end) unread.set(partition, end);
  const read = (partition: number, next: number): void => {
    if ((unread.get(partition) ?? 0) <= next) unread.delete(partition);
  };
  const running = await log.subscribe({
    topic,
    group,
    maxBatch: BATCH,
    from: 'earliest',
    handler: async ({ partition, messages }) => {
      for (const { value } of messages) {
        const event = tryDecodeEvent(topic, value);
        if (event !== undefined) apply(event);
      }
      read(partition, (messages.at(-1)?.offset ?? -1) + 1);
    },
  });
  lifecycle.onStop(topic.name, () => running.stop());
  running.finished.catch((error: unknown) => lifecycle.failWith(error));
  return () => unread.size === 0;
}

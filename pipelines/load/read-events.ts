import { deadLetter } from '#schemas/events/dead-letter.ts';
import { decodeEvent, encodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';

/** Publishes messages that are no event of their topic as dead letters `poison`, bytes untouched. */
async function putAside(
  { log, now }: { log: EventLog; now: () => Date },
  { topic, partition }: LogBatch,
  schema: string,
  messages: readonly { offset: number; value: Uint8Array; error: unknown }[],
): Promise<void> {
  if (messages.length === 0) return;
  const letters = messages.map(({ offset, value, error }) =>
    encodeEvent(deadLetter, {
      topic,
      partition,
      offset,
      eventId: '',
      runId: '',
      source: '',
      sourceId: '',
      origin: '',
      reason: 'poison',
      detail: (error instanceof Error ? error.message : String(error)).slice(0, 500),
      schema,
      at: now().toISOString(),
      bytes: Buffer.from(value).toString('base64'),
    }),
  );
  await log.publish(deadLetter, letters);
}

/** The events of a batch, in their order; its messages that are none are put aside first. */
export async function readEvents<T extends Topic>(
  deps: { log: EventLog; now: () => Date },
  topic: T,
  batch: LogBatch,
): Promise<EventOf<T>[]> {
  const events: EventOf<T>[] = [];
  const unreadable: { offset: number; value: Uint8Array; error: unknown }[] = [];
  for (const { offset, value } of batch.messages) {
    try {
      events.push(decodeEvent(topic, value) as EventOf<T>);
    } catch (error) {
      unreadable.push({ offset, value, error });
    }
  }
  await putAside(deps, batch, topic.name, unreadable);
  return events;
}

import { tryDecodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import type { EventLog } from './port.ts';

/** Every event that a topic holds now, each partition in its order. What is none is passed over. */
export async function* allEvents<T extends Topic>(
  log: Pick<EventLog, 'readAll'>,
  topic: T,
): AsyncGenerator<EventOf<T>, void, undefined> {
  for await (const { messages } of log.readAll(topic))
    for (const { value } of messages) {
      const event = tryDecodeEvent(topic, value);
      if (event !== undefined) yield event as EventOf<T>;
    }
}

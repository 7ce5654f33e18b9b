import { tryDecodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import { allEvents } from './all-events.ts';
import type { EventLog } from './port.ts';

/** No group: whoever asks where a topic ends names one. */
const READER = 'last-event';

/**
 * The last event of a topic of one partition, in which each event says the whole: no other is read, however many
 * there are, unless the last is none that this version can read. Undefined where there is none at all.
 */
export async function lastEvent<T extends Topic>(
  log: Pick<EventLog, 'positions' | 'readAll'>,
  topic: T,
): Promise<EventOf<T> | undefined> {
  const ends = await log.positions(topic, READER);
  const lastOnes = ends.map(({ partition, end }) => ({ partition, offset: Math.max(0, end - 1) }));
  let last: EventOf<T> | undefined;
  for await (const { messages } of log.readAll(topic, lastOnes))
    for (const { value } of messages) last = tryDecodeEvent(topic, value) as EventOf<T> | undefined;
  if (last === undefined) for await (const event of allEvents(log, topic)) last = event;
  return last;
}

import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import { decodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import { letterOf, publishLetters } from './letter.ts';

/**
 * The events of a batch, in their order. Its messages that are none (`poison`), and the events of which
 * `faultOf` says what no column can hold (`unstorable`), become dead letters first.
 */
export async function readEvents<T extends Topic>(
  { log, now }: { log: EventLog; now: () => Date },
  topic: T,
  batch: LogBatch,
  faultOf: (event: EventOf<T>) => string | undefined = () => undefined,
): Promise<EventOf<T>[]> {
  const events: EventOf<T>[] = [];
  const letters: DeadLetter[] = [];
  for (const message of batch.messages) {
    const read = readEvent(topic, message.value);
    const fault = 'event' in read ? faultOf(read.event) : read.error;
    if ('event' in read && fault === undefined) events.push(read.event);
    else
      letters.push(
        letterOf(batch, message, {
          reason: 'event' in read ? 'unstorable' : 'poison',
          detail: (fault ?? '').slice(0, 500),
          schema: topic.name,
          at: now().toISOString(),
        }),
      );
  }
  await publishLetters(log, letters);
  return events;
}

function readEvent<T extends Topic>(
  topic: T,
  value: Uint8Array,
): { event: EventOf<T> } | { error: string } {
  try {
    return { event: decodeEvent(topic, value) as EventOf<T> };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

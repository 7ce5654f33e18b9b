import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import type { EventOf, Topic } from '#schemas/events/topic.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import type { FaultOf } from './event-faults.ts';
import { letterOf, publishLetters } from './letter.ts';
import { readEvent } from './read-event.ts';

/** The events of a batch, in their order. Messages that cannot be read become dead letters first. */
export async function readEvents<T extends Topic>(
  { log, now }: { log: EventLog; now: () => Date },
  topic: T,
  batch: LogBatch,
  faultOf?: FaultOf<EventOf<T>>,
): Promise<EventOf<T>[]> {
  const events: EventOf<T>[] = [];
  const letters: DeadLetter[] = [];
  for (const message of batch.messages) {
    const read = readEvent(topic, message.value, faultOf);
    if (read.kind === 'ok') {
      events.push(read.value);
      continue;
    }
    const { reason, detail } = read;
    const about = { reason, detail, schema: topic.name, at: now().toISOString() };
    letters.push(letterOf(batch, message, about));
  }
  await publishLetters(log, letters);
  return events;
}

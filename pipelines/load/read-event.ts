import { decodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import { deadLetter, ok, type DeadLettered, type Ok } from '../outcome.ts';
import type { FaultOf } from './event-faults.ts';

const DETAIL = 500;

/**
 * The event in a message, or why it is a dead letter: it is none (`poison`), or `faultOf` says what of it no
 * column can hold (`unstorable`).
 */
export function readEvent<T extends Topic>(
  topic: T,
  value: Uint8Array,
  faultOf: FaultOf<EventOf<T>> = () => undefined,
): Ok<EventOf<T>> | DeadLettered {
  let event: EventOf<T>;
  try {
    event = decodeEvent(topic, value) as EventOf<T>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return deadLetter('poison', `not a ${topic.name}: ${why}`.slice(0, DETAIL));
  }
  const fault = faultOf(event);
  return fault === undefined ? ok(event) : deadLetter('unstorable', fault.slice(0, DETAIL));
}

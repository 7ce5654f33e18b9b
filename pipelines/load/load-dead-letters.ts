import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import type { LogBatch } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { insertDeadLetters } from '#warehouse/queries/facts.ts';
import { letterFault } from './event-faults.ts';
import type { LeftOut } from './left-out.ts';
import { whileAway, type Waiting } from './waiting.ts';

export const DEAD_LETTER_GROUP = 'load-dead-letters';

/**
 * Makes dead letters searchable. They are durable in the log already. A message that is no letter
 * cannot become one, since it would come here again: it stays in the log, and its place is told.
 */
export function createDeadLetterLoader(deps: {
  warehouse: Warehouse;
  waiting: Omit<Waiting, 'heartbeat'>;
  onLeftOut: (leftOut: LeftOut) => void;
}): (batch: LogBatch) => Promise<void> {
  return async function loadDeadLetters(batch) {
    const letters = batch.messages.flatMap(({ offset, value }) => {
      const letter = readLetter(value);
      if (typeof letter !== 'string') return letter;
      const place = `${batch.topic}/${batch.partition}/${offset}`;
      const detail = `The message at ${place} of the log is no dead letter (${letter}) and stays there.`;
      deps.onLeftOut({ what: 'dead_letter', detail });
      return [];
    });
    const waiting = { ...deps.waiting, heartbeat: () => batch.heartbeat() };
    await whileAway(waiting, () => insertDeadLetters(deps.warehouse, letters));
  };
}

/** The letter, or what is wrong with it. */
function readLetter(value: Uint8Array): DeadLetter | string {
  try {
    const letter = decodeEvent(deadLetter, value);
    return letterFault(letter) ?? letter;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500);
  }
}

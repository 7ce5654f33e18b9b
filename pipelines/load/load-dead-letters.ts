import { deadLetter, type DeadLetter } from '#schemas/events/dead-letter.ts';
import { decodeEvent } from '#schemas/events/topic.ts';
import type { LogBatch } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { insertDeadLetters } from '#warehouse/queries/facts.ts';
import { whileAway, type Waiting } from './waiting.ts';

export const DEAD_LETTER_GROUP = 'load-dead-letters';

/**
 * Makes dead letters searchable. They are durable in the log already; a letter that cannot be read
 * is our own mistake and stops the role, since there is no second place to put it aside.
 */
export function createDeadLetterLoader(deps: {
  warehouse: Warehouse;
  waiting: Omit<Waiting, 'heartbeat'>;
}): (batch: LogBatch) => Promise<void> {
  return async function loadDeadLetters(batch) {
    const letters: DeadLetter[] = batch.messages.map(({ value }) => decodeEvent(deadLetter, value));
    const waiting = { ...deps.waiting, heartbeat: () => batch.heartbeat() };
    await whileAway(waiting, () => insertDeadLetters(deps.warehouse, letters));
  };
}

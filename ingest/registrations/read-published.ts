import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import type { EventLog, Position } from '#platform/log/port.ts';

/** What the log holds of a taking. */
export interface Published {
  next: number;
  rows: number;
  unreadable: number;
  /**
   * Where the unreadable rows begin that they end with, and how many are before: reading goes on there, since those
   * may be what the file breaks off in.
   */
  tail: { start: number; rows: number };
  /** That the rows are all of them was said, of a file that is whole. */
  complete: boolean;
}

export const nothingPublished = (): Published => ({
  next: 0,
  rows: 0,
  unreadable: 0,
  tail: { start: 0, rows: 0 },
  complete: false,
});

/** Counts a row that stands behind those. */
export function countRow(
  found: Published,
  { next, unreadable }: { next: number; unreadable?: string | undefined },
): void {
  found.next = next;
  found.rows += 1;
  if (unreadable === undefined) found.tail = { start: next, rows: found.rows };
  else found.unreadable += 1;
}

/** How far a taking was: written once the row it names last is durable, so that all before it are. */
export interface Note extends Omit<Published, 'complete'> {
  /** Where that row stands. */
  at: Position;
}

export interface Noted {
  /** Where the topic ended when the taking began: none of its events stands before. */
  beganAt?: readonly Position[] | undefined;
  note?: Note | undefined;
}

/**
 * Reads what the log holds of a taking, from the last note of it. The log says what is so: where the row of
 * the note does not stand in its place, the log is another than was written to, and is read from the beginning.
 */
export async function readPublished(
  log: EventLog,
  key: string,
  { beganAt = [], note }: Noted,
): Promise<Published> {
  if (note === undefined) return (await readOn(log, key, beganAt)).found;
  const others = beganAt.filter(({ partition }) => partition !== note.at.partition);
  const { found, hasNoted } = await readOn(log, key, [...others, note.at], note);
  return hasNoted ? found : (await readOn(log, key, [])).found;
}

/** Counts the rows after those of a note, and tells whether its own stands in its place. */
async function readOn(
  log: EventLog,
  key: string,
  from: readonly Position[],
  note?: Note,
): Promise<{ found: Published; hasNoted: boolean }> {
  const { at, ...noted } = note ?? {};
  const found: Published = { ...nothingPublished(), ...noted };
  let hasNoted = false;
  for await (const { partition, messages } of log.readAll(rawRegistration, from))
    for (const message of messages) {
      if (message.key !== key) continue;
      const event = tryDecodeEvent(rawRegistration, message.value);
      if (event === undefined) continue;
      if (partition === at?.partition && message.offset === at.offset)
        hasNoted = event.next === note?.next;
      if (event.end !== undefined) {
        found.complete ||= event.end.complete;
      } else if (event.next > found.next) countRow(found, event);
    }
  return { found, hasNoted };
}

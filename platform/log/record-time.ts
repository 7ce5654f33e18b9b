import type { Topic } from '#schemas/events/topic.ts';

const DAY_MS = 86_400_000;

/** The time a message is kept with, milliseconds since the epoch: now, or where the topic says so the start of its UTC day. */
export function recordTime({ time }: Pick<Topic, 'time'>, now: number): number {
  return time === 'day' ? Math.floor(now / DAY_MS) * DAY_MS : now;
}

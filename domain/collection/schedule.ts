import { CLAIMED } from '#schemas/constants.ts';
import type { ScheduleName, ScheduleSwitch } from '#schemas/events/schedule-switch.ts';

/** Full hours of the day at which something is asked for. */
export interface Hours {
  hours: readonly number[];
  /** IANA name: `America/Chicago`. */
  timeZone: string;
}

/** When each schedule asks: refreshes by the clock people live by, the batch by UTC. */
export const scheduledHours = (timeZone: string): Readonly<Record<ScheduleName, Hours>> => ({
  refresh: { hours: CLAIMED.refreshHours, timeZone },
  compute: {
    hours: Array.from(
      { length: 24 / CLAIMED.algorithmsEveryHours },
      (_slot, n) => n * CLAIMED.algorithmsEveryHours,
    ),
    timeZone: 'Etc/UTC',
  },
});

const QUARTER_MS = 15 * 60_000;
/** Longer than from one slot to the next, also over a day of 25 hours. */
const SEARCHED = (26 * 60) / 15;

/** The first slot after an instant. Offsets of time zones are whole quarters of an hour. */
export const nextSlot = (at: Hours, after: Date): Date =>
  slotFrom(at, Math.floor(after.getTime() / QUARTER_MS + 1) * QUARTER_MS, QUARTER_MS);

/** The last slot at or before an instant. */
export const lastSlot = (at: Hours, until: Date): Date =>
  slotFrom(at, Math.floor(until.getTime() / QUARTER_MS) * QUARTER_MS, -QUARTER_MS);

function slotFrom({ hours, timeZone }: Hours, first: number, stepMs: number): Date {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const wanted = new Set(hours.map((hour) => `${String(hour).padStart(2, '0')}:00`));
  for (let step = 0; step <= SEARCHED; step += 1) {
    const at = new Date(first + step * stepMs);
    if (wanted.has(format.format(at))) return at;
  }
  throw new RangeError(`No hour of ${hours.join(', ')} within a day of ${timeZone}.`);
}

/** `refresh@2026-11-21T06:00Z`: one for all who ask for the same slot, or within the same minute. */
export const slotId = (what: string, at: Date): string =>
  `${what}@${at.toISOString().slice(0, 16)}Z`;

/** Whether a schedule was on at an instant, by what was switched, oldest first. It is on until somebody switches it off. */
export function isOn(
  switches: Iterable<ScheduleSwitch>,
  schedule: ScheduleName,
  at: Date = new Date(8.64e15),
): boolean {
  let on = true;
  for (const each of switches)
    if (each.schedule === schedule && Date.parse(each.at) <= at.getTime()) on = each.enabled;
  return on;
}

/**
 * Whether the slot before a start was missed: nobody asked at it or since, it was switched on then, and the
 * log knows of a time before it. Of several that were missed the last stands for all.
 */
export const wasMissed = (
  slot: Date,
  log: { asked: readonly Date[]; since: Date | undefined; wasOn: boolean },
): boolean =>
  log.wasOn && log.since !== undefined && log.since < slot && !log.asked.some((at) => at >= slot);

import { isOn, nextSlot, scheduledHours, type Hours } from '#domain/collection/schedule.ts';
import type { Clock } from '#platform/clock.ts';
import type { ScheduleName, ScheduleSwitch } from '#schemas/events/schedule-switch.ts';

/** What runs by itself: the hours it is asked for, and what the log says of its switches. */
export class Schedules {
  readonly hours: Readonly<Record<ScheduleName, Hours>>;
  readonly #last = new Map<ScheduleName, ScheduleSwitch>();
  readonly #clock: Clock;

  constructor(timeZone: string, clock: Clock) {
    this.hours = scheduledHours(timeZone);
    this.#clock = clock;
  }

  apply(change: ScheduleSwitch): void {
    this.#last.set(change.schedule, change);
  }

  isOn(schedule: ScheduleName): boolean {
    return isOn(this.#last.values(), schedule);
  }

  /** When it asks next; null while it is off. */
  nextAt(schedule: ScheduleName): string | null {
    return this.isOn(schedule) ? nextSlot(this.hours[schedule], this.#clock()).toISOString() : null;
  }
}

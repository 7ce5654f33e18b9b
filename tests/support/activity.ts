import { Activity } from '#api/activity.ts';
import type { EventLog, OutgoingMessage } from '#platform/log/port.ts';
import type { Topic } from '#schemas/events/topic.ts';

/** What people looked for, kept instead of told. `now`: milliseconds, to be moved on. */
export function keptActivity() {
  const told: { topic: string; event: Record<string, unknown> }[] = [];
  const time = { now: Date.parse('2026-11-20T12:00:00.000Z'), isAway: false };
  let ids = 0;
  const publish = async ({ name }: Topic, messages: readonly OutgoingMessage[]) => {
    if (time.isAway) throw new Error('away');
    for (const { value } of messages)
      told.push({ topic: name, event: JSON.parse(String(value)) as Record<string, unknown> });
    return [];
  };
  const activity = new Activity({
    log: { publish } as Partial<EventLog> as EventLog,
    clock: () => new Date(time.now),
    newId: () => `act-${(ids += 1)}`,
  });
  return { activity, told, time };
}

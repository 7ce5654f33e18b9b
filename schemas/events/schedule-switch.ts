import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/** What the scheduler asks for by itself. */
export const SCHEDULES = ['refresh', 'compute'] as const;
export type ScheduleName = (typeof SCHEDULES)[number];

/** Staff switch a schedule on or off. The last word holds, over restarts and for all processes; without one it is on. */
export const scheduleSwitch = defineTopic({
  name: 'schedule.switch.v1',
  key: (event) => event.schedule,
  partitions: 1,
  retention: 'forever',
  schema: z.object({ schedule: z.enum(SCHEDULES), enabled: z.boolean(), at: instant }),
  examples: [{ schedule: 'refresh', enabled: false, at: '2026-11-21T06:01:00.000Z' }],
});
export type ScheduleSwitch = EventOf<typeof scheduleSwitch>;

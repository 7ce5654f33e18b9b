import { z } from 'zod';
import { defineTopic, instant, type EventOf } from './topic.ts';

/**
 * Asks for the batch (units, search base, snapshot). One partition, one group; the command id is
 * deterministic (`compute@2026-11-21T06:00Z`, `after@<run id>`), so clicks and schedulers of any
 * number of processes lead to one run.
 */
export const computeCommand = defineTopic({
  name: 'compute.command.v1',
  key: () => 'compute',
  partitions: 1,
  retention: { days: 30 },
  schema: z.object({
    commandId: z.string().min(1).max(200),
    at: instant,
    only: z.enum(['all', 'stories']),
    /** Who asked, for the run's record: schedule, ingest, staff, command. */
    askedBy: z.enum(['schedule', 'ingest', 'staff', 'command']),
  }),
  examples: [
    {
      commandId: 'compute@2026-11-21T06:00Z',
      at: '2026-11-21T06:00:00.000Z',
      only: 'all',
      askedBy: 'schedule',
    },
  ],
});
export type ComputeCommand = EventOf<typeof computeCommand>;

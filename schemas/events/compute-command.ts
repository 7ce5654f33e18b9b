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
    /** `stories`: told anew of the facts that are served; everything else stays as it is. */
    only: z.enum(['all', 'stories']),
    /** Who asked, for the run's record: schedule, ingest, staff, command. */
    askedBy: z.enum(['schedule', 'ingest', 'staff', 'command']),
    /** A person says that the market did change this much since the last snapshot; see `checks.ts`. */
    acceptChange: z
      .object({ by: z.string().min(1).max(200), why: z.string().min(1).max(500) })
      .optional(),
  }),
  examples: [
    {
      commandId: 'compute@2026-11-21T06:00Z',
      at: '2026-11-21T06:00:00.000Z',
      only: 'all',
      askedBy: 'schedule',
    },
    {
      commandId: 'stories@2026-11-21T07:30Z',
      at: '2026-11-21T07:30:00.000Z',
      only: 'stories',
      askedBy: 'staff',
    },
    {
      commandId: 'compute@2026-11-21T08:01Z-accept',
      at: '2026-11-21T08:01:00.000Z',
      only: 'all',
      askedBy: 'command',
      acceptChange: { by: 'example', why: 'a dealer left' },
    },
  ],
});
export type ComputeCommand = EventOf<typeof computeCommand>;

/** Id of the command that follows a collection run once its events are in the warehouse. */
export const commandAfterRun = (runId: string): string => `after@${runId}`;

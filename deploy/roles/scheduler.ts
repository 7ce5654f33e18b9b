import { schedule } from 'node-cron';
import { CLAIMED } from '#schemas/constants.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Lifecycle } from '#platform/lifecycle.ts';
import type { EventLog } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';

const MS_PER_HOUR = 3_600_000;

export interface SchedulerRole {
  log: EventLog;
  logger: Logger;
  lifecycle: Lifecycle;
}

/**
 * Asks for the batch every two hours. The command's id is its slot, so that several schedulers lead
 * to one run.
 */
export function startSchedulerRole({ log, logger, lifecycle }: SchedulerRole): void {
  const task = schedule(
    `0 */${CLAIMED.algorithmsEveryHours} * * *`,
    async ({ date }) => {
      const slot = `${date.toISOString().slice(0, 16)}Z`;
      const command = {
        commandId: `compute@${slot}`,
        at: date.toISOString(),
        only: 'all',
        askedBy: 'schedule',
      } as const;
      await log
        .publish(computeCommand, [encodeEvent(computeCommand, command)])
        .catch((error: unknown) =>
          logger.error({ err: error, slot }, 'the schedule could not ask for a run'),
        );
    },
    {
      timezone: 'Etc/UTC',
      // A process that was busy or suspended at the hour asks late: a second is node-cron's patience.
      missedExecutionTolerance: CLAIMED.algorithmsEveryHours * MS_PER_HOUR,
    },
  );
  lifecycle.onStop('scheduler', async () => {
    await task.destroy();
  });
}

import { redriveCommand, redriveRun } from '#schemas/events/redrive.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog, RunningSubscription } from '#platform/log/port.ts';
import type { Logger } from '#platform/logging.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { consume } from '../load/consume.ts';
import { readEvents } from '../load/read-events.ts';
import { Stopped, type Waiting } from '../load/waiting.ts';
import { redrive, sayBrokenOff, type RedriveDeps } from './redrive.ts';

/** One partition, so one redrive at a time, whoever of this group it is. */
export const REDRIVE_GROUP = 'redrive';

export interface RedrivingDeps extends RedriveDeps {
  logger: Logger;
  onWait: Waiting['onWait'];
}

/**
 * Follows the commands to redrive. One whose process died comes again and goes on where the marks end; one that
 * has ended is not begun again. One that fails says so, and what it had sent stays sent.
 */
export function startRedriving(deps: RedrivingDeps): Promise<RunningSubscription> {
  const { log, logger } = deps;
  return consume(
    deps,
    { topic: redriveCommand, group: REDRIVE_GROUP, maxBatch: 1 },
    (patience, warehouse) => async (batch) => {
      const own = { ...deps, warehouse };
      const waiting = { ...patience, heartbeat: () => batch.heartbeat() };
      for (const command of await readEvents(deps, redriveCommand, batch)) {
        if ((await endedRedrives(log)).has(command.redriveId)) continue;
        try {
          await redrive(own, command, waiting);
        } catch (error) {
          if (error instanceof Stopped || error instanceof WarehouseAway) throw error;
          // Work that went to somebody else did not fail.
          await batch.heartbeat();
          logger.error({ err: error, redrive: command.redriveId }, 'a redrive broke off');
          await sayBrokenOff(own, command, error, waiting);
        }
      }
    },
  );
}

async function endedRedrives(log: EventLog): Promise<Set<string>> {
  const ended = new Set<string>();
  for await (const { state, redriveId } of allEvents(log, redriveRun))
    if (state === 'done' || state === 'failed') ended.add(redriveId);
  return ended;
}

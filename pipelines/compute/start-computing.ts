import type { RunningSubscription } from '#platform/log/port.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { endedCommands, recordComputeRun } from '#warehouse/queries/compute-runs.ts';
import { newestSnapshotId } from '#warehouse/queries/snapshots.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { consume } from '../load/consume.ts';
import { readEvents } from '../load/read-events.ts';
import { Stopped, whileAway, type Waiting } from '../load/waiting.ts';
import { compute, COMPUTE_GROUP, type ComputeDeps } from './compute.ts';

export interface ComputingDeps extends ComputeDeps {
  /** Told of every wait for a part that is away. */
  onWait: Waiting['onWait'];
}

/** So many commands that came meanwhile are answered by one run. */
const BURST = 100;

/**
 * Follows the compute commands. One partition and one group: of any number of processes one
 * computes. All commands that wait are answered by one run, which begins after them and so contains
 * what they were asked for; one that has ended (a redelivery) is not run again. A run that fails is
 * recorded, the old snapshot stays, and the next command tries anew.
 */
export async function startComputing(deps: ComputingDeps): Promise<RunningSubscription> {
  const { log, onWait } = deps;
  const running = await consume(
    log,
    { topic: computeCommand, group: COMPUTE_GROUP, maxBatch: BURST },
    onWait,
    (waiting) => async (batch) => {
      const own = { ...waiting, heartbeat: () => batch.heartbeat() };
      const commands = await readEvents(deps, computeCommand, batch);
      if (commands.length === 0) return;
      const ended = await whileAway(own, () =>
        endedCommands(
          deps.warehouse,
          commands.map(({ commandId }) => commandId),
        ),
      );
      const command = commands.findLast(({ commandId }) => !ended.has(commandId));
      if (command === undefined) return;
      await whileAway(own, () => computeRecordingFailure(deps, command, waiting.stopping));
    },
  );
  await askForFirst(deps);
  return running;
}

/** Without the sample nothing else asks for the first snapshot, and an empty market must be served too. */
async function askForFirst({ log, warehouse, sample, now }: ComputingDeps): Promise<void> {
  if (sample !== 'off') return;
  for (const kind of ['real', 'empty'])
    if ((await newestSnapshotId(warehouse, kind)) !== undefined) return;
  const command = {
    commandId: `first@${now().toISOString()}`,
    at: now().toISOString(),
    only: 'all',
    askedBy: 'schedule',
  } as const;
  await log.publish(computeCommand, [encodeEvent(computeCommand, command)]);
}

async function computeRecordingFailure(
  deps: ComputingDeps,
  command: ComputeCommand,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await compute(deps, command, stopping);
  } catch (error) {
    if (stopping.aborted) throw new Stopped();
    if (error instanceof WarehouseAway) throw error;
    const at = deps.now();
    deps.logger.error({ err: error, command }, 'computing failed; the old snapshot stays');
    await recordComputeRun(deps.warehouse, {
      runId: `failed@${at.toISOString()}`,
      commandId: command.commandId,
      askedBy: command.askedBy,
      state: 'failed',
      at,
      kind: '',
      detail: { error: String(error) },
    });
  }
}

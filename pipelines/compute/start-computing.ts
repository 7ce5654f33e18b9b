import type { RunningSubscription } from '#platform/log/port.ts';
import { computeCommand } from '#schemas/events/compute-command.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { WarehouseAway, WarehouseOverLimit } from '#warehouse/errors.ts';
import { consume } from '../load/consume.ts';
import { readEvents } from '../load/read-events.ts';
import { Stopped, whileAway, type Waiting } from '../load/waiting.ts';
import { marketKind } from '../units/market-kind.ts';
import { answeredCommands, beginRun, type Run, type RunEnd } from './compute-run.ts';
import { compute, COMPUTE_GROUP, type ComputeDeps, type Own } from './compute.ts';
import { lastPublished, readPublished } from './last-published.ts';
import { NotAnnounced } from './publish.ts';

export interface ComputingDeps extends ComputeDeps {
  /** Told of every wait for a part that is away. */
  onWait: Waiting['onWait'];
}

/** So many commands that came meanwhile are answered by one run. */
const BURST = 100;

/**
 * Follows the compute commands. One partition and one group: of any number of processes one
 * computes. All commands that wait are answered by one run, which begins after them and so contains
 * what they were asked for; one that was answered (a redelivery) is not run again. A run that fails
 * says so, the old snapshot stays, and the next command tries anew. One whose partition went to
 * another process breaks off before it changes what is served.
 */
export async function startComputing(deps: ComputingDeps): Promise<RunningSubscription> {
  const { log } = deps;
  // Before anything is consumed, so that the run which answers what waits already answers this too.
  await askForFittingKind(deps);
  return consume(
    deps,
    { topic: computeCommand, group: COMPUTE_GROUP, maxBatch: BURST },
    // Not its warehouse: a publication that has begun is not broken off.
    (waiting) => async (batch) => {
      // Lost once is lost: a member that joined the group again beats without error.
      const lost = new AbortController();
      const heartbeat = async (): Promise<void> => {
        lost.signal.throwIfAborted();
        await batch.heartbeat().catch((error: unknown) => lost.abort(error));
        lost.signal.throwIfAborted();
      };
      const waited = await readEvents(deps, computeCommand, batch);
      const answered = await answeredCommands(log);
      const commands = waited.filter(({ commandId }) => !answered.has(commandId));
      if (commands.length === 0) return;
      const asked = { commands, end: (batch.messages.at(-1)?.offset ?? 0) + 1 };
      const own = { stopping: waiting.stopping, lost: lost.signal, stillOurs: heartbeat };
      const { run, end } = await whileAway({ ...waiting, heartbeat }, async () => {
        const run = beginRun(deps, asked);
        return { run, end: await runOnce(deps, run, own) };
      });
      // By itself: a run whose end cannot be recorded yet has ended all the same, and is not repeated.
      // Where it can never be, the error stops the role, and the commands come again.
      await whileAway({ ...waiting, heartbeat }, () => run.sayEnded(end));
    },
  );
}

/**
 * Asks for a run where what is served is not of the kind the facts make now: `SAMPLE` was changed, the
 * first real listing came in and no run followed, or nothing is served yet; or where it cannot be read:
 * damaged, or of the format of another version. Where a sample is still to come its own run asks: an
 * empty market in its place would be shown for nothing.
 */
async function askForFittingKind(deps: ComputingDeps): Promise<void> {
  const { log, warehouse, sample, now } = deps;
  const kind = await marketKind(warehouse, sample);
  if (kind === 'empty' && sample === 'auto') return;
  const served = await lastPublished(log);
  if (served?.kind === kind && (await readPublished(deps, served.snapshotId)) !== undefined) return;
  const command = {
    // One for all processes that start now.
    commandId: `${kind}-after@${served?.snapshotId ?? 'nothing'}`,
    at: now().toISOString(),
    only: 'all',
    askedBy: 'schedule',
  } as const;
  await log.publish(computeCommand, [encodeEvent(computeCommand, command)]);
}

/** A run, and that it failed where another is not tried at once by itself. */
async function runOnce(
  deps: ComputingDeps,
  run: Run,
  {
    stopping,
    lost,
    stillOurs,
  }: { stopping: AbortSignal; lost: AbortSignal; stillOurs: Own['stillOurs'] },
): Promise<RunEnd> {
  try {
    return await compute(deps, run, { signal: AbortSignal.any([stopping, lost]), stillOurs });
  } catch (error) {
    if (stopping.aborted) throw new Stopped();
    // Where the work went to somebody else the run did not fail, and its tables may be gone for that.
    await stillOurs();
    // A batch over the engine's limits would be over them again and again.
    const isAway = error instanceof WarehouseAway && !(error instanceof WarehouseOverLimit);
    if (isAway || error instanceof NotAnnounced) throw error;
    deps.logger.error({ err: error, run: run.id }, 'computing failed; the old snapshot stays');
    return { state: 'failed', at: deps.now(), error: String(error).slice(0, 2_000) };
  }
}

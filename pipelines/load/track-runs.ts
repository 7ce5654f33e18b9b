import { commandAfterRun, computeCommand } from '#schemas/events/compute-command.ts';
import { ingestFunnel, type IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog, LogBatch } from '#platform/log/port.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { recordRun, runChanges, runOutcomes } from '#warehouse/queries/runs.ts';
import { runFault } from './event-faults.ts';
import { readEvents } from './read-events.ts';
import { untilOthersHave, whileAway, type Waiting } from './waiting.ts';
import { runYetToLoad } from './yet-to-load.ts';

export const RUN_TRACKER_GROUP = 'track-runs';

export interface RunTrackerDeps {
  log: EventLog;
  warehouse: Warehouse;
  now: () => Date;
  waiting: Omit<Waiting, 'heartbeat'>;
}

/**
 * Follows the life of collection runs: records every state, and when a run is `published` waits until
 * all its events are in the warehouse, counts how they ended, says `loaded` and asks for a compute.
 * Coming twice by a run changes nothing: a `loaded` in the log is not repeated, and the command's id
 * is the run's.
 */
export function createRunTracker(deps: RunTrackerDeps): (batch: LogBatch) => Promise<void> {
  let loaded: Promise<Set<string>> | undefined;

  return async function trackRuns(batch) {
    const waiting = { ...deps.waiting, heartbeat: () => batch.heartbeat() };
    loaded ??= loadedRuns(deps.log);
    const alreadyLoaded = await loaded;
    for (const run of await readEvents(deps, ingestRun, batch, runFault)) {
      // `loaded` was recorded before it was said: what it swept is not judged by a later market.
      if (run.state === 'loaded') continue;
      await whileAway(waiting, () => recordRun(deps.warehouse, run));
      if (run.state !== 'published') continue;
      if (!alreadyLoaded.has(run.runId)) {
        await sayLoaded(deps, run, waiting);
        alreadyLoaded.add(run.runId);
      }
      await askForCompute(deps, run.runId);
    }
  };
}

/** Runs that are `loaded` in the log: looked up once, since this group alone says so. */
async function loadedRuns(log: EventLog): Promise<Set<string>> {
  const runs = new Set<string>();
  for await (const { state, runId } of allEvents(log, ingestRun))
    if (state === 'loaded') runs.add(runId);
  return runs;
}

async function sayLoaded(deps: RunTrackerDeps, run: IngestRun, waiting: Waiting): Promise<void> {
  await untilLoaded(deps.log, run, waiting);
  const outcomes = await whileAway(waiting, () => runOutcomes(deps.warehouse, run.runId, run));
  const event: IngestRun = {
    ...run,
    ...outcomes,
    state: 'loaded',
    at: deps.now().toISOString(),
  };
  // Recorded before it is said, and so before anybody asks for a compute: none misses the sweep.
  const { setAside, unidentified } = await whileAway(waiting, () =>
    recordRun(deps.warehouse, event),
  );
  const missed = {
    ...(setAside > 0 ? { set_aside: setAside } : {}),
    ...(unidentified > 0 ? { unidentified } : {}),
  };
  const isWithheld = setAside + unidentified > 0;
  if (outcomes.stored > 0 || isWithheld)
    await sayCompared(deps, run, { missed: isWithheld ? missed : undefined, waiting });
  // Said after what was compared, and so later than it.
  const said: IngestRun = { ...event, at: deps.now().toISOString() };
  await deps.log.publish(ingestRun, [encodeEvent(ingestRun, said)]);
}

/** Says how the run's records differ from what was known: before `loaded`, after which it is not said again. */
async function sayCompared(
  deps: RunTrackerDeps,
  run: IngestRun,
  { missed, waiting }: { missed: IngestFunnel['missed']; waiting: Waiting },
): Promise<void> {
  const { runId, source, sample } = run;
  const counts = await whileAway(waiting, () => runChanges(deps.warehouse, run));
  // A run of registrations has no listings to compare.
  if (counts.new + counts.changed + counts.unchanged === 0 && missed === undefined) return;
  const at = deps.now().toISOString();
  await deps.log.publish(ingestFunnel, [
    encodeEvent(ingestFunnel, { runId, source, sample, step: 'compared', at, counts, missed }),
  ]);
}

/** Waits until the loader has committed every event of the run: from then on all have an outcome. */
function untilLoaded(log: EventLog, run: IngestRun, waiting: Waiting): Promise<void> {
  return untilOthersHave(waiting, async () => (await runYetToLoad(log, run)) === 0);
}

async function askForCompute({ log, now }: RunTrackerDeps, runId: string): Promise<void> {
  const command = encodeEvent(computeCommand, {
    commandId: commandAfterRun(runId),
    at: now().toISOString(),
    only: 'all',
    askedBy: 'ingest',
  });
  await log.publish(computeCommand, [command]);
}

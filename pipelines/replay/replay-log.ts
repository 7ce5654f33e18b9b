import { replayRun, type ReplayRun } from '#schemas/events/replay.ts';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';

/** What the log says last of the replay by a version; undefined where it has not begun. */
export async function lastOf(log: EventLog, version: number): Promise<ReplayRun | undefined> {
  let last: ReplayRun | undefined;
  for await (const run of allEvents(log, replayRun)) if (run.version === version) last = run;
  return last;
}

/** From where on the replays by a version read each partition: a later one only goes on behind the first. */
export async function beginsOf(log: EventLog, version: number): Promise<Map<number, number>> {
  for await (const run of allEvents(log, replayRun))
    if (run.version === version && run.range.length > 0)
      return new Map(run.range.map(({ partition, begin }) => [partition, begin]));
  return new Map();
}

/** The highest version by which all of the log was read; undefined before the first. */
export async function replayedVersion(log: EventLog): Promise<number | undefined> {
  let highest: number | undefined;
  for await (const { state, version } of allEvents(log, replayRun))
    if (state === 'done') highest = Math.max(highest ?? 0, version);
  return highest;
}

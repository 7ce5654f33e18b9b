import { vi } from 'vitest';
import { catalogueDecision, type CatalogueDecision } from '#schemas/events/catalogue-decision.ts';
import { replayRun, type ReplayRun } from '#schemas/events/replay.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { EventLog } from '#platform/log/port.ts';
import { eventsOf } from './loaded-log.ts';

export async function decide(
  log: EventLog,
  decision: Omit<CatalogueDecision, 'at'>,
): Promise<void> {
  const event = { ...decision, at: '2026-11-21T06:00:00.000Z' };
  await log.publish(catalogueDecision, [encodeEvent(catalogueDecision, event)]);
}

/** Waits until the newest replay by a version is done. */
export const replayed = (log: EventLog, version: number): Promise<ReplayRun> =>
  vi.waitFor(async () => {
    const run = (await eventsOf(log, replayRun)).findLast((one) => one.version === version);
    if (run?.state !== 'done')
      throw new Error(`replay ${version} is ${run?.state} ${run?.error ?? ''}`);
    return run;
  }, 20_000);

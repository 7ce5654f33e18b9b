import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '#platform/log/port.ts';
import { yetToLoad } from '#pipelines/load/yet-to-load.ts';
import { computeCommand, type ComputeCommand } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';

const POLL_MS = 200;

/** How a run ended that was asked for. */
export interface ComputeOutcome {
  /** The run was under way or over when it was asked for: the same command had come before. */
  joined: boolean;
  /** The run's end: published, kept back or failed. */
  run: ComputeRun;
}

/**
 * Asks for a run of the batch and follows it from the log alone, whoever computes.
 * @throws the signal's reason when it is aborted first; the run goes on
 */
export async function runCompute(
  log: EventLog,
  command: ComputeCommand,
  signal: AbortSignal,
): Promise<ComputeOutcome> {
  const [asked] = await log.publish(computeCommand, [encodeEvent(computeCommand, command)]);
  const offset = asked?.offset ?? 0;
  const answer = Promise.withResolvers<ComputeOutcome>();
  // From the first one on: the run that answers may be over.
  const runs = await log.subscribe({
    topic: computeRun,
    group: `compute-${randomUUID()}`,
    maxBatch: 100,
    from: 'earliest',
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        const run = tryDecodeEvent(computeRun, value);
        if (run === undefined || !hasEnded(run) || !run.commandIds.includes(command.commandId))
          continue;
        const joined = run.commandsEnd <= offset;
        // One that failed answers only whom it began after: the command of the others leads to a new run.
        if (!joined || run.state !== 'failed') answer.resolve({ joined, run });
      }
    },
  });
  const stop = () => answer.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  // A log that can be followed no longer fails the wait.
  runs.finished.catch(answer.reject);
  try {
    return await answer.promise;
  } finally {
    signal.removeEventListener('abort', stop);
    await runs.stop();
  }
}

export const hasEnded = ({ state }: ComputeRun): boolean => state !== 'started';

/** Why nothing new is served after a run, for people; undefined where it was published. */
export function whyNotPublished(run: ComputeRun): string | undefined {
  if (run.state === 'failed') return `the batch failed (${run.error ?? 'no error was given'})`;
  if (run.state !== 'kept_back') return undefined;
  const checks = run.failedChecks?.map(({ name, detail }) => `'${name}': ${detail}`).join('; ');
  return `the snapshot was kept back by its checks (${checks})`;
}

/** Waits until every listing in the log is in the warehouse. */
export async function untilLoaded(log: EventLog, signal: AbortSignal): Promise<void> {
  while ((await yetToLoad(log, 'now')) > 0)
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
}

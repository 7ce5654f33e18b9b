import { setTimeout as sleep } from 'node:timers/promises';
import { allEvents } from '#platform/log/all-events.ts';
import type { EventLog } from '#platform/log/port.ts';
import { commandAfterRun } from '#schemas/events/compute-command.ts';
import { computeRun, type ComputeRun } from '#schemas/events/compute-run.ts';
import { ingestRun, type IngestRun } from '#schemas/events/ingest-run.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import { runYetToLoad } from '#pipelines/load/yet-to-load.ts';
import type { Progress } from './progress.ts';
import { hasEnded, whyNotPublished } from './run-compute.ts';

/**
 * Without any progress of the consumers for this long nobody is consuming: Kafka notices one that died
 * after a session of 10 s, and then hands its partitions on.
 */
const STALL_MS = 30_000;
/** Counting a run's outcomes and a batch say nothing until they end; no market we know takes this long. */
const SILENT_MS = 15 * 60_000;
/** After so long without any, whoever consumed may have ended: long enough for a server to be started again. */
const TAKE_UP_MS = 10_000;
const POLL_MS = 200;

/** The run's events are in the log, and nothing moves on. Exit code 1. */
export class RunStalled extends Error {
  readonly code = 'run_stalled';
}

export interface RunOutcome {
  stored: number;
  duplicates: number;
  dropped: Record<string, number>;
  deadLettered: Record<string, number>;
}

/** How the run's events ended, and why no snapshot contains them where none does. */
export interface Served {
  outcome: RunOutcome;
  problem?: string;
}

interface WaitOptions {
  log: EventLog;
  runId: string;
  /** It was published by a process that may not have waited: what was said of it since is read first. */
  isPublished?: boolean;
  signal: AbortSignal;
  progress: Progress;
  /** Runs the pipelines from now on where whoever did has ended; says whether it was so. */
  takeUp: () => Promise<boolean>;
}

/** Where the run stands. `mark` changes as it moves on; past `patienceMs` without a change `stalled` is said. */
type Standing =
  | { served: Served }
  | { served?: undefined; mark: string; patienceMs: number; stalled: () => Served };

/** Everything is loaded: its outcomes are being counted, after those of the runs before it. */
const COUNTING: Standing = {
  mark: 'counting',
  patienceMs: SILENT_MS,
  stalled() {
    throw new RunStalled(
      `The run's events are in the warehouse, but nobody counted them within ${SILENT_MS / 60_000} minutes. Is the server or the pipelines role running? Once it is, they will be counted and a batch follows.`,
    );
  },
};

/**
 * Follows a run from the log alone, whoever consumes it: until its events are in the warehouse, and
 * until the batch that contains them has ended. Begin before the run is published, or say that it is.
 */
export async function waitForRun(
  options: WaitOptions,
): Promise<{ untilServed(): Promise<Served> }> {
  const { log, runId, isPublished = false, signal, progress, takeUp } = options;
  const group = `wait-${runId}`;
  let published: IngestRun | undefined;
  let loaded: IngestRun | undefined;
  let computed: ComputeRun | undefined;
  let computeEvents = 0;
  const hearRun = (run: IngestRun | undefined): void => {
    if (run?.runId !== runId) return;
    if (run.state === 'published') published = run;
    if (run.state === 'loaded') loaded = run;
  };
  const hearBatch = (run: ComputeRun | undefined): void => {
    if (run !== undefined && hasEnded(run) && run.commandIds.includes(commandAfterRun(runId)))
      computed = run;
  };
  const runs = await log.subscribe({
    topic: ingestRun,
    group,
    maxBatch: 100,
    from: 'latest',
    handler: async ({ messages }) => {
      for (const { value } of messages) hearRun(tryDecodeEvent(ingestRun, value));
    },
  });
  const computing = await log.subscribe({
    topic: computeRun,
    group,
    maxBatch: 100,
    from: 'latest',
    handler: async ({ messages }) => {
      for (const { value } of messages) {
        computeEvents += 1;
        hearBatch(tryDecodeEvent(computeRun, value));
      }
    },
  });

  if (isPublished) {
    for await (const run of allEvents(log, ingestRun)) hearRun(run);
    const begunSince = new Set<string>();
    for await (const run of allEvents(log, computeRun)) {
      hearBatch(run);
      if (loaded !== undefined && run.state === 'started' && run.at > loaded.at)
        begunSince.add(run.runId);
      // It contains what was loaded before it began, whoever asked for it.
      if (run.state === 'published' && begunSince.has(run.runId)) computed = run;
    }
  }

  // A log that can be followed no longer fails the wait.
  let lost: unknown;
  for (const { finished } of [runs, computing])
    finished.catch((error: unknown) => (lost ??= error));

  async function look(): Promise<Standing> {
    if (lost !== undefined) throw lost;
    return loaded === undefined ? lookAtLoading() : lookAtComputing(loaded);
  }

  async function lookAtLoading(): Promise<Standing> {
    const left = published === undefined ? 0 : await runYetToLoad(log, published);
    const of = published?.published ?? 0;
    if (published !== undefined) progress.loading(Math.max(0, of - left), of);
    if (published !== undefined && left === 0) return COUNTING;
    return {
      mark: `loading ${left}`,
      patienceMs: STALL_MS,
      stalled() {
        throw new RunStalled(
          `Nothing consumed the run's events for ${STALL_MS / 1_000} s: ${left} are in the log and wait. Start the server or the pipelines role; they will be taken up.`,
        );
      },
    };
  }

  /** The run that answers the command asked for after loading began after it, and so contains all. */
  function lookAtComputing(run: IngestRun): Standing {
    progress.computing();
    const outcome = outcomeOf(run);
    if (computed !== undefined) {
      const why = whyNotPublished(computed);
      if (why === undefined) return { served: { outcome } };
      const problem = `The events are in the warehouse, but ${why}. What was served before is still served.`;
      return { served: { outcome, problem } };
    }
    return {
      mark: `computing ${computeEvents}`,
      patienceMs: SILENT_MS,
      stalled: () => ({
        outcome,
        problem: `The events are in the warehouse, but no batch ended within ${SILENT_MS / 60_000} minutes. Is the server or the pipelines role running? npm run compute runs the batch.`,
      }),
    };
  }

  async function untilServed(): Promise<Served> {
    let mark = '';
    let since = performance.now();
    let asked = since;
    for (;;) {
      signal.throwIfAborted();
      const standing = await look();
      if (standing.served) return standing.served;
      const now = performance.now();
      if (standing.mark !== mark) {
        mark = standing.mark;
        since = asked = now;
      } else if (now - asked > TAKE_UP_MS) {
        asked = now;
        if (await takeUp()) since = asked = performance.now();
        else if (now - since > standing.patienceMs) return standing.stalled();
      }
      await sleep(POLL_MS);
    }
  }

  return {
    async untilServed() {
      try {
        return await untilServed();
      } finally {
        await Promise.all([runs.stop(), computing.stop()]);
      }
    },
  };
}

const outcomeOf = ({
  stored = 0,
  duplicates = 0,
  dropped = {},
  deadLettered = {},
}: IngestRun): RunOutcome => ({ stored, duplicates, dropped, deadLettered });

import { WarehouseAway } from '#warehouse/errors.ts';

/** Thrown inside a handler that was asked to stop: nothing of the batch is committed. */
export class Stopped extends Error {
  readonly code = 'stopped';
  constructor() {
    super('Stopped; the position in the log has not advanced.');
  }
}

export interface Waiting {
  /** Waits so many milliseconds, or until `stopping` is aborted. */
  sleep(ms: number, stopping: AbortSignal): Promise<void>;
  stopping: AbortSignal;
  /** Called before each wait, so that the log does not give the partition to somebody else. */
  heartbeat(): Promise<void>;
  /** Called with what is waited for, before each wait. */
  onWait(reason: string, attempt: number): void;
  /** Waits grow to this many milliseconds (ten seconds where it is not said). */
  longestMs?: number;
}

/** Whether a wait is worth a line in the log: the first, and then one in about three minutes. */
export const isWorthSaying = (attempt: number): boolean => attempt === 1 || attempt % 20 === 0;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;
/** Well under the session of a group: a member that is silent for longer loses its partitions. */
const HEARTBEAT_MS = 2_000;

/**
 * Runs `work` until it says that it is done. `attempt` gives the value, or the reason to try again;
 * an error it throws is not ours to wait out. Waits double from a quarter of a second to ten.
 * @throws Stopped when asked to stop while waiting.
 */
export async function untilDone<T>(
  waiting: Waiting,
  attempt: () => Promise<{ done: true; value: T } | { done: false; reason: string }>,
): Promise<T> {
  const longest = waiting.longestMs ?? LONGEST_WAIT_MS;
  for (let count = 1, ms = FIRST_WAIT_MS; ; count += 1, ms = Math.min(ms * 2, longest)) {
    const result = await attempt();
    if (result.done) return result.value;
    waiting.onWait(result.reason, count);
    await waiting.heartbeat();
    if (!waiting.stopping.aborted) await waiting.sleep(ms, waiting.stopping);
    if (waiting.stopping.aborted) throw new Stopped();
  }
}

/** Looks at what others are doing at least once in so long. */
const LOOK_MS = 1_000;

/**
 * Waits for what others do, which may take minutes and is no part being away: nobody is told of it. Where
 * one is away, whoever does the work says so.
 * @throws Stopped when asked to stop while waiting.
 */
export function untilOthersHave(waiting: Waiting, done: () => Promise<boolean>): Promise<void> {
  return untilDone({ ...waiting, onWait: () => undefined, longestMs: LOOK_MS }, async () =>
    (await done()) ? { done: true, value: undefined } : { done: false, reason: '' },
  );
}

/**
 * Runs work on the warehouse, with heartbeats for as long as it takes. One that is away is waited for
 * and nothing is lost; any other error stops the role loudly.
 */
export function whileAway<T>(waiting: Waiting, work: () => Promise<T>): Promise<T> {
  return untilDone(waiting, async () => {
    try {
      return { done: true, value: await beating(waiting, work) };
    } catch (error) {
      if (error instanceof WarehouseAway) return { done: false, reason: error.message };
      throw error;
    }
  });
}

/** A heartbeat that fails (the partition went to somebody else) fails the work. */
async function beating<T>(waiting: Waiting, work: () => Promise<T>): Promise<T> {
  let lost: unknown;
  const timer = setInterval(() => {
    waiting.heartbeat().catch((error: unknown) => (lost = error));
  }, HEARTBEAT_MS);
  try {
    const result = await work();
    if (lost !== undefined && !waiting.stopping.aborted) throw lost;
    return result;
  } finally {
    clearInterval(timer);
  }
}

/** A `sleep` that ends early when the signal is aborted. */
export function sleep(ms: number, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopping.addEventListener('abort', end, { once: true });
  });
}

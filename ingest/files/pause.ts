import { setImmediate as nextTurn } from 'node:timers/promises';

const turnMs = 15;

/**
 * Gives the event loop its turn when this much time was spent since the last, so that a server goes
 * on answering. Awaiting a read is not enough: reads that are ready follow each other without one.
 */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < turnMs) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}

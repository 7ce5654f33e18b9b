import { setTimeout as sleep } from 'node:timers/promises';

/** How long a statement is given to end before it is told once more. */
const AGAIN_MS = 100;

/**
 * From when one of `signals` is aborted until the returned function is called, tells a statement to end: again and again,
 * since one that was only just handed over is not found yet.
 * @param tell must find nothing but that statement until the returned function has resolved
 */
export function endOnAbort(
  signals: readonly AbortSignal[],
  tell: () => Promise<unknown>,
): () => Promise<void> {
  const over = new AbortController();
  let telling: Promise<void> | undefined;
  const begin = (): void => {
    telling ??= (async () => {
      while (!over.signal.aborted) {
        await tell();
        await sleep(AGAIN_MS, undefined, { signal: over.signal }).catch(() => undefined);
      }
    })();
    // Whoever waits for its end hears of it.
    telling.catch(() => undefined);
  };
  if (signals.some(({ aborted }) => aborted)) begin();
  for (const signal of signals) signal.addEventListener('abort', begin);
  return async () => {
    for (const signal of signals) signal.removeEventListener('abort', begin);
    over.abort();
    await telling;
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** What is waited for takes seconds, on a busy machine many. */
const PATIENCE_MS = 240_000;

/** Asks again until it is so, and fails where that takes too long. */
export async function until(
  what: string,
  isSo: () => Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt)
      throw new Error(`Waited for ${patienceMs / 1_000} s in vain until ${what}.`);
    await sleep(50);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Requests that wait for what the log will say of something. */
export class Waiting<Told> {
  readonly #waiting = new Map<string, Set<(told: Told) => void>>();

  /** What is told of it; undefined where nothing was within so many milliseconds. */
  async for(key: string, ms: number): Promise<Told | undefined> {
    const { promise, resolve } = Promise.withResolvers<Told>();
    const own = this.#waiting.get(key) ?? new Set();
    this.#waiting.set(key, own.add(resolve));
    const late = new AbortController();
    const timeout = sleep(ms, undefined, { signal: late.signal }).catch(() => undefined);
    const told = await Promise.race([promise, timeout]);
    late.abort();
    own.delete(resolve);
    if (own.size === 0 && this.#waiting.get(key) === own) this.#waiting.delete(key);
    return told;
  }

  tell(key: string, told: Told): void {
    for (const resolve of this.#waiting.get(key) ?? []) resolve(told);
    this.#waiting.delete(key);
  }
}

/** How often a log with waiting consumers looks whether another process has appended, in ms. */
const LOOK_EVERY = 50;

/**
 * Wakes consumers that have read everything: at once when this process appends, within 50 ms when
 * another one does. One look at the database's version number serves all who wait.
 */
export class Arrivals {
  readonly #version: () => number;
  readonly #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #seen = -1;

  constructor(version: () => number) {
    this.#version = version;
  }

  announce(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  /** Resolves after something was appended anywhere in the log, after `ms`, or when aborted. */
  async next(signal: AbortSignal, ms?: number): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = () => resolve();
    const timeout = ms === undefined ? undefined : setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
    this.#waiting.add(wake);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY);
    await promise;
    clearTimeout(timeout);
    signal.removeEventListener('abort', wake);
    this.#waiting.delete(wake);
    if (this.#waiting.size === 0) this.stop();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const version = this.#version();
    if (version === this.#seen) return;
    this.#seen = version;
    this.announce();
  }
}

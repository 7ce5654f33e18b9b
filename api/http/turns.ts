import type { Response } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import { Problem } from './problem.ts';

interface TurnsOptions {
  atOnce: number;
  /** Past so many waiting, those who have gone included, the next is sent away at once. */
  waiting: number;
  /** What those are told. */
  busy: string;
}

/**
 * Work that is done for so many requests at once and waited for by so many more. A server that kept every
 * request would be minutes behind after an overload, at work for people who have long gone.
 */
export class Turns {
  readonly #options: TurnsOptions;
  readonly #queue: LimitFunction;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.#queue = pLimit(options.atOnce);
  }

  /**
   * Does the work when its turn comes; not where whom `response` is for has gone by then.
   * @throws Problem 503 where too many wait
   */
  async take<T>(response: Pick<Response, 'destroyed'>, work: () => Promise<T>): Promise<T> {
    const { waiting, busy } = this.#options;
    if (this.#queue.pendingCount >= waiting) throw new Problem(503, 'busy', busy);
    return this.#queue(() => {
      if (response.destroyed) throw new Problem(499, 'gone', 'Who asked has gone.');
      return work();
    });
  }
}

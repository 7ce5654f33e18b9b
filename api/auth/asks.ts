import type { Response } from 'express';
import type { UserStore } from '../users/store.ts';
import { Attempts, personKey } from './attempts.ts';
import type { Session } from './sessions.ts';

const HOUR = 3_600;
/** What one person may set going in an hour. */
const OF_ONE = 30;

/** How long a call waits for what it set going; then it answers 202. Proxies give up after 30 s. */
export const ANSWER_WITHIN_MS = 25_000;

/** Limits what people set going by the hour: each of them, and all together where that is given. */
export class Asks {
  readonly #ofOne: Attempts;
  readonly #ofAll: Attempts | undefined;

  /** @param name of what is counted together */
  constructor(store: UserStore, name: string, limits: { ofOne?: number; ofAll?: number } = {}) {
    this.#ofOne = new Attempts(store, `${name}-of`, limits.ofOne ?? OF_ONE, HOUR);
    if (limits.ofAll !== undefined) this.#ofAll = new Attempts(store, name, limits.ofAll, HOUR);
  }

  /** @throws Problem 429 with Retry-After past a limit */
  async count({ session, response }: { session: Session; response: Response }): Promise<void> {
    await this.#ofOne.count(personKey(session.userId), response);
    await this.#ofAll?.count('all', response);
  }
}

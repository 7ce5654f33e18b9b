import { createHash } from 'node:crypto';
import type { Response } from 'express';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../http/problem.ts';
import type { UserStore } from '../users/store.ts';

/**
 * Counts attempts in the user store, so that neither a restart nor a second process begins anew. Each
 * attempt is counted before it is made: many at once must not all pass before the first has failed.
 */
export class Attempts {
  readonly #limiter: RateLimiterPostgres;

  /** @param limit attempts in so many seconds */
  constructor(store: UserStore, name: string, limit: number, seconds: number) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: likePg(store),
      storeType: 'client',
      tableName: 'attempts',
      tableCreated: true,
      keyPrefix: name,
      points: limit,
      duration: seconds,
    });
  }

  /** @throws Problem 429 with Retry-After past the limit */
  async count(key: string, response: Response): Promise<void> {
    const wait = await this.#waitFor(key);
    if (wait === 0) return;
    response.set('Retry-After', String(wait));
    throw new Problem(
      429,
      'too_many_attempts',
      `Too many attempts. Please try again in ${inWords(wait)}.`,
    );
  }

  /** Counts, and says whether it is within the limit. */
  async allows(key: string): Promise<boolean> {
    return (await this.#waitFor(key)) === 0;
  }

  /** Counts; the seconds to wait where it is past the limit, else none. */
  async #waitFor(key: string): Promise<number> {
    try {
      await this.#limiter.consume(key);
      return 0;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    }
  }

  /** Takes back one that was none. */
  async takeBack(key: string): Promise<void> {
    await this.#limiter.reward(key);
  }

  async forget(key: string): Promise<void> {
    await this.#limiter.delete(key);
  }
}

const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** What an e-mail counts by: no e-mail that was only tried is kept. */
export const emailKey = (email: string): string => hashed(email.trim().toLowerCase());

/** What a person counts by: what was counted outlives the account by hours and must not name it. */
export const personKey = (userId: string): string => hashed(userId);

function inWords(seconds: number): string {
  if (seconds < 90) return 'a minute';
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** The user store as the library knows a client of `pg`. */
function likePg(store: UserStore) {
  return {
    query: async ({ text, values }: { text: string; values?: unknown[] }) => {
      const rows = await store.query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
}

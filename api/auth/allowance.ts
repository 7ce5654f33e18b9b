import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { NewId } from '../http/guards.ts';
import { Problem } from '../http/problem.ts';
import { analysesUsed, failAnalysis, grantAnalysis, useAnalysis } from '../users/analyses.ts';
import type { UserStore } from '../users/store.ts';

export interface Usage {
  /** Of the allowance: never more than there is. */
  analysesUsed: number;
  analysesLimit: number;
  isAtLimit: boolean;
  /** One that is counted would be given again. */
  isOneKept: boolean;
  /** Nothing is limited: what is used is counted all the same. */
  isPremium: boolean;
}

export interface AllowanceOptions {
  store: UserStore;
  clock: Clock;
  newId: NewId;
  freePerMonth: number;
  isPremium: (userId: string) => Promise<boolean>;
}

/** What no month reaches: the largest integer its column holds. */
const UNLIMITED = 2_147_483_647;

/** What a signed-in person may still analyse this calendar month (UTC). Guests are not its business. */
export class Allowance {
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #freePerMonth: number;
  readonly #isPremium: (userId: string) => Promise<boolean>;

  constructor(options: AllowanceOptions) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#newId = options.newId;
    this.#freePerMonth = options.freePerMonth;
    this.#isPremium = options.isPremium;
  }

  /** @throws Problem 403 when the month is used up */
  async grant(userId: string): Promise<void> {
    if (!(await grantAnalysis(this.#store, this.#newId(), await this.#monthOf(userId))))
      throw usedUp();
  }

  /**
   * Uses a grant, else one of the month; nothing where the same was answered within the hour.
   * @param question what is asked, as it was checked
   * @throws Problem 403 when there is neither
   */
  async use(userId: string, question: unknown): Promise<void> {
    // Another's hash of the same is another: none tells what somebody asked.
    const hash = createHash('sha256')
      .update(JSON.stringify([userId, question]))
      .digest();
    const month = await this.#monthOf(userId);
    const isUsed = await this.#store.tx((store) => useAnalysis(store, hash, month));
    if (!isUsed) throw usedUp();
  }

  /** The analysis was not answered: its grant, if it had one, is good for another try. */
  fail(userId: string): Promise<void> {
    return failAnalysis(this.#store, userId, this.#clock());
  }

  async usageOf(userId: string): Promise<Usage> {
    const { used, hasGrantLeft } = await analysesUsed(this.#store, userId, this.#clock());
    const isPremium = await this.#isPremium(userId);
    const analysesLimit = isPremium ? UNLIMITED : this.#freePerMonth;
    return {
      // After Premium ended in the month, more was used than the allowance has.
      analysesUsed: Math.min(used, analysesLimit),
      analysesLimit,
      isAtLimit: used >= analysesLimit && !hasGrantLeft,
      isOneKept: hasGrantLeft,
      isPremium,
    };
  }

  async #monthOf(userId: string) {
    const limit = (await this.#isPremium(userId)) ? UNLIMITED : this.#freePerMonth;
    return { userId, now: this.#clock(), limit };
  }
}

/** The specification's words; the portal opens the upgrade prompt on them. */
const usedUp = (): Problem =>
  new Problem(
    403,
    'usage_limit_reached',
    "Usage limit reached. You've used all your free analyses this month. Upgrade to continue.",
  );

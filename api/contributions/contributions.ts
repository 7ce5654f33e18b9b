import { createHash, randomBytes } from 'node:crypto';
import type { Purchase } from '#schemas/api/contribution.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import type { Clock } from '#platform/clock.ts';
import { signedOut } from '../auth/sessions.ts';
import type { NewId } from '../http/guards.ts';
import {
  contributionByDigest,
  contributionsOf,
  contributorIdOf,
  contributorKey,
  deleteContribution,
  insertContribution,
  lockContributionsOf,
  setContributionId,
  type KeptContribution,
} from '../users/contributions.ts';
import { putIntoOutbox, removeUnpublished } from '../users/outbox.ts';
import { settingsOf } from '../users/settings.ts';
import type { Queries, UserStore } from '../users/store.ts';
import { contributorHash, dayOf, toEvent } from './to-event.ts';

interface Parts {
  store: UserStore;
  clock: Clock;
  newId: NewId;
}

export interface Contributed extends KeptContribution {
  /** Whether the person wants it to count. It does once their e-mail is verified, too. */
  wanted: boolean;
}

/**
 * Purchases people share. The owner's row and what is to be published of it stand or fall in one
 * transaction; the relay publishes it later.
 */
export class Contributions {
  readonly #store: UserStore;
  readonly #clock: Clock;
  readonly #newId: NewId;

  constructor({ store, clock, newId }: Parts) {
    this.#store = store;
    this.#clock = clock;
    this.#newId = newId;
  }

  /**
   * Keeps a purchase and shares it, unless the settings keep the person's out of every figure or the
   * e-mail is not verified: accounts are made by the dozen, and figures that need several contributors
   * would be one's own. The same purchase sent again, at once or years later, is the contribution it was.
   * @throws Problem 401 where the account is gone
   */
  contribute(userId: string, purchase: Purchase): Promise<Contributed> {
    const digest = createHash('sha256').update(JSON.stringify(purchase)).digest('base64url');
    return this.#store.tx(async (queries) => {
      const { wanted, isVerified } = await this.#lock(queries, userId);
      const kept: KeptContribution = {
        id: this.#newId(),
        purchase,
        contributedAt: this.#clock(),
        contributionId: null,
      };
      if (!(await insertContribution(queries, userId, digest, kept))) {
        const before = await contributionByDigest(queries, userId, digest);
        return { ...(before ?? kept), wanted };
      }
      const now = wanted && isVerified ? await this.#share(queries, userId, kept) : kept;
      return { ...now, wanted };
    });
  }

  of(userId: string): Promise<KeptContribution[]> {
    return contributionsOf(this.#store, userId);
  }

  /**
   * Takes one back for good.
   * @returns whether the person had it
   */
  remove(userId: string, id: string): Promise<boolean> {
    return this.#store.tx(async (queries) => {
      await this.#lock(queries, userId);
      const removed = await deleteContribution(queries, userId, id);
      if (removed === undefined) return false;
      if (removed.contributionId !== null) await this.#withdraw(queries, removed.contributionId);
      return true;
    });
  }

  /** Shares all of the person's or none, as settings and e-mail are now, in the caller's transaction. */
  async shareAsChosen(queries: Queries, userId: string): Promise<void> {
    const { wanted, isVerified } = await this.#lock(queries, userId);
    if (!wanted) return this.withdrawAll(queries, userId);
    if (!isVerified) return;
    for (const kept of await contributionsOf(queries, userId))
      if (kept.contributionId === null) await this.#share(queries, userId, kept);
  }

  /** Takes all of the person's out of the figures, in the caller's transaction. */
  async withdrawAll(queries: Queries, userId: string): Promise<void> {
    await this.#lock(queries, userId);
    for (const { id, contributionId } of await contributionsOf(queries, userId)) {
      if (contributionId === null) continue;
      await this.#withdraw(queries, contributionId);
      await setContributionId(queries, id, null);
    }
  }

  /** Before the settings are read: who changes them then waits, and goes over what is there by then. */
  async #lock(queries: Queries, userId: string): Promise<{ wanted: boolean; isVerified: boolean }> {
    const person = await lockContributionsOf(queries, userId);
    if (person === undefined) throw signedOut();
    const { shareContributions } = await settingsOf(queries, userId);
    return { ...person, wanted: shareContributions };
  }

  /**
   * Under a new name each time: a name that was withdrawn is out for ever. And of the day it is shared:
   * figures are of days that are over.
   */
  async #share(
    queries: Queries,
    userId: string,
    kept: KeptContribution,
  ): Promise<KeptContribution> {
    const contributionId = this.#newId();
    const key = await contributorKey(queries, randomBytes(32).toString('base64'));
    const contributorId = await contributorIdOf(queries, userId, this.#newId());
    const contributor = contributorHash(key, contributorId);
    const event = toEvent(kept.purchase, { contributionId, contributor, sharedAt: this.#clock() });
    await setContributionId(queries, kept.id, contributionId);
    await putIntoOutbox(queries, this.#newId(), rawContribution, event);
    return { ...kept, contributionId };
  }

  /** Where it never went out, nothing does: what was in a relay's hand may have, and only its row be left. */
  async #withdraw(queries: Queries, contributionId: string): Promise<void> {
    if (await removeUnpublished(queries, rawContribution, contributionId)) return;
    const event = { contributionId, day: dayOf(this.#clock()) };
    await putIntoOutbox(queries, this.#newId(), rawContributionWithdrawn, event);
  }
}

import { createHash, randomBytes } from 'node:crypto';
import type { Purchase } from '#schemas/api/contribution.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import type { Clock } from '#platform/clock.ts';
import { signedOut } from '../auth/sessions.ts';
import type { NewId } from '../http/guards.ts';
import {
  contributionByDigest,
  contributionsOf,
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
   * Keeps a purchase and shares it, unless the settings keep the person's out of every figure. The
   * same purchase sent again, at once or years later, is the contribution it was.
   * @throws Problem 401 where the account is gone
   */
  contribute(userId: string, purchase: Purchase): Promise<KeptContribution> {
    const digest = createHash('sha256').update(JSON.stringify(purchase)).digest('base64url');
    return this.#store.tx(async (queries) => {
      if (!(await lockContributionsOf(queries, userId))) throw signedOut();
      const kept: KeptContribution = {
        id: this.#newId(),
        purchase,
        contributedAt: this.#clock(),
        contributionId: null,
      };
      if (!(await insertContribution(queries, userId, digest, kept))) {
        const before = await contributionByDigest(queries, userId, digest);
        return before ?? kept;
      }
      const { shareContributions } = await settingsOf(queries, userId);
      return shareContributions ? this.#share(queries, userId, kept) : kept;
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
      if (!(await lockContributionsOf(queries, userId))) throw signedOut();
      const removed = await deleteContribution(queries, userId, id);
      if (removed === undefined) return false;
      if (removed.contributionId !== null) await this.#withdraw(queries, removed.contributionId);
      return true;
    });
  }

  /** Puts all of the person's into the figures or takes all out, as part of the caller's transaction. */
  async shareAll(queries: Queries, userId: string, share: boolean): Promise<void> {
    if (!(await lockContributionsOf(queries, userId))) throw signedOut();
    for (const kept of await contributionsOf(queries, userId)) {
      if (share && kept.contributionId === null) await this.#share(queries, userId, kept);
      if (share || kept.contributionId === null) continue;
      await this.#withdraw(queries, kept.contributionId);
      await setContributionId(queries, kept.id, null);
    }
  }

  /** Under a new name each time: a name that was withdrawn is out for ever. */
  async #share(
    queries: Queries,
    userId: string,
    kept: KeptContribution,
  ): Promise<KeptContribution> {
    const contributionId = this.#newId();
    const key = await contributorKey(queries, randomBytes(32).toString('base64'));
    const contributor = contributorHash(key, userId);
    const { purchase, contributedAt } = kept;
    const event = toEvent(purchase, { contributionId, contributor, contributedAt });
    await setContributionId(queries, kept.id, contributionId);
    await putIntoOutbox(queries, this.#newId(), rawContribution, event);
    return { ...kept, contributionId };
  }

  /** Also where it stands in the outbox still: it may have gone out, and only its row be left. */
  async #withdraw(queries: Queries, contributionId: string): Promise<void> {
    await removeUnpublished(queries, rawContribution, contributionId);
    const event = { contributionId, day: dayOf(this.#clock()) };
    await putIntoOutbox(queries, this.#newId(), rawContributionWithdrawn, event);
  }
}

import type { Clock } from '#platform/clock.ts';
import type { EventLog } from '#platform/log/port.ts';
import { rawContribution, rawContributionWithdrawn } from '#schemas/events/contribution.ts';
import type { Topic } from '#schemas/events/topic.ts';
import { claimFromOutbox, removeFromOutbox } from '../users/outbox.ts';
import type { UserStore } from '../users/store.ts';
import { shuffled } from './shuffle.ts';

/** The relay looks into the outbox so often: what comes in between goes out together, shuffled. */
export const RELAY_EVERY_MS = 30_000;
/** Longer than publishing takes. A claim that is over too early costs a repeat, which changes nothing. */
const CLAIM_MS = 60_000;
const BATCH = 1_000;

const TOPICS: readonly Topic[] = [rawContribution, rawContributionWithdrawn];

export interface RelayParts {
  store: UserStore;
  log: EventLog;
  clock: Clock;
  /** A whole number from 0 to below the bound, as good as that of `randomInt`. */
  random: (below: number) => number;
}

/**
 * Publishes what stands in the outbox. Any number of processes may do so at once.
 *
 * 1. Claim rows: no other process takes them while the claim lasts.
 * 2. Publish, in an order that does not tell who came first.
 * 3. Remove them. A crash before that leaves the rows; they are published again when the claim is
 *    over, and the fact of one contribution id is one fact however often it comes.
 */
export async function relayOutbox({ store, log, clock, random }: RelayParts): Promise<number> {
  let published = 0;
  for (;;) {
    const now = clock();
    const until = new Date(now.getTime() + CLAIM_MS);
    const topics = TOPICS.map(({ name }) => name);
    const rows = shuffled(
      await claimFromOutbox(store, { topics, now, until, limit: BATCH }),
      random,
    );
    for (const topic of TOPICS) {
      const messages = rows.filter((row) => row.topic === topic.name);
      if (messages.length === 0) continue;
      await log.publish(topic, messages);
      await removeFromOutbox(
        store,
        messages.map(({ id }) => id),
      );
    }
    published += rows.length;
    if (rows.length < BATCH) return published;
  }
}

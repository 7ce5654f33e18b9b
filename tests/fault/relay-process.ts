/**
 * An api process as far as contributions go, to be killed: `node relay-process.ts JSON`. It shares
 * purchases, relays the outbox and ends with one line that tells what the store holds; where it is to
 * hold, it says `held` there and waits for its end.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { Contributions } from '#api/contributions/contributions.ts';
import { relayOutbox } from '#api/contributions/relay.ts';
import { openEmbeddedPostgres } from '#api/users/embedded.ts';
import { migrate } from '#api/users/migrate.ts';
import { insertPerson, verifyEmailOf } from '#api/users/people.ts';
import { openPostgres } from '#api/users/postgres.ts';
import type { Queries, Row, UserStore } from '#api/users/store.ts';
import { contributionForm } from '#schemas/api/contribution.ts';
import { TOPICS } from '#schemas/events/topics.ts';
import { systemClock } from '#platform/clock.ts';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { purchaseForm } from '../support/contributions.ts';

export interface RelayProcess {
  store: { directory: string } | { url: string };
  log: string;
  /** Purchases to share, each at this price or more. */
  share: number;
  priceFrom: number;
  /** Inside the transaction, with rows in hand, or with them in the log. */
  holdAt?: 'writing' | 'claimed' | 'published';
  /** How far its clock is ahead: what was in another's hand is free by then. */
  laterMs: number;
}

export interface Held {
  /** What the store holds at the end: names in the log of what counts, and rows left to publish. */
  contributionIds: string[];
  waiting: number;
}

const wanted = JSON.parse(process.argv[2] ?? '') as RelayProcess;
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const clock = () => new Date(systemClock().getTime() + wanted.laterMs);

/** Until it is killed. */
async function hold(at: RelayProcess['holdAt']): Promise<void> {
  if (wanted.holdAt !== at) return;
  say('held');
  await new Promise((resolve) => setTimeout(resolve, 2 ** 31 - 1));
}

const opened: UserStore =
  'url' in wanted.store
    ? await openPostgres(wanted.store.url, () => undefined)
    : await openEmbeddedPostgres(wanted.store.directory);
await migrate(opened);
const store: UserStore = {
  ...opened,
  tx: (work) =>
    opened.tx((queries) => {
      const watched: Queries = {
        async query<R extends Row>(text: string, values?: readonly unknown[]) {
          if (text.startsWith('insert into outbox')) await hold('writing');
          return queries.query<R>(text, values);
        },
      };
      return work(watched);
    }),
};
const embedded = await openEmbeddedLog({ directory: wanted.log, clock });
await embedded.ensureTopics(TOPICS);
const log: EventLog = {
  ...embedded,
  async publish(topic, messages) {
    await hold('claimed');
    const positions = await embedded.publish(topic, messages);
    await hold('published');
    return positions;
  },
};

const person = {
  id: randomUUID(),
  email: `${randomUUID()}@example.com`,
  firstName: 'Ada',
  lastName: '',
  passwordHash: '',
  createdAt: clock(),
};
await insertPerson(store, person);
await verifyEmailOf(store, person.id, clock());
const contributions = new Contributions({ store, clock, newId: randomUUID });
for (let n = 0; n < wanted.share; n += 1) {
  const form = contributionForm.parse(purchaseForm({ purchasePrice: wanted.priceFrom + n }));
  await contributions.contribute(person.id, form);
}
await relayOutbox({ store, log, clock, random: (below) => randomInt(below) });

const kept = await store.query<{ contribution_id: string }>(
  'select contribution_id from contributions',
);
const [left] = await store.query<{ n: number }>('select count(*)::int as n from outbox');
const held: Held = {
  contributionIds: kept.map((row) => row.contribution_id),
  waiting: left?.n ?? 0,
};
say(JSON.stringify(held));
await embedded.close();
await store.close();

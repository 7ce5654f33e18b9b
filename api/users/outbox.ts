import { encodeEvent, type Topic } from '#schemas/events/topic.ts';
import type { z } from 'zod';
import type { Queries } from './store.ts';

/** An event on its way to the log. */
export interface OutboxRow {
  id: string;
  topic: string;
  key: string;
  value: string;
}

/** To be published once the transaction it is part of holds; refused here if it is no event of its topic. */
export async function putIntoOutbox<Schema extends z.ZodObject>(
  queries: Queries,
  id: string,
  topic: Topic<Schema>,
  event: z.input<Schema>,
): Promise<void> {
  const { key, value } = encodeEvent(topic, event);
  await queries.query('insert into outbox (id, topic, key, value) values ($1, $2, $3, $4)', [
    id,
    topic.name,
    key,
    value,
  ]);
}

/**
 * Takes at most so many rows of these topics in hand, none that another process has in hand now. One that was killed
 * loses its claim with time, and its rows are published by the next.
 */
export async function claimFromOutbox(
  store: Queries,
  {
    topics,
    now,
    until,
    limit,
  }: { topics: readonly string[]; now: Date; until: Date; limit: number },
): Promise<OutboxRow[]> {
  return store.query<OutboxRow & Record<string, unknown>>(
    `update outbox set claimed_until = $2
     where id in (
       select id from outbox
       where topic = any($4::text[]) and (claimed_until is null or claimed_until <= $1)
       limit $3 for update skip locked
     )
     returning id, topic, key, value`,
    [now, until, limit, topics],
  );
}

/** They are durable in the log. */
export async function removeFromOutbox(store: Queries, ids: readonly string[]): Promise<void> {
  await store.query('delete from outbox where id = any($1::uuid[])', [ids]);
}

/**
 * What has not gone out yet needs not go out any more.
 * @returns whether it never did: what was in another's hand may have gone out
 */
export async function removeUnpublished(
  queries: Queries,
  topic: Topic,
  key: string,
): Promise<boolean> {
  const rows = await queries.query<{ claimed: boolean }>(
    `delete from outbox where topic = $1 and key = $2
     returning claimed_until is not null as claimed`,
    [topic.name, key],
  );
  return rows.length > 0 && rows.every(({ claimed }) => !claimed);
}

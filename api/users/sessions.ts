import type { Queries } from './store.ts';

/** One signed-in device of a person. */
export interface SessionRecord {
  id: string;
  userId: string;
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
}

interface SessionRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  device: string;
  created_at: Date;
  last_seen_at: Date;
}

const COLUMNS = 'id, user_id, device, created_at, last_seen_at';

const toSession = (row: SessionRow): SessionRecord => ({
  id: row.id,
  userId: row.user_id,
  device: row.device,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
});

/** Writes a new session, and forgets those of the person that are over. */
export async function insertSession(
  store: Queries,
  session: { id: string; userId: string; device: string; now: Date; expiresAt: Date },
): Promise<void> {
  const { id, userId, device, now, expiresAt } = session;
  await store.query('delete from sessions where user_id = $1 and expires_at <= $2', [userId, now]);
  await store.query(
    `insert into sessions (id, user_id, device, created_at, last_seen_at, expires_at)
     values ($1, $2, $3, $4, $4, $5)`,
    [id, userId, device, now, expiresAt],
  );
}

export async function validSession(
  store: Queries,
  id: string,
  userId: string,
  now: Date,
): Promise<SessionRecord | undefined> {
  const rows = await store.query<SessionRow>(
    `select ${COLUMNS} from sessions where id = $1 and user_id = $2 and expires_at > $3`,
    [id, userId, now],
  );
  return rows.map(toSession)[0];
}

/** A session in use lives on. */
export async function touchSession(
  store: Queries,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await store.query('update sessions set last_seen_at = $2, expires_at = $3 where id = $1', [
    id,
    now,
    expiresAt,
  ]);
}

/** @returns whether the person had it */
export async function deleteSession(store: Queries, id: string, userId: string): Promise<boolean> {
  const rows = await store.query(
    'delete from sessions where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length > 0;
}

export async function deleteSessionsOf(store: Queries, userId: string): Promise<void> {
  await store.query('delete from sessions where user_id = $1', [userId]);
}

/** Those that are valid, the latest used first. */
export async function sessionsOf(
  store: Queries,
  userId: string,
  now: Date,
): Promise<SessionRecord[]> {
  const rows = await store.query<SessionRow>(
    `select ${COLUMNS} from sessions where user_id = $1 and expires_at > $2
     order by last_seen_at desc, id`,
    [userId, now],
  );
  return rows.map(toSession);
}

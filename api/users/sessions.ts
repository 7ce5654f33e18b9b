import type { Queries, UserStore } from './store.ts';

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

/** Told the id of each session whose row went, by a trigger of the table. */
export const SESSION_ENDED = 'session_ended';

/** More devices than anybody has; it bounds what one account can store. */
const SESSIONS_MAX = 50;

export interface NewSession {
  id: string;
  userId: string;
  /** The hash the password was verified against. */
  passwordHash: string;
  device: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Writes a new session where the password is still the one that was verified, and forgets those of
 * the person that are over or past `SESSIONS_MAX`, the longest unused first. The lock on the person
 * makes a change of the password wait and then find this session, or this wait and find the change.
 * @returns whether it was written
 */
export function insertSession(store: UserStore, session: NewSession): Promise<boolean> {
  const { id, userId, passwordHash, device, now, expiresAt } = session;
  return store.tx(async (queries) => {
    const owner = await queries.query(
      'select id from users where id = $1 and password_hash = $2 for no key update',
      [userId, passwordHash],
    );
    if (owner.length === 0) return false;
    await queries.query(
      `delete from sessions where user_id = $1 and (expires_at <= $2 or id in (
         select id from sessions where user_id = $1 order by last_seen_at desc, id offset $3
       ))`,
      [userId, now, SESSIONS_MAX - 1],
    );
    await queries.query(
      `insert into sessions (id, user_id, device, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, $4, $4, $5)`,
      [id, userId, device, now, expiresAt],
    );
    return true;
  });
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

/** A session in use lives on, until then. */
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

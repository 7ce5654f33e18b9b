import type { Queries, Row } from './store.ts';

export interface SandboxRow<Data> {
  ref: string;
  /** Whose it is; null once the account is gone. */
  user_id: string | null;
  data: Data;
  version: number;
  due_at: Date | null;
}

/** A new object; one that is there stays as it is. */
export async function insertSandboxObject(
  store: Queries,
  ref: string,
  secret: string,
  userId: string,
  data: object,
): Promise<void> {
  await store.query(
    `insert into sandbox_objects (ref, secret, user_id, data)
     values ($1, $2, (select id from users where id = $3), $4::jsonb)
     on conflict (ref) do nothing`,
    [ref, secret, userId, JSON.stringify(data)],
  );
}

/** By its ref, its secret or a payment of it. @param lock for a write in the same transaction */
export async function sandboxObject<Data>(
  store: Queries,
  by: { ref?: string; secret?: string; payment?: string },
  lock: '' | 'for update' = '',
): Promise<SandboxRow<Data> | undefined> {
  const rows = await store.query<SandboxRow<Data> & Row>(
    `select ref, user_id, data, version, due_at from sandbox_objects
     where ref = $1 or secret = $2 or data->'payments' @> $3::jsonb limit 1 ${lock}`,
    [
      by.ref ?? null,
      by.secret ?? null,
      by.payment === undefined ? null : JSON.stringify([{ ref: by.payment }]),
    ],
  );
  return rows[0];
}

/** Writes what became of it; its event is to be told. */
export async function updateSandboxObject(
  store: Queries,
  ref: string,
  data: object,
  dueAt: Date | null,
): Promise<void> {
  await store.query(
    `update sandbox_objects set data = $2::jsonb, due_at = $3, untold = true, version = version + 1
     where ref = $1`,
    [ref, JSON.stringify(data), dueAt],
  );
}

export async function dueSandboxObjects(store: Queries, now: Date): Promise<string[]> {
  const rows = await store.query<{ ref: string }>(
    'select ref from sandbox_objects where due_at <= $1 order by due_at limit 100',
    [now],
  );
  return rows.map(({ ref }) => ref);
}

export async function untoldSandboxObjects(
  store: Queries,
): Promise<{ ref: string; version: number }[]> {
  return store.query<{ ref: string; version: number }>(
    'select ref, version from sandbox_objects where untold order by ref limit 100',
  );
}

/** Its event was taken, unless something happened since. */
export async function markSandboxObjectTold(
  store: Queries,
  ref: string,
  version: number,
): Promise<void> {
  await store.query('update sandbox_objects set untold = false where ref = $1 and version = $2', [
    ref,
    version,
  ]);
}

import type { Queries } from './store.ts';

export interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  createdAt: Date;
}

interface PersonRow extends Record<string, unknown> {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  created_at: Date;
}

const COLUMNS = 'id, email, first_name, last_name, created_at';

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  createdAt: row.created_at,
});

export interface NewPerson {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  createdAt: Date;
}

/** @returns undefined where the e-mail, in any case of its letters, has an account */
export async function insertPerson(store: Queries, person: NewPerson): Promise<Person | undefined> {
  const rows = await store.query<PersonRow>(
    `insert into users (id, email, first_name, last_name, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (lower(email)) do nothing
     returning ${COLUMNS}`,
    [
      person.id,
      person.email,
      person.firstName,
      person.lastName,
      person.passwordHash,
      person.createdAt,
    ],
  );
  return rows.map(toPerson)[0];
}

export async function personById(store: Queries, id: string): Promise<Person | undefined> {
  const rows = await store.query<PersonRow>(`select ${COLUMNS} from users where id = $1`, [id]);
  return rows.map(toPerson)[0];
}

export async function personByEmail(
  store: Queries,
  email: string,
): Promise<(Person & { passwordHash: string }) | undefined> {
  const rows = await store.query<PersonRow & { password_hash: string }>(
    `select ${COLUMNS}, password_hash from users where lower(email) = lower($1)`,
    [email],
  );
  return rows.map((row) => ({ ...toPerson(row), passwordHash: row.password_hash }))[0];
}

export async function replacePasswordHash(
  store: Queries,
  id: string,
  passwordHash: string,
): Promise<void> {
  await store.query('update users set password_hash = $2 where id = $1', [id, passwordHash]);
}

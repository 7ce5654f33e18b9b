import type { z } from 'zod';
import type { updateProfile } from '#schemas/api/account.ts';
import type { Queries } from './store.ts';

export interface Person {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  location: string;
  createdAt: Date;
  /** Null until a link mailed to the address was followed. */
  emailVerifiedAt: Date | null;
  lastAnalysisAt: Date | null;
  hasContributed: boolean;
}

/** With the hash, which nothing but a password's check needs. */
export interface PersonWithHash extends Person {
  passwordHash: string;
}

interface PersonRow extends Record<string, unknown> {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  location: string;
  created_at: Date;
  email_verified_at: Date | null;
  last_analysis_at: Date | null;
  has_contributed: boolean;
}

const COLUMNS = `
  id, email, first_name, last_name, phone, location, created_at, email_verified_at, last_analysis_at,
  exists (select from contributions where user_id = users.id) as has_contributed`;

const toPerson = (row: PersonRow): Person => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  phone: row.phone,
  location: row.location,
  createdAt: row.created_at,
  emailVerifiedAt: row.email_verified_at,
  lastAnalysisAt: row.last_analysis_at,
  hasContributed: row.has_contributed,
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

export async function personWithPassword(
  store: Queries,
  id: string,
): Promise<PersonWithHash | undefined> {
  const rows = await store.query<PersonRow & { password_hash: string }>(
    `select ${COLUMNS}, password_hash from users where id = $1`,
    [id],
  );
  return rows.map((row) => ({ ...toPerson(row), passwordHash: row.password_hash }))[0];
}

export async function personByEmail(
  store: Queries,
  email: string,
): Promise<PersonWithHash | undefined> {
  const rows = await store.query<PersonRow & { password_hash: string }>(
    `select ${COLUMNS}, password_hash from users where lower(email) = lower($1)`,
    [email],
  );
  return rows.map((row) => ({ ...toPerson(row), passwordHash: row.password_hash }))[0];
}

/** Sets the hash, whatever it was. @returns whether there is such a person */
export async function setPasswordHash(
  store: Queries,
  id: string,
  passwordHash: string,
): Promise<boolean> {
  const rows = await store.query('update users set password_hash = $2 where id = $1 returning id', [
    id,
    passwordHash,
  ]);
  return rows.length > 0;
}

/**
 * Sets the hash where it still is the one that was verified: an old password on its way must not
 * overwrite what was set meanwhile.
 * @returns whether it was
 */
export async function replacePasswordHash(
  store: Queries,
  { id, passwordHash }: PersonWithHash,
  newHash: string,
): Promise<boolean> {
  const rows = await store.query(
    'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [id, passwordHash, newHash],
  );
  return rows.length > 0;
}

type Details = z.output<typeof updateProfile.body>;

/** Changes what is given; what is undefined stays. */
export async function updatePerson(
  store: Queries,
  id: string,
  changes: Details,
): Promise<Person | undefined> {
  const rows = await store.query<PersonRow>(
    `update users set
       first_name = coalesce($2, first_name), last_name = coalesce($3, last_name),
       phone = coalesce($4, phone), location = coalesce($5, location)
     where id = $1 returning ${COLUMNS}`,
    [
      id,
      changes.firstName ?? null,
      changes.lastName ?? null,
      changes.phone ?? null,
      changes.location ?? null,
    ],
  );
  return rows.map(toPerson)[0];
}

export async function verifyEmailOf(store: Queries, id: string, now: Date): Promise<void> {
  await store.query(
    'update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1',
    [id, now],
  );
}

/**
 * With everything that names the person: sessions, settings, usage, what was saved.
 * @returns false where the hash is no longer the one that was verified
 */
export async function deletePerson(
  store: Queries,
  { id, passwordHash }: PersonWithHash,
): Promise<boolean> {
  const rows = await store.query(
    'delete from users where id = $1 and password_hash = $2 returning id',
    [id, passwordHash],
  );
  return rows.length > 0;
}

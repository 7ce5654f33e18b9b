import { purchase, type Purchase } from '#schemas/api/contribution.ts';
import type { Queries } from './store.ts';

/** A contribution as its owner's row has it. */
export interface KeptContribution {
  id: string;
  purchase: Purchase;
  contributedAt: Date;
  /** Its name in the log; null while it counts in no figure. */
  contributionId: string | null;
}

interface Row extends Record<string, unknown> {
  id: string;
  purchase: unknown;
  contributed_at: Date;
  contribution_id: string | null;
}

const COLUMNS = 'id, purchase, contributed_at, contribution_id';

const toKept = (row: Row): KeptContribution => ({
  id: row.id,
  purchase: purchase.parse(row.purchase),
  contributedAt: row.contributed_at,
  contributionId: row.contribution_id,
});

/**
 * Makes everything else that changes the person's contributions wait for the end of this transaction,
 * so that what is chosen in the settings holds for every one of them.
 * @returns whether the person's e-mail is verified; undefined where there is no such person
 */
export async function lockContributionsOf(
  queries: Queries,
  userId: string,
): Promise<{ isVerified: boolean } | undefined> {
  const [row] = await queries.query<{ verified: boolean }>(
    'select email_verified_at is not null as verified from users where id = $1 for no key update',
    [userId],
  );
  return row === undefined ? undefined : { isVerified: row.verified };
}

/** @returns false where the person has this very purchase already */
export async function insertContribution(
  queries: Queries,
  userId: string,
  digest: string,
  kept: KeptContribution,
): Promise<boolean> {
  const rows = await queries.query(
    `insert into contributions (id, user_id, digest, purchase, contributed_at, contribution_id)
     values ($1, $2, $3, $4::jsonb, $5, $6)
     on conflict (user_id, digest) do nothing
     returning id`,
    [
      kept.id,
      userId,
      digest,
      JSON.stringify(kept.purchase),
      kept.contributedAt,
      kept.contributionId,
    ],
  );
  return rows.length > 0;
}

export async function contributionByDigest(
  queries: Queries,
  userId: string,
  digest: string,
): Promise<KeptContribution | undefined> {
  const rows = await queries.query<Row>(
    `select ${COLUMNS} from contributions where user_id = $1 and digest = $2`,
    [userId, digest],
  );
  return rows.map(toKept)[0];
}

/** The latest first. */
export async function contributionsOf(store: Queries, userId: string): Promise<KeptContribution[]> {
  const rows = await store.query<Row>(
    `select ${COLUMNS} from contributions where user_id = $1 order by contributed_at desc, id`,
    [userId],
  );
  return rows.map(toKept);
}

export async function setContributionId(
  queries: Queries,
  id: string,
  contributionId: string | null,
): Promise<void> {
  await queries.query('update contributions set contribution_id = $2 where id = $1', [
    id,
    contributionId,
  ]);
}

/** @returns what it was; undefined where the person has no such contribution */
export async function deleteContribution(
  queries: Queries,
  userId: string,
  id: string,
): Promise<KeptContribution | undefined> {
  const rows = await queries.query<Row>(
    `delete from contributions where id = $1 and user_id = $2 returning ${COLUMNS}`,
    [id, userId],
  );
  return rows.map(toKept)[0];
}

/** What the person's name in the log is made of: `made` where there is nothing yet. */
export async function contributorIdOf(
  queries: Queries,
  userId: string,
  made: string,
): Promise<string> {
  await queries.query(
    'insert into contributors (user_id, id) values ($1, $2) on conflict (user_id) do nothing',
    [userId, made],
  );
  const [row] = await queries.query<{ id: string }>(
    'select id from contributors where user_id = $1',
    [userId],
  );
  if (row === undefined) throw new Error('the contributor was noted and is not there');
  return row.id;
}

/** The key contributors are hashed with: `made` where there is none yet. */
export async function contributorKey(queries: Queries, made: string): Promise<string> {
  await queries.query(
    'insert into contributor_key (id, key) values (1, $1) on conflict (id) do nothing',
    [made],
  );
  const [row] = await queries.query<{ key: string }>('select key from contributor_key');
  if (row === undefined) throw new Error('the key of contributors was made and is not there');
  return row.key;
}

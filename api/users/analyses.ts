import type { Queries } from './store.ts';

/** Whose month, and how many analyses it has. */
export interface MonthOfPerson {
  userId: string;
  now: Date;
  limit: number;
}

const HOUR_MS = 3_600_000;
/** A grant whose analysis has not come by now is taken to have been lost on the way: it is given again. */
const LOST_AFTER_MS = 10_000;

const monthOf = (now: Date): string => now.toISOString().slice(0, 7);
const lapsed = (now: Date): Date => new Date(now.getTime() - HOUR_MS);
const lost = (now: Date): Date => new Date(now.getTime() - LOST_AFTER_MS);

/**
 * The person first, as everywhere: who locks in another order waits for each other for ever, as a deletion would
 * that comes in between. Without a person nothing of theirs is touched, and counting fails.
 */
const owner = (lock: 'key share' | 'no key update'): string => `
  owner as materialized (select id from users where id = $1 for ${lock})`;

/** Takes one of the month, unless one of `instead` gave a row; no row where none is left. */
const counted = (...instead: string[]): string => `
  insert into analysis_months as months (user_id, month, used)
  select $1::uuid, $2, 1 where $3::int > 0
    and ${instead.map((rows) => `not exists (select from ${rows})`).join(' and ')}
  on conflict (user_id, month) do update set used = months.used + 1 where months.used < $3::int
  returning user_id`;

/**
 * Grants one analysis and counts it, in one statement; a grant that failed or was lost is given anew
 * and not counted again.
 * @returns whether there was one to grant
 */
export async function grantAnalysis(
  store: Queries,
  id: string,
  { userId, now, limit }: MonthOfPerson,
): Promise<boolean> {
  const [row] = await store.query<{ granted: boolean }>(
    `with ${owner('key share')}, gone as (
      delete from analysis_grants
      where user_id = (select id from owner) and granted_at <= $5
    ), again as (
      update analysis_grants set granted_at = $4, failed_at = null
      where id = (
        select id from analysis_grants
        where user_id = (select id from owner)
          and granted_at > $5 and (failed_at is not null or granted_at <= $6)
        order by granted_at limit 1 for update skip locked
      )
      returning id
    ), counted as (${counted('again')}
    ), granted as (
      insert into analysis_grants (id, user_id, granted_at)
      select $7::uuid, user_id, $4 from counted
    )
    select exists (select from again) or exists (select from counted) as granted`,
    [userId, monthOf(now), limit, now, lapsed(now), lost(now), id],
  );
  return row?.granted ?? false;
}

/**
 * Uses up a grant, else nothing where the same was answered within the hour, else one of the month.
 * @param store within a transaction: of the same asked twice at once, the second must see what the first wrote
 * @param question what was asked, or its hash
 * @returns whether there was any of these
 */
export async function useAnalysis(
  store: Queries,
  question: Uint8Array,
  { userId, now, limit }: MonthOfPerson,
): Promise<boolean> {
  await store.query('select from users where id = $1 for no key update', [userId]);
  const [row] = await store.query<{ used: boolean }>(
    `with ${owner('no key update')}, forgotten as (
      delete from answered_questions where (user_id, question) in (
        select user_id, question from answered_questions
        where answered_at <= $5 and (user_id <> $1 or question <> $6) for update skip locked
      )
    ), spent as (
      delete from analysis_grants
      where id = (
        select id from analysis_grants where user_id = (select id from owner) and granted_at > $5
        order by granted_at limit 1 for update skip locked
      )
      returning user_id
    ), answered as (
      select user_id from answered_questions
      where user_id = (select id from owner) and question = $6 and answered_at > $5
    ), counted as (${counted('spent', 'answered')}
    ), used as (
      select user_id from spent union select user_id from counted
    ), kept as (
      insert into answered_questions (user_id, question, answered_at)
      select user_id, $6, $4 from used
      on conflict (user_id, question) do update set answered_at = excluded.answered_at
    ), noted as (
      update users set last_analysis_at = $4 where id in (select user_id from used)
    )
    select exists (select from used) or exists (select from answered) as used`,
    [userId, monthOf(now), limit, now, lapsed(now), question],
  );
  return row?.used ?? false;
}

/** Marks the grant of an analysis that was refused, so that the next one asked for is this one. */
export async function failAnalysis(store: Queries, userId: string, now: Date): Promise<void> {
  await store.query(
    `update analysis_grants set failed_at = $2
     where id = (
       select id from analysis_grants
       where user_id = $1 and granted_at > $3 and failed_at is null
       order by granted_at limit 1 for update skip locked
     )`,
    [userId, now, lapsed(now)],
  );
}

export interface AnalysesUsed {
  used: number;
  /** One that is counted and would be given again. */
  hasGrantLeft: boolean;
}

export async function analysesUsed(
  store: Queries,
  userId: string,
  now: Date,
): Promise<AnalysesUsed> {
  const [row] = await store.query<{ used: number; left: boolean }>(
    `select
       coalesce((select used from analysis_months where user_id = $1 and month = $2), 0) as used,
       exists (
         select from analysis_grants
         where user_id = $1 and granted_at > $3 and (failed_at is not null or granted_at <= $4)
       ) as left`,
    [userId, monthOf(now), lapsed(now), lost(now)],
  );
  return { used: row?.used ?? 0, hasGrantLeft: row?.left ?? false };
}

/** Oldest first. */
export async function analysesByMonth(
  store: Queries,
  userId: string,
): Promise<{ month: string; used: number }[]> {
  return store.query<{ month: string; used: number }>(
    'select month, used from analysis_months where user_id = $1 order by month',
    [userId],
  );
}

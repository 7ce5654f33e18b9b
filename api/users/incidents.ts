import type { Finding } from '#domain/health/incidents.ts';
import type { IncidentKind } from '#schemas/api/staff-health.ts';
import type { Queries } from './store.ts';

export interface Incident extends Finding {
  id: string;
  openedAt: Date;
  endedAt: Date | null;
  openToldAt: Date | null;
  endToldAt: Date | null;
}

const COLUMNS = `
  id, kind, subject, detail, opened_at as "openedAt", ended_at as "endedAt",
  open_told_at as "openToldAt", end_told_at as "endToldAt"`;

type Row = Incident & Record<string, unknown>;

/** Opens an incident, or says of the one that is open that it is still so. */
export async function noteIncident(
  store: Queries,
  { id, kind, subject, detail }: Finding & { id: string },
  now: Date,
): Promise<void> {
  await store.query(
    `insert into incidents (id, kind, subject, detail, opened_at, seen_at, not_before)
     values ($1, $2, $3, $4, $5, $5, $5)
     on conflict (kind, subject) where ended_at is null
     do update set seen_at = greatest(incidents.seen_at, excluded.seen_at), detail = excluded.detail`,
    [id, kind, subject, detail, now],
  );
}

/** Says of one that is open, if one is, that it is still so, and what of it now. */
export async function restateIncident(
  store: Queries,
  { kind, subject, detail }: Finding,
  now: Date,
): Promise<void> {
  await store.query(
    `update incidents set seen_at = greatest(seen_at, $4), detail = $3
     where kind = $1 and subject = $2 and ended_at is null`,
    [kind, subject, detail, now],
  );
}

/**
 * Ends one that nobody has seen since `seenBefore`. That it is over is told at once, unless it is still to
 * be told that it is open: who has that in hand is not interfered with.
 */
export async function endIncident(
  store: Queries,
  { kind, subject }: { kind: IncidentKind; subject: string },
  { now, seenBefore }: { now: Date; seenBefore: Date },
): Promise<void> {
  await store.query(
    `update incidents set ended_at = $3,
       not_before = case when open_told_at is null then not_before else $3 end,
       attempts = case when open_told_at is null then attempts else 0 end
     where kind = $1 and subject = $2 and ended_at is null and seen_at <= $4`,
    [kind, subject, now, seenBefore],
  );
}

/** Newest first. */
export function openIncidents(store: Queries): Promise<Incident[]> {
  return store.query<Row>(
    `select ${COLUMNS} from incidents where ended_at is null order by opened_at desc, id`,
  );
}

/** Those that ended since, the last to end first. */
export function endedIncidents(
  store: Queries,
  { since, limit }: { since: Date; limit: number },
): Promise<Incident[]> {
  return store.query<Row>(
    `select ${COLUMNS} from incidents where ended_at > $1 order by ended_at desc, id limit $2`,
    [since, limit],
  );
}

/** Forgets those that ended before. */
export async function dropIncidents(store: Queries, before: Date): Promise<void> {
  await store.query('delete from incidents where ended_at < $1', [before]);
}

/**
 * Takes one in hand of which something is to be told and nobody else does: that it is open, then that it
 * is over. One whose process was killed is free again `until`. What ended before `since` is no news.
 */
export async function claimNews(
  store: Queries,
  { now, until, since }: { now: Date; until: Date; since: Date },
): Promise<(Incident & { attempts: number }) | undefined> {
  const [row] = await store.query<Row & { attempts: number }>(
    `update incidents set not_before = $2, attempts = attempts + 1 where id = (
       select id from incidents
       where not_before <= $1
         and (open_told_at is null or (ended_at is not null and end_told_at is null))
         and (ended_at is null or ended_at > $3)
       order by opened_at, id limit 1 for update skip locked
     )
     returning ${COLUMNS}, attempts`,
    [now, until, since],
  );
  return row;
}

/** The webhook took the news: what there is to tell next is free at once. */
export async function newsTold(
  store: Queries,
  id: string,
  news: 'open' | 'end',
  now: Date,
): Promise<void> {
  const column = news === 'open' ? 'open_told_at' : 'end_told_at';
  await store.query(
    `update incidents set ${column} = $2, not_before = $2, attempts = 0 where id = $1`,
    [id, now],
  );
}

/** It is not tried again before. */
export async function putOffNews(store: Queries, id: string, notBefore: Date): Promise<void> {
  await store.query('update incidents set not_before = $2 where id = $1', [id, notBefore]);
}

import type { Funnel, RunSummary } from '#schemas/api/staff-health.ts';
import {
  NOT_ASKED_BY,
  NOTHING_SEEN,
  OF_PART,
  SENT_AWAY,
  type IngestFunnel,
} from '#schemas/events/ingest-funnel.ts';
import { SILENT_AFTER_MS, type IngestAlive } from '#schemas/events/ingest-alive.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { givenUpIn } from './given-up.ts';
import { waitsNow } from './waits-now.ts';

/** What the log says of one run: its states in their order, and what was counted of it. */
export interface ToldRun {
  states: readonly IngestRun[];
  crawled: IngestFunnel | undefined;
  compared: IngestFunnel | undefined;
  /** What of its dead letters is understood by now. */
  reread?: IngestFunnel | undefined;
  /** What its process last said while it lives. */
  alive: IngestAlive | undefined;
  /** Collections that staff gave up while it was of them: it was given up by those in which it began, or went on. */
  cancelled: readonly { from: string; at: string }[];
}

const total = (counts: Readonly<Record<string, number>> | undefined): number | null =>
  counts === undefined ? null : Object.values(counts).reduce((sum, count) => sum + count, 0);

const plus = (count: number | null | undefined, more = 0): number | null =>
  count === null || count === undefined ? null : Math.max(0, count + more);

/** Of the letters of a run that is loaded: how many are facts by now, and how many are known to be none. */
const readSince = ({ reread }: ToldRun): { stored: number; dropped: number } => ({
  stored: reread?.counts.stored ?? 0,
  dropped: total(reread?.dropped) ?? 0,
});

/**
 * One run as it stands. A state that was said again wins over what came before it: a crawl that was
 * killed and taken up again has started twice.
 * @param isNewest whether its source has begun no other since that this one cannot be under way beside
 */
export function summariseRun(
  run: ToldRun,
  { now, isNewest }: { now: Date; isNewest: boolean },
): RunSummary {
  const { states, crawled, compared, alive } = run;
  const first = states[0];
  const last = states.at(-1);
  if (first === undefined || last === undefined) throw new Error('a run without any state');
  const started = states.findLast(({ state }) => state === 'started');
  const published = states.findLast(({ state }) => state === 'published');
  const firstStart = states.find(({ state }) => state === 'started');
  // Of one that was given up after it had failed, that.
  const givenUp = givenUpIn(run);
  const failure = states.findLast((end) => end.state === 'failed' && !givenUp.has(end));
  const state = stateOf();
  const counted = last.state === 'loaded' ? last : undefined;
  const since = counted && readSince(run);
  const collected = last.state === 'failed' ? last : published;
  const unidentified = compared?.missed?.['unidentified'];
  const waits = state === 'running' ? waitsNow(alive, { saidAt: last.at, now }) : undefined;
  return {
    runId: first.runId,
    state,
    startedAt: firstStart?.at ?? null,
    endedAt: last.state === 'loaded' || last.state === 'failed' ? last.at : null,
    seconds:
      started === undefined || collected === undefined || collected.at < started.at
        ? null
        : secondsOf(states),
    // A run that has only begun, or that failed, says what it set out for.
    coverage: collected?.state === 'published' ? last.coverage : 'partial',
    scope: scopeOf(run),
    ...(state === 'partial' && isOfRegistrations(last) ? { uncounted: true } : {}),
    ...(state === 'partial' && wasSentAway(crawled) ? { sentAway: true } : {}),
    ...(compared?.missed?.['set_aside'] !== undefined ? { setAside: true } : {}),
    ...(unidentified === undefined ? {} : { unidentified }),
    ...(waits === undefined ? {} : { waits }),
    read: collected?.read ?? null,
    published: collected?.published ?? null,
    stored: plus(counted?.stored, since?.stored),
    duplicates: counted?.duplicates ?? null,
    dropped: plus(total(counted?.dropped), since?.dropped),
    deadLettered: plus(total(counted?.deadLettered), since && -(since.stored + since.dropped)),
    error: (last.state === 'failed' ? failure : last)?.error ?? null,
  };

  function stateOf(): RunSummary['state'] {
    if (last?.state === 'failed' && failure === undefined) return 'cancelled';
    if (last?.state === 'failed') return crawled?.blocked === undefined ? 'failed' : 'blocked';
    if (last?.state === 'published') return 'loading';
    if (last?.state === 'loaded') {
      const isLess = firstStart?.coverage === 'full' && last.coverage === 'partial';
      // A feed of what has changed never is of all; a file of it that broke off has less than it should.
      return isLess || last.error !== undefined ? 'partial' : 'done';
    }
    const said = last?.at ?? '';
    const heardAt = alive !== undefined && alive.at > said ? alive.at : said;
    const isSilent = now.getTime() - Date.parse(heardAt) > SILENT_AFTER_MS;
    return isNewest && !isSilent ? 'running' : 'lost';
  }
}

/** Sitemaps, which it may have read before that, are no pages; a funnel of before December 2026 counts them as such. */
const wasSentAway = (crawled: IngestFunnel | undefined): boolean =>
  SENT_AWAY.some((reason) => hasMissed(crawled, reason)) &&
  (hasMissed(crawled, NOTHING_SEEN) || !crawled?.counts.fetched);

const hasMissed = (crawled: IngestFunnel | undefined, reason: string): boolean =>
  crawled?.missed?.[reason] !== undefined;

/** What it set out for; of one that came to everything all the same, all. */
export const scopeOf = ({
  states,
  crawled,
}: Pick<ToldRun, 'states' | 'crawled'>): RunSummary['scope'] =>
  (states.at(-1)?.ofPart ?? isOfPart(crawled)) ? 'some' : 'all';

/** By what a run missed, of one that does not say it: until December 2026. */
const isOfPart = (crawled: IngestFunnel | undefined): boolean =>
  OF_PART.some((reason) => hasMissed(crawled, reason));

/** A published run that names no ends in the log of listings: of a file that broke off no figure is made. */
const isOfRegistrations = ({ ends }: IngestRun): boolean => ends === undefined;

/**
 * From each start to where the collecting ended or failed: what lies between a failure and going on is no work. Null
 * where a process was killed: how long it had worked nobody said, and the rest is no figure to judge by.
 */
function secondsOf(states: readonly IngestRun[]): number | null {
  let sum = 0;
  let since: string | undefined;
  for (const { state, at } of states) {
    if (state === 'started') {
      if (since !== undefined) return null;
      since = at;
    } else if (since !== undefined && state !== 'loaded') {
      sum += Math.max(0, Date.parse(at) - Date.parse(since));
      since = undefined;
    }
  }
  return sum / 1_000;
}

/**
 * What became of everything on the way. Of a stage that the source does not have, or of which nothing
 * was said yet, nothing is said.
 * @param isOpen of one that goes on, or whose process was lost: what it has come to so far, where it may yet ask for all
 */
export function funnelOf(run: ToldRun, { isOpen = false } = {}): Funnel {
  const { states, compared, reread } = run;
  const runId = states[0]?.runId ?? '';
  const collected = states.findLast(({ state }) => state === 'published' || state === 'failed');
  const isPublished = collected?.state === 'published';
  const crawled = (isPublished ? undefined : soFarSince(run, run.crawled)) ?? run.crawled;
  const records = isPublished ? undefined : soFarSince(run, collected)?.counts.records;
  const loaded = states.findLast(({ state }) => state === 'loaded');
  const stages: Funnel['stages'] = [];
  const add = (
    stage: Funnel['stages'][number]['stage'],
    unit: 'pages' | 'records',
    count: number | undefined,
  ): void => {
    if (count !== undefined) stages.push({ stage, unit, count });
  };
  for (const stage of ['discovered', 'allowed', 'fetched', 'parsed'] as const)
    add(stage, 'pages', crawled?.counts[stage]);
  add('records', 'records', records ?? collected?.read);
  const { stored, duplicates } = loaded ?? {};
  const since = readSince(run).stored;
  add('valid', 'records', stored === undefined ? undefined : stored + (duplicates ?? 0) + since);
  for (const stage of ['new', 'changed', 'unchanged'] as const)
    add(stage, 'records', compared?.counts[stage]);
  add('duplicates', 'records', duplicates);
  add('reread', 'records', loaded && since > 0 ? since : undefined);

  const rejected = [
    ...reasonsOf(
      { ...crawled?.missed, not_asked_for: isOpen ? 0 : notAskedFor(crawled) },
      'not_seen',
      'pages',
    ),
    ...reasonsOf(together(loaded?.dropped, loaded && reread?.dropped), 'dropped', 'records'),
    ...reasonsOf(without(loaded?.deadLettered, reread?.missed), 'dead_letter', 'records'),
  ];
  return { runId, stages, rejected: rejected.toSorted((a, b) => b.count - a.count) };
}

type Counts = Readonly<Record<string, number>>;

const together = (counts: Counts = {}, more: Counts = {}): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(counts), ...Object.keys(more)])].map((reason) => [
      reason,
      (counts[reason] ?? 0) + (more[reason] ?? 0),
    ]),
  );

const without = (counts: Counts = {}, fewer: Counts = {}): Counts =>
  Object.fromEntries(
    Object.entries(counts).map(([reason, count]) => [reason, count - (fewer[reason] ?? 0)]),
  );

/** What it said that it had come to, where it said nothing else since: how it ended, or broke off. */
const soFarSince = ({ alive }: ToldRun, said: { at: string } | undefined): IngestAlive['soFar'] =>
  alive !== undefined && alive.at > (said?.at ?? '') ? alive.soFar : undefined;

/** Pages that it came upon and had not come to when it ended, by whatever. */
function notAskedFor({
  counts,
  missed = {},
}: Partial<Pick<IngestFunnel, 'counts' | 'missed'>> = {}): number {
  const { discovered = 0, allowed = 0 } = counts ?? {};
  const told = NOT_ASKED_BY.reduce((sum, reason) => sum + (missed[reason] ?? 0), 0);
  return Math.max(0, discovered - allowed - told);
}

const reasonsOf = (
  counts: Readonly<Record<string, number>> | undefined,
  kind: Funnel['rejected'][number]['kind'],
  unit: 'pages' | 'records',
): Funnel['rejected'] =>
  Object.entries(counts ?? {})
    .filter(([reason, count]) => count > 0 && reason !== NOTHING_SEEN)
    .map(([reason, count]) => ({ reason, kind, unit, count }));

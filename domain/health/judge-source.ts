import { quantileSorted } from 'simple-statistics';
import { SOURCE_STATES, type SourceState } from '#schemas/api/data.ts';
import {
  RUNS_SHOWN,
  type RunSummary,
  type SourceCheck,
  type SourceHealth,
} from '#schemas/api/staff-health.ts';
import { hoursInWords, staleAfterHours } from '../collection/stale-after.ts';
import { instantInWords } from '../instant-in-words.ts';
import type { Refusal } from './failing-since.ts';
import { judgeUsual, RUNS_TO_JUDGE_BY } from './usual-band.ts';

const HOUR_MS = 3_600_000;
const LONG_GAP_QUANTILE = 0.9;

/** A share of dead letters says something from so many records on, and is too much past a half. */
const RECORDS_TO_JUDGE_BY = 20;
const TOO_MANY_REJECTED = 0.5;
const MANY_REJECTED = 0.1;
/** By so much every run may last longer than the one before: a busy machine makes some seconds of none. */
const LEAST_SPREAD_SECONDS = 30;
/** Where none could be used at all, fewer do. */
const RECORDS_TO_FAIL_BY = 5;

export interface SourceFacts {
  /** What is known of the source's runs, oldest first. */
  runs: readonly RunSummary[];
  now: Date;
  /** It has a site file, so that each refresh collects from it. */
  collected?: boolean;
  /** Its site file was taken away, and nothing was brought of it since. */
  retired?: boolean;
  /** Hours between collections where a schedule says so; else the source's own rhythm counts. */
  everyHours?: number | undefined;
  /** The last collection that could not even begin a run of it, and why; undefined: none since its last run. */
  refused?: (Pick<Refusal, 'state'> & { why: string }) | undefined;
  /** A collection under way has not come to it yet. */
  awaited?: boolean;
}

/** How a source is, with what anybody may read of why: why a run failed may name what is for staff alone. */
export interface JudgedSource extends SourceHealth {
  told: string;
  /** Its site blocked us and may be asked again since, as staff said; it has not come in yet. */
  isUnblocked: boolean;
}

interface Verdict {
  state: SourceState;
  reason: string;
  /** Where the reason is for staff alone. */
  told?: string;
}

const HEALTHY = 'Its last run came in.';
const REFUSED = 'It could not be collected.';
const BLOCKED = 'The site blocked us and is left alone until staff agree with its owner.';

/** Of a trial or a scan not much can be said of all that the source does, but that the site blocks us. */
export const isOfSource = ({ scope, state }: Pick<RunSummary, 'scope' | 'state'>): boolean =>
  scope === 'all' || state === 'blocked';
export const cameIn = (run: Pick<RunSummary, 'state' | 'scope' | 'sentAway'>): boolean =>
  (run.state === 'done' || run.state === 'partial') && run.sentAway !== true && isOfSource(run);
const couldBeUsed = ({ stored, duplicates }: RunSummary): boolean =>
  stored === null || stored + (duplicates ?? 0) > 0;
/**
 * A run that saw a part and brought nothing leaves the source as old as it was: what is new may be elsewhere. So
 * does one of which nothing could be used, or counts.
 */
function broughtSomething(run: RunSummary): boolean {
  if (run.uncounted === true) return false;
  if (run.published === 0) return run.state === 'done' && run.coverage === 'full';
  return couldBeUsed(run);
}
export const isUnderWay = ({ state }: Pick<RunSummary, 'state'>): boolean =>
  state === 'running' || state === 'loading';
/** What staff cancelled says nothing, nor does one that the site sent away: it is asked again. */
export const saysHowItIs = (run: Pick<RunSummary, 'state' | 'scope' | 'sentAway'>): boolean =>
  !isUnderWay(run) && run.state !== 'cancelled' && run.sentAway !== true && isOfSource(run);

const AGAIN = 'It is being collected again.';
const SOON = 'It waits for its turn to be collected again.';
const UNBLOCKED = 'The site blocked us; staff let it be asked again since.';
const NOT_YET = 'It has not come in yet.';

/**
 * How a source is: the worst of its last run, its freshness and its checks. A run that failed, or long ago
 * was the last, is a warning only while the next one is under way or waits for its turn. Whoever tells of a
 * source's state tells this one.
 */
export function judgeSource({ runs: known, ...given }: SourceFacts): JudgedSource {
  const ofSource = known.filter(isOfSource);
  const runs = ofSource.slice(-RUNS_SHOWN);
  // When it last came in, where it did not since.
  const earlier = ofSource.slice(0, -RUNS_SHOWN);
  const facts = { ...given, runs, newestOfAll: known.at(-1) };
  const { now, everyHours } = facts;
  const good = runs.filter(cameIn);
  const last = good.at(-1);
  const before = good.slice(0, -1).filter(broughtSomething);
  const volume = judgeUsual(last?.published ?? null, knownOf(before.map((run) => run.published)));
  const duration = judgeUsual(
    last?.seconds ?? null,
    knownOf(before.map((run) => run.seconds)),
    LEAST_SPREAD_SECONDS,
  );
  const counted = good.filter(({ uncounted }) => uncounted !== true);
  const fruitful = counted.filter(broughtSomething);
  const cameInBefore = fruitful.length > 0 ? [] : earlier.filter(cameIn).filter(broughtSomething);
  const freshness = freshnessOf([...cameInBefore, ...fruitful], now, everyHours);
  const checks = [
    coverageCheck(last, [...earlier, ...runs]),
    cutOff(good, volume) ?? bandCheck('volume', volume, inWhole, ' events'),
    bandCheck('duration', duration, secondsInWords),
    rejectedCheck(last, before),
  ];
  const judged: Verdict[] = [
    ...lastRunVerdict(facts),
    ...(freshness.state === 'stale' ? [staleVerdict(freshness, facts)] : []),
    ...(counted.length > 0 && fruitful.length === 0 ? [fruitless(counted)] : []),
    ...checks.flatMap((check) => checkVerdict(check, last)),
  ];
  const verdicts =
    facts.retired === true ? [RETIRED] : judged.toSorted((a, b) => badness(b) - badness(a));
  const [worst] = verdicts;
  return {
    state: worst?.state ?? 'healthy',
    told: worst?.told ?? worst?.reason ?? HEALTHY,
    isUnblocked: isUnblocked(facts),
    reasons: verdicts.map(({ reason }) => reason),
    freshness,
    checks,
    judgedRunId: last?.runId ?? null,
    volume,
    duration,
  };
}

/** Of two states the worse has more. */
export const badness = ({ state }: { state: SourceState }): number => SOURCE_STATES.indexOf(state);

const knownOf = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null);

/** What is asked of a source: its newest runs, none of them of a part, and the newest of whatever kind. */
type Facts = SourceFacts & { newestOfAll: RunSummary | undefined };

/** No run of a site that blocked us begins until staff say so: any that did, a part of it too, says that they have. */
function isUnblocked({ runs, refused, retired, newestOfAll }: Facts): boolean {
  const ended = runs.findLast(saysHowItIs);
  return (
    retired !== true && refused === undefined && ended?.state === 'blocked' && newestOfAll !== ended
  );
}

function lastRunVerdict(facts: Facts): Verdict[] {
  const { runs, refused, collected = false, newestOfAll } = facts;
  const ended = runs.findLast(saysHowItIs);
  const newest = runs.at(-1);
  if (refused !== undefined) {
    const why = `${REFUSED} ${sentence(refused.why)}`;
    // Whatever else keeps a collection from it.
    const isLeftAlone =
      refused.state === 'blocked' || (ended?.state === 'blocked' && newestOfAll === ended);
    return [
      ...(isLeftAlone ? [{ state: 'failing', reason: BLOCKED } as const] : []),
      { state: 'failing', reason: why, told: REFUSED },
    ];
  }
  if (ended === undefined)
    return [notYet(newest, { collected, isKnownInPart: newestOfAll !== undefined })];
  if (newest === undefined || cameIn(ended)) return [];
  if (isUnblocked(facts))
    return [{ state: 'warning', reason: `${UNBLOCKED} ${nextOf(facts) ?? NOT_YET}` }];
  const what = {
    failed: `${newest === ended || isUnderWay(newest) ? 'The last run' : 'The last run that came to its end'} failed${ended.error === null ? '.' : `: ${withStop(ended.error)}`}`,
    blocked: BLOCKED,
    lost: 'The last run went silent: its process is gone.',
  }[ended.state as 'failed' | 'blocked' | 'lost'];
  const told = ended.state === 'failed' ? 'Its last run failed.' : what;
  const next = ended.state === 'blocked' ? undefined : nextOf(facts);
  return next === undefined
    ? [{ state: 'failing', reason: what, told }]
    : [{ state: 'warning', reason: `${what} ${next}`, told: `${told} ${next}` }];
}

/** What is under way to make good what is wrong. */
function nextOf({ runs, awaited }: Facts): string | undefined {
  const newest = runs.at(-1);
  if (newest !== undefined && isUnderWay(newest)) return AGAIN;
  return awaited === true ? SOON : undefined;
}

/** However its last run went, and however long ago: nothing is to come of it. */
const RETIRED: Verdict = {
  state: 'retired',
  reason: 'It is not collected any more: its site file was taken away.',
  told: 'It is not collected any more.',
};

/** Nothing has come in: whether that is so because nobody set it up is what is known of it. */
function notYet(
  newest: RunSummary | undefined,
  { collected, isKnownInPart }: { collected: boolean; isKnownInPart: boolean },
): Verdict {
  const state = collected ? 'configured' : 'never_run';
  if (newest === undefined && isKnownInPart) return { state: 'configured', reason: ONLY_PARTS };
  if (newest === undefined) {
    const reason = collected ? 'Set up; it has not been collected yet.' : NOTHING.told;
    return { state, reason };
  }
  if (newest.sentAway === true) {
    const told = `It has never come in: ${SENT_AWAY}.`;
    const { error } = newest;
    return {
      state: 'warning',
      reason: error === null ? told : `It has never come in: ${error}.`,
      told,
    };
  }
  const first = isUnderWay(newest) ? 'is under way' : 'was given up by staff';
  return { state, reason: `It has never come in; its first run ${first}.` };
}

const ONLY_PARTS =
  'Only parts of it were asked for, by a trial or a scan; it has not been collected yet.';
const SENT_AWAY = 'the site asked us to come later';

/** What is said of nothing at all. */
export const NOTHING = {
  state: 'never_run',
  told: 'Nothing is set up, and nothing has come in.',
} as const;

function freshnessOf(
  good: readonly RunSummary[],
  now: Date,
  everyHours: number | undefined,
): SourceHealth['freshness'] {
  const times = good.flatMap(({ endedAt }) => (endedAt === null ? [] : [Date.parse(endedAt)]));
  const lastAt = times.at(-1);
  if (lastAt === undefined) return { state: 'unknown', lastAt: null, staleAfterHours: null };
  const gaps = times.slice(1).map((time, at) => (time - (times[at] ?? time)) / HOUR_MS);
  const rhythm =
    everyHours ??
    (times.length < RUNS_TO_JUDGE_BY
      ? undefined
      : quantileSorted(
          gaps.toSorted((a, b) => a - b),
          LONG_GAP_QUANTILE,
        ));
  const mostHours = staleAfterHours(rhythm);
  const ageHours = (now.getTime() - lastAt) / HOUR_MS;
  const notStale = rhythm === undefined ? 'unknown' : 'fresh';
  return {
    state: ageHours > mostHours ? 'stale' : notStale,
    lastAt: new Date(lastAt).toISOString(),
    staleAfterHours: round(mostHours),
  };
}

function staleVerdict(
  { lastAt, staleAfterHours: staleAfter }: SourceHealth['freshness'],
  facts: Facts,
): Verdict {
  const hours = (facts.now.getTime() - Date.parse(lastAt ?? '')) / HOUR_MS;
  const reason = `It last came in ${hoursInWords(hours)} ago; it is stale after ${hoursInWords(staleAfter ?? 0)}.`;
  const next = nextOf(facts);
  return next === undefined
    ? { state: 'stale', reason }
    : { state: 'warning', reason: `${reason} ${next}` };
}

/** Its runs come in, and none of them brought anything that could be used. */
const fruitless = (good: readonly RunSummary[]): Verdict =>
  good.every(({ published }) => published === 0)
    ? { state: 'warning', reason: 'Its last runs brought nothing.' }
    : { state: 'failing', reason: 'Nothing that its last runs brought could be used.' };

const SET_ASIDE =
  'The last run that came in saw fewer than half of what is current and was set aside: what it did not see stays until three in a row agree.';

const UNSURE = 'It could not be seen what of it is gone.';

const NOT_ALL = 'The last run that came in did not see everything';
const BROKE_OFF = 'The last file broke off and counts in no figure';

function coverageCheck(last: RunSummary | undefined, known: readonly RunSummary[]): SourceCheck {
  if (last === undefined) return notJudged('coverage', 'It has not come in yet.');
  if (last.unidentified !== undefined)
    return { name: 'coverage', state: 'warning', detail: unsure(last.unidentified, known) };
  if (last.setAside === true) return { name: 'coverage', state: 'warning', detail: SET_ASIDE };
  if (last.state !== 'partial')
    return {
      name: 'coverage',
      state: 'passed',
      detail: 'The last run that came in saw what it set out for.',
    };
  const what = notAll(last);
  const detail = last.error === null ? `${what}.` : `${what}: ${withStop(last.error)}`;
  return { name: 'coverage', state: 'warning', detail };
}

const notAll = ({ uncounted }: RunSummary): string => (uncounted === true ? BROKE_OFF : NOT_ALL);

/** What to do where a run could not tell what is gone, and since when none could. */
function unsure(unidentified: number, known: readonly RunSummary[]): string {
  const swept = known.findLast((run) => isWhole(run) && !isHeld(run));
  const since = swept?.endedAt
    ? `has not been taken off offer since ${instantInWords(new Date(swept.endedAt))}`
    : 'has never been taken off offer';
  const records = `${inWhole(unidentified)} ${unidentified === 1 ? 'record' : 'records'}`;
  return `What is gone ${since}: ${records} of the last run that came in could not be read, and any listing may be one of them. Look at its dead letters and mend the mapping: the next whole run of which every record says what it is takes it off.`;
}

/** What it did not see stays current for now. */
const isHeld = ({ setAside, unidentified }: RunSummary): boolean =>
  setAside === true || unidentified !== undefined;
const isWhole = ({ state, coverage }: RunSummary): boolean =>
  state === 'done' && coverage === 'full';

/**
 * A file without a trailer that was cut between two of its rows looks whole: before it is known what is usual, only
 * the one before it tells, and it counts until another takes its place. Of a source that never shows all it has this
 * says nothing.
 */
function cutOff(
  came: readonly RunSummary[],
  volume: SourceHealth['volume'],
): SourceCheck | undefined {
  if (volume.state !== 'not_judged') return undefined;
  const counting = came.filter((run) => isWhole(run) && run.uncounted !== true);
  const last = counting.at(-1);
  // A second one cut at the same place is not believed either, until the sweep believes it.
  const before = counting.slice(0, -1).findLast((run) => !last || !isHeld(last) || !isHeld(run));
  const [lastRead, readBefore] = [last?.read ?? 0, before?.read ?? 0];
  if (lastRead * 2 >= readBefore) return undefined;
  const detail = `The last whole run read ${inWhole(lastRead)} records, fewer than half of the ${inWhole(readBefore)} of ${before === counting.at(-2) ? 'the one before it' : 'the last one that was believed'}: look whether all of it came.`;
  return { name: 'volume', state: 'warning', detail };
}

function bandCheck(
  name: 'volume' | 'duration',
  { state, last, low, high, runs }: SourceHealth['volume'],
  inWords: (value: number) => string,
  unit = '',
): SourceCheck {
  if (last === null && runs >= RUNS_TO_JUDGE_BY)
    return notJudged(name, 'The last run does not say; where its process was killed nobody knows.');
  if (state === 'not_judged' || last === null)
    return notJudged(name, `Runs before it: ${runs}; judged from ${RUNS_TO_JUDGE_BY} on.`);
  const detail = `${inWords(last)}${unit}, usually ${inWords(low ?? 0)} to ${inWords(high ?? 0)}.`;
  return { name, state: state === 'usual' ? 'passed' : 'warning', detail };
}

const inWhole = (count: number): string => Math.round(count).toLocaleString('en-US');

/** `7.5 s`, and from a minute on `2 min 55 s`. */
function secondsInWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${round(seconds)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/**
 * The share of records that could not be understood: past a half it fails, past the usual it warns; past a tenth
 * too, while nobody knows what is usual. That none could be used at all says something of a small lot, too.
 */
function rejectedCheck(last: RunSummary | undefined, before: readonly RunSummary[]): SourceCheck {
  const name = 'rejected';
  // Of one that never brought anything more is said than of its last run.
  if (before.length > 0 && last !== undefined && !!last.published && !couldBeUsed(last))
    return {
      name,
      state: last.published < RECORDS_TO_FAIL_BY ? 'warning' : 'failed',
      detail: `None of the ${inWhole(last.published)} records could be used.`,
    };
  const share = last && rejectedShare(last);
  if (share === undefined || share === null)
    return notJudged(name, `Judged from ${RECORDS_TO_JUDGE_BY} records on.`);
  const usual = judgeUsual(share, knownOf(before.map(rejectedShare)));
  const detail = `${percent(share)} of the records could not be understood${
    usual.high === null ? '' : `, usually up to ${percent(usual.high)}`
  }.`;
  if (share > TOO_MANY_REJECTED) return { name, state: 'failed', detail };
  // One record in a hundred is no trend, however clean the source was.
  const isMore =
    usual.state === 'not_judged' ? share > MANY_REJECTED : usual.state === 'high' && share > 0.01;
  return { name, state: isMore ? 'warning' : 'passed', detail };
}

function rejectedShare({ published, deadLettered }: RunSummary): number | null {
  if (published === null || deadLettered === null || published < RECORDS_TO_JUDGE_BY) return null;
  return deadLettered / published;
}

function checkVerdict(
  { name, state, detail }: SourceCheck,
  last: RunSummary | undefined,
): Verdict[] {
  if (state === 'failed') return [{ state: 'failing', reason: detail }];
  if (state !== 'warning') return [];
  if (name === 'coverage' && last?.unidentified !== undefined)
    return [{ state: 'warning', reason: detail, told: UNSURE }];
  const hasNames = name === 'coverage' && last !== undefined && last.error !== null;
  return [{ state: 'warning', reason: detail, ...(hasNames ? { told: `${notAll(last)}.` } : {}) }];
}

const notJudged = (name: SourceCheck['name'], detail: string): SourceCheck => ({
  name,
  state: 'not_judged',
  detail,
});

const sentence = (text: string): string =>
  withStop(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
const withStop = (text: string): string => `${text.replace(/\.$/, '')}.`;

const round = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): string => `${round(share * 100)}%`;

import { quantileSorted } from 'simple-statistics';
import type { RunSummary, SourceCheck, SourceHealth } from '#schemas/api/staff-health.ts';
import { SOURCE_STATES } from '#schemas/api/staff-health.ts';
import { hoursInWords, staleAfterHours } from '../collection/stale-after.ts';
import { judgeUsual, RUNS_TO_JUDGE_BY } from './usual-band.ts';

const HOUR_MS = 3_600_000;
const LONG_GAP_QUANTILE = 0.9;

/** A share of dead letters says something from so many records on, and is too much past a half. */
const RECORDS_TO_JUDGE_BY = 20;
const TOO_MANY_REJECTED = 0.5;

export interface SourceFacts {
  /** The source's newest runs, oldest first. */
  runs: readonly RunSummary[];
  now: Date;
  /** Hours between collections where a schedule says so; else the source's own rhythm counts. */
  everyHours?: number | undefined;
  /** The last collection that could not even begin a run of it, and why; undefined: none since its last run. */
  refused?: string | undefined;
}

type Verdict = [state: SourceHealth['state'], reason: string];

const cameIn = ({ state }: RunSummary): boolean => state === 'done' || state === 'partial';
/** A run that saw a part and brought nothing leaves the source as old as it was: what is new may be elsewhere. */
const broughtSomething = ({ state, coverage, published }: RunSummary): boolean =>
  (state === 'done' && coverage === 'full') || published !== 0;
const isUnderWay = ({ state }: RunSummary): boolean => state === 'running' || state === 'loading';
/** What staff cancelled says nothing. */
const says = (run: RunSummary): boolean => !isUnderWay(run) && run.state !== 'cancelled';

/**
 * How a source is: the worst of its last run, its freshness and its checks. A run that failed while the
 * next one is under way is a warning only.
 */
export function judgeSource({ runs, now, everyHours, refused }: SourceFacts): SourceHealth {
  const good = runs.filter(cameIn);
  // What a scan of one make brings is not to be held against what all of the source does.
  const whole = good.filter(({ scope }) => scope === 'all');
  const last = whole.at(-1);
  const before = whole.slice(0, -1).filter(broughtSomething);
  const volume = judgeUsual(last?.published ?? null, knownOf(before.map((run) => run.published)));
  const duration = judgeUsual(last?.seconds ?? null, knownOf(before.map((run) => run.seconds)));
  const fruitful = good.filter(broughtSomething);
  const freshness = freshnessOf(fruitful, now, everyHours);
  const checks = [
    coverageCheck(last),
    bandCheck('volume', volume, 'events'),
    bandCheck('duration', duration, 'seconds'),
    rejectedCheck(last, before),
  ];
  const verdicts = [
    ...lastRunVerdict(runs, refused),
    ...(freshness.state === 'stale' ? [staleVerdict(freshness, now)] : []),
    ...(good.length > 0 && fruitful.length === 0 ? [FRUITLESS] : []),
    ...checks.flatMap(checkVerdict),
  ].toSorted(([a], [b]) => SOURCE_STATES.indexOf(b) - SOURCE_STATES.indexOf(a));
  return {
    state: verdicts[0]?.[0] ?? 'healthy',
    reasons: verdicts.map(([, reason]) => reason),
    freshness,
    checks,
    volume,
    duration,
  };
}

const knownOf = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null);

const notYet = {
  begun: 'It has never come in; its first run is under way.',
  givenUp: 'It has never come in; its first run was given up by staff.',
} as const;

function lastRunVerdict(runs: readonly RunSummary[], refused: string | undefined): Verdict[] {
  const ended = runs.findLast(says);
  const newest = runs.at(-1);
  if (refused !== undefined) return [['failing', `The last collection of it failed: ${refused}`]];
  if (newest === undefined) return [['never_run', 'It has never been collected.']];
  if (ended === undefined) return [['never_run', notYet[isUnderWay(newest) ? 'begun' : 'givenUp']]];
  if (cameIn(ended)) return [];
  const what = {
    failed: `The last run failed${ended.error === null ? '' : `: ${ended.error.replace(/\.$/, '')}`}.`,
    blocked: 'The site blocked us and is left alone until staff agree with its owner.',
    lost: 'The last run went silent: its process is gone.',
  }[ended.state as 'failed' | 'blocked' | 'lost'];
  return isUnderWay(newest)
    ? [['warning', `${what} It is being collected again.`]]
    : [['failing', what]];
}

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
  now: Date,
): Verdict {
  const hours = (now.getTime() - Date.parse(lastAt ?? '')) / HOUR_MS;
  return [
    'stale',
    `It last came in ${hoursInWords(hours)} ago; it is stale after ${hoursInWords(staleAfter ?? 0)}.`,
  ];
}

const FRUITLESS: Verdict = ['warning', 'Its last runs brought nothing.'];

function coverageCheck(last: RunSummary | undefined): SourceCheck {
  if (last === undefined) return notJudged('coverage', 'It has not come in yet.');
  return last.state === 'partial'
    ? {
        name: 'coverage',
        state: 'warning',
        detail: 'The last run that came in did not see everything.',
      }
    : {
        name: 'coverage',
        state: 'passed',
        detail: 'The last run that came in saw what it set out for.',
      };
}

function bandCheck(
  name: 'volume' | 'duration',
  { state, last, low, high, runs }: SourceHealth['volume'],
  unit: string,
): SourceCheck {
  if (state === 'not_judged' || last === null)
    return notJudged(name, `Runs before it: ${runs}; judged from ${RUNS_TO_JUDGE_BY} on.`);
  const detail = `${round(last)} ${unit}, usually ${round(low ?? 0)} to ${round(high ?? 0)}.`;
  return { name, state: state === 'usual' ? 'passed' : 'warning', detail };
}

/** The share of records that could not be understood: past a half it fails, past the usual it warns. */
function rejectedCheck(last: RunSummary | undefined, before: readonly RunSummary[]): SourceCheck {
  const name = 'rejected';
  const share = last && rejectedShare(last);
  if (share === undefined || share === null)
    return notJudged(name, `Judged from ${RECORDS_TO_JUDGE_BY} records on.`);
  const usual = judgeUsual(share, knownOf(before.map(rejectedShare)));
  const detail = `${percent(share)} of the records could not be understood${
    usual.high === null ? '' : `, usually up to ${percent(usual.high)}`
  }.`;
  if (share > TOO_MANY_REJECTED) return { name, state: 'failed', detail };
  // One record in a hundred is no trend, however clean the source was.
  const isMore = usual.state === 'high' && share > 0.01;
  return { name, state: isMore ? 'warning' : 'passed', detail };
}

function rejectedShare({ published, deadLettered }: RunSummary): number | null {
  if (published === null || deadLettered === null || published < RECORDS_TO_JUDGE_BY) return null;
  return deadLettered / published;
}

function checkVerdict({ state, detail }: SourceCheck): Verdict[] {
  if (state === 'failed') return [['failing', detail]];
  return state === 'warning' ? [['warning', detail]] : [];
}

const notJudged = (name: SourceCheck['name'], detail: string): SourceCheck => ({
  name,
  state: 'not_judged',
  detail,
});

const round = (value: number): number => Math.round(value * 10) / 10;
const percent = (share: number): string => `${round(share * 100)}%`;

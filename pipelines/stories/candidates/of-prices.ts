import { min } from 'simple-statistics';
import { degreesOf } from '#domain/market/waves.ts';
import { jackknifeErrors } from '../../market/jackknife.ts';
import { isLike, type Candidate, type Finding } from '../candidate.ts';
import type { PriceSeries } from '../facts.ts';
import {
  LEAST_MONTH_N,
  LEAST_PRICE_CHANGE,
  STEP_SHORTEST,
  STEP_WINDOW,
  tooFewDealers,
  TREND_STEP_SHORTEST,
  TREND_WINDOWS,
} from '../measures.ts';
import { changePoint, isStep } from '../statistics/change-point.ts';
import { mannKendall } from '../statistics/mann-kendall.ts';
import { asNormal, bestOf, twoSided, widerBy, Z95 } from '../statistics/normal.ts';

/**
 * Trends over each window, and the one step, of every mix-adjusted price level. A type that does as
 * the whole market does is the same thing as the market.
 */
export function priceCandidates(prices: readonly PriceSeries[]): Candidate[] {
  const ofEach = [
    ...TREND_WINDOWS.map((months) => prices.flatMap((series) => trend(series, months) ?? [])),
    prices.flatMap((series) => step(series) ?? []),
  ];
  return ofEach.flatMap((kin) => {
    const market = kin.find(({ finding }) => isOfMarket(finding));
    return kin.map((candidate) =>
      market !== undefined && market !== candidate && isLike(candidate, market)
        ? { ...candidate, isUsual: true, about: [...candidate.about, ...market.about] }
        : candidate,
    );
  });
}

const isOfMarket = (finding: Finding): boolean =>
  finding.kind !== 'comparison' && finding.subject.kind === 'market';

function trend(series: PriceSeries, months: number): Candidate | undefined {
  // A change over twelve months is seen in thirteen of them.
  const window = lastMonths(series, months + 1);
  if (window === undefined) return undefined;
  const { first, last, values, n, fewest } = window;
  const { slope, p } = mannKendall(values);
  const line = slope * months;
  const { change, error, interval } = changeOfCourse(series, months);
  return {
    id: `trend/${series.subject.id}/${months}`,
    category: 'market-trends',
    finding: { kind: 'trend', subject: series.subject, months, first, last, change },
    query: `prices[${series.subject.id}], last ${months} months: Mann-Kendall and Theil-Sen of the months, change of their course`,
    about: [`price/${series.subject.id}`],
    kin: 'trend',
    isUsual: false,
    effect: change,
    error,
    interval,
    p: Math.max(p, chanceOfSlope(line, series, months), chance(change, series, months)),
    n,
    unfit:
      tooFewDealers(equalDealers(series, months)) ??
      tooFew(fewest) ??
      tooSmall(change) ??
      (line * change > 0 ? undefined : 'its months do not go the way it goes from first to last') ??
      (isStep(values, TREND_STEP_SHORTEST) ? 'a step tells it better than a line' : undefined),
    size: change / LEAST_PRICE_CHANGE,
  };
}

/** From so many months ago to the last, with its 95% interval. */
export function changeOfCourse(
  series: PriceSeries,
  months: number,
): { change: number; error: number; interval: [low: number, high: number] } {
  const { course, changeError } = series;
  const change = (course.at(-1) ?? 0) - (course.at(-1 - months) ?? 0);
  const error = changeError.at(-1 - months) ?? 0;
  const dealers = equalDealers(series, months);
  const reach = Z95 * (dealers === undefined ? 1 : widerBy(dealers)) * error;
  return { change, error, interval: [change - reach, change + reach] };
}

function step(series: PriceSeries): Candidate | undefined {
  const window = lastMonths(series, STEP_WINDOW);
  if (window === undefined) return undefined;
  const { first, last, values, n, fewest } = window;
  const { at, size, error, p, isSharp } = changePoint(values, STEP_SHORTEST);
  return {
    id: `step/${series.subject.id}`,
    category: 'market-trends',
    finding: {
      kind: 'step',
      subject: series.subject,
      first,
      last,
      month: first + at,
      change: size,
    },
    query: `prices[${series.subject.id}], last ${STEP_WINDOW} months: greatest step, ${STEP_SHORTEST} months or more on either side`,
    about: [`price/${series.subject.id}`],
    kin: 'step',
    isUsual: false,
    effect: size,
    error,
    interval: [size - 1.96 * error, size + 1.96 * error],
    p: Math.max(p, chance(size, series, STEP_WINDOW / 2), chanceOfStep(size, series, at)),
    n,
    unfit:
      tooFewDealers(equalDealers(series, STEP_WINDOW)) ??
      tooFew(fewest) ??
      tooSmall(size) ??
      (isSharp ? undefined : 'a line or a slide may tell it as well as a step') ??
      moving(values.slice(0, at), size) ??
      moving(values.slice(at), size),
    size: size / LEAST_PRICE_CHANGE,
  };
}

/** Of a change as great over so many months, were there none: the errors of the series alone. */
function chance(change: number, series: PriceSeries, months: number): number {
  return chanceOf(change, series.changeError.at(-1 - months) ?? 0, series, months);
}

/**
 * Of a line as steep, by the errors of the months as well, of a thin type they allow for much, and by how
 * far the line hangs on single dealers.
 */
function chanceOfSlope(change: number, series: PriceSeries, months: number): number {
  const { errors, changeError } = series;
  const middle = months / 2;
  const squares = errors.slice(-months - 1).reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const weights = errors.slice(-months - 1).map((_, at) => ((at - middle) * months) / squares);
  const error = Math.hypot(errorOf(series, weights), changeError.at(-1 - months) ?? 0);
  return chanceOf(change, error, series, months);
}

/** Of a step as great at the best of all places, by the errors of the months alone: some may be thinly seen. */
function chanceOfStep(size: number, series: PriceSeries, at: number): number {
  const weights = Array.from({ length: STEP_WINDOW }, (_, month) =>
    month < at ? -1 / at : 1 / (STEP_WINDOW - at),
  );
  const p = chanceOf(size, errorOf(series, weights), series, STEP_WINDOW);
  return bestOf(STEP_WINDOW - 2 * STEP_SHORTEST + 1, p);
}

/**
 * Standard error of the newest months, each so often: as their own errors say or, where that is more, as
 * it moves when each group of dealers is left out. A dealer who puts up all it has, moves every later month.
 */
function errorOf({ level, errors, dealers }: PriceSeries, weights: readonly number[]): number {
  const newest = (values: readonly number[]) => values.slice(-weights.length);
  const weighed = (values: readonly number[]) =>
    newest(values).reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0);
  const alone = Math.hypot(...newest(errors).map((error, at) => error * (weights[at] ?? 0)));
  if (dealers === undefined) return alone;
  const without = dealers.without.map((values) => [weighed(values)]);
  return Math.max(alone, ...jackknifeErrors([weighed(level)], without));
}

function chanceOf(change: number, error: number, series: PriceSeries, months: number): number {
  if (!(error > 0)) return 0;
  const degrees = degreesOf(equalDealers(series, months));
  return twoSided(degrees === Infinity ? change / error : asNormal(change / error, degrees));
}

const equalDealers = ({ dealers }: PriceSeries, months: number): number | undefined =>
  dealers?.equal.at(-1 - Math.min(months, dealers.equal.length - 1));

/** A level that goes on moving by so much of the step before or after it is none, whatever its mean does. */
const STILL_P = 0.1;
const STILL_SHARE = 1 / 3;
function moving(segment: readonly number[], size: number): string | undefined {
  const { slope, p } = mannKendall(segment);
  const moved = Math.abs(slope) * (segment.length - 1);
  return p < STILL_P && moved > STILL_SHARE * Math.abs(size)
    ? 'the months on one side move by themselves'
    : undefined;
}

/** The newest months of a series; undefined where it is shorter or a month has no figure. */
function lastMonths({ first, level, n }: PriceSeries, months: number) {
  const values = level.slice(-months);
  if (values.length < months || values.some((value) => !Number.isFinite(value))) return undefined;
  const behind = n.slice(-months);
  const last = first + level.length - 1;
  return {
    first: last - months + 1,
    last,
    values,
    n: behind.reduce((sum, of) => sum + of, 0),
    fewest: min([...behind]),
  };
}

const tooFew = (fewest: number): string | undefined =>
  fewest < LEAST_MONTH_N ? `a month has ${fewest} units, fewer than ${LEAST_MONTH_N}` : undefined;

const tooSmall = (change: number): string | undefined =>
  Math.abs(change) < LEAST_PRICE_CHANGE
    ? `a change of ${change.toFixed(4)} is less than ${LEAST_PRICE_CHANGE}`
    : undefined;

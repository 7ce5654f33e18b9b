import { waveErrors, waveOf } from '#domain/market/waves.ts';
import type { MeasuredSeason } from '#schemas/market-facts.ts';

const YEAR = 12;
/** Years in which every month can be set against the twelve around it: of two, one odd year is half. */
const YEARS_MIN = 3;
/** Standard deviation of a median over that of a mean. */
const MEDIAN_COST = 1.2533;
/** Months with fewer counts on average tell no season. */
const COUNTS_MIN = 5;
/** No season leaves less of a month than this share of the mean: nobody looked then. */
const SEEN_SHARE = 0.2;

/**
 * Season of monthly counts: log ratio of each month to the mean of the twelve around it, the median over
 * the years, so that a year in which collection began or changed does no harm. `counts` are whole months,
 * one after the other. Null with fewer than three years to compare, or with hardly any counts.
 */
export function countSeason(counts: ArrayLike<number>, firstMonth: number): MeasuredSeason | null {
  const ratios: number[][] = Array.from({ length: YEAR }, () => []);
  const sizes: number[] = Array.from({ length: YEAR }, () => 0);
  for (let at = YEAR / 2; at + YEAR / 2 < counts.length; at += 1) {
    // Half a month at either end: twelve months around the middle of this one.
    const window = Array.from({ length: YEAR + 1 }, (_, near) => counts[at - YEAR / 2 + near] ?? 0);
    const ends = ((window[0] ?? 0) + (window[YEAR] ?? 0)) / 2;
    const mean = (sumOf(window.slice(1, YEAR)) + ends) / YEAR;
    if (mean < COUNTS_MIN || Math.min(...window) < SEEN_SHARE * mean) continue;
    const month = (firstMonth + at) % YEAR;
    ratios[month]?.push(Math.log(((counts[at] ?? 0) + 0.5) / (mean + 0.5)));
    sizes[month] = (sizes[month] ?? 0) + (counts[at] ?? 0);
  }
  if (ratios.some((years) => years.length < YEARS_MIN)) return null;
  const medians = ratios.map(median);
  const centre = medians.reduce((sum, value) => sum + value, 0) / YEAR;
  // One spread for all months: two to ten years are too few for twelve.
  const deviations = ratios.flatMap((years, month) =>
    // Of an odd number one is the median itself, which says nothing of the spread.
    years.map((ratio) => Math.abs(ratio - (medians[month] ?? 0))).filter((away) => away > 0),
  );
  // Two ratios lie on either side of their median: so few show too little spread.
  const years = Math.min(...ratios.map(({ length }) => length));
  const spread = 1.4826 * median(deviations) * Math.sqrt(years / (years - 1));
  const se = ratios.map((own, month) =>
    Math.hypot(
      (MEDIAN_COST * spread) / Math.sqrt(own.length),
      // What counting alone leaves open.
      1 / Math.sqrt((sizes[month] ?? 0) + 1),
    ),
  );
  return {
    value: medians.map((value) => value - centre),
    se,
    waveSe: waveErrors((a, b) => (a === b ? (se[a] ?? 0) ** 2 : 0)),
    counted: sumOf(sizes),
  };
}

const DAY_MS = 86_400_000;
const DAYS_OF_MONTH = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Two years tell their own scatter by eleven differences: so much wider, a p of 0.0001 is what it says. */
const FEW_YEARS = 1.6;

/**
 * Season of what was counted in the two years up to an instant, by calendar month: counts a day, with
 * the steady growth from year to year taken out. What the years differ by besides is the error, with that
 * of the growth. Null with hardly any counts.
 * @param asOf milliseconds since 1970 at which the second year ends
 */
export function calendarSeason(
  { before, recent }: Readonly<Record<'before' | 'recent', ArrayLike<number>>>,
  asOf: number,
): MeasuredSeason | null {
  if (Math.min(sumOf(before), sumOf(recent)) < YEAR * COUNTS_MIN) return null;
  const logOf = (counts: ArrayLike<number>, month: number, days: number) =>
    Math.log(((counts[month] ?? 0) + 0.5) / days);
  const gains = DAYS_OF_MONTH.map((_, month) => logOf(recent, month, 1) - logOf(before, month, 1));
  const growth = meanOf(gains);
  const stretches = stretchesOfYear(asOf);
  const flat = DAYS_OF_MONTH.map(
    (days, month) =>
      (logOf(before, month, days) + logOf(recent, month, days)) / 2 -
      grownBy(growth, stretches[month] ?? []),
  );
  const centre = meanOf(flat);
  const scatter = scatterOf(gains, before, recent);
  const places = stretches.map((parts) =>
    parts.reduce((sum, { share, at }) => sum + share * at, 0),
  );
  const middle = meanOf(places);
  const covariance = (a: number, b: number) =>
    FEW_YEARS ** 2 *
    scatter *
    (Number(a === b) / 4 + (((places[a] ?? 0) - middle) * ((places[b] ?? 0) - middle)) / YEAR);
  return {
    value: flat.map((value) => value - centre),
    se: flat.map((_, month) => Math.sqrt(covariance(month, month))),
    waveSe: waveErrors(covariance),
    counted: sumOf(before) + sumOf(recent),
  };
}

/**
 * Variance of what a month gained from one year to the next. Never less than counting alone leaves open,
 * nor than what the gains have of slow waves: months next to each other may err alike.
 */
function scatterOf(
  gains: readonly number[],
  before: ArrayLike<number>,
  recent: ArrayLike<number>,
): number {
  const mean = meanOf(gains);
  const all = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (YEAR - 1);
  const counting = meanOf(
    gains.map((_, month) => 1 / ((before[month] ?? 0) + 0.5) + 1 / ((recent[month] ?? 0) + 0.5)),
  );
  const slow = meanOf(
    [1, 2].flatMap((times) => {
      const { cosine, sine } = waveOf(times, gains, 1);
      return [(YEAR / 2) * cosine ** 2, (YEAR / 2) * sine ** 2];
    }),
  );
  return Math.max(all, counting, slow);
}

/** A share of a calendar month's days, and where in the year up to the instant it lies, from 0 to 1. */
interface Stretch {
  share: number;
  at: number;
}

/** Where each calendar month lies in the year before an instant: the running one at both ends of it. */
function stretchesOfYear(asOf: number): Stretch[][] {
  const instant = new Date(asOf);
  const running = instant.getUTCMonth();
  const days = instant.getUTCDate() - 1 + (asOf % DAY_MS) / DAY_MS;
  const over = Math.min(1, days / (DAYS_OF_MONTH[running] ?? 30));
  return DAYS_OF_MONTH.map((_, month) =>
    month === running
      ? [
          { share: 1 - over, at: (1 - over) / 2 / YEAR },
          { share: over, at: 1 - over / 2 / YEAR },
        ]
      : [{ share: 1, at: ((month - running - over + 0.5 + YEAR) % YEAR) / YEAR }],
  );
}

/** Log of how much more is counted in a month than at the year's start, were there growth alone. */
const grownBy = (growth: number, stretches: readonly Stretch[]): number =>
  Math.log(stretches.reduce((sum, { share, at }) => sum + share * Math.exp(growth * at), 0));

const sumOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number => sumOf(values) / values.length;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

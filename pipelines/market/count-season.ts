import type { Season } from '#schemas/market-facts.ts';

const YEAR = 12;
/** Years in which every month can be set against the twelve around it. */
const YEARS_MIN = 2;
/** Standard deviation of a median over that of a mean. */
const MEDIAN_COST = 1.2533;
/** Months with fewer counts on average tell no season. */
const COUNTS_MIN = 5;

/**
 * Season of monthly counts: log ratio of each month to the mean of the twelve around it, the median over
 * the years, so that a year in which collection began or changed does no harm. `counts` are whole months,
 * one after the other. Null with fewer than two years to compare, or with hardly any counts.
 */
export function countSeason(counts: ArrayLike<number>, firstMonth: number): Season | null {
  const ratios: number[][] = Array.from({ length: YEAR }, () => []);
  const sizes: number[] = Array.from({ length: YEAR }, () => 0);
  for (let at = YEAR / 2; at + YEAR / 2 < counts.length; at += 1) {
    // Half a month at either end: twelve months around the middle of this one.
    let around = ((counts[at - YEAR / 2] ?? 0) + (counts[at + YEAR / 2] ?? 0)) / 2;
    for (let near = at - YEAR / 2 + 1; near < at + YEAR / 2; near += 1) around += counts[near] ?? 0;
    const mean = around / YEAR;
    if (mean < COUNTS_MIN) continue;
    const month = (firstMonth + at) % YEAR;
    ratios[month]?.push(Math.log(((counts[at] ?? 0) + 0.5) / (mean + 0.5)));
    sizes[month] = (sizes[month] ?? 0) + (counts[at] ?? 0);
  }
  if (ratios.some((years) => years.length < YEARS_MIN)) return null;
  const medians = ratios.map(median);
  const centre = medians.reduce((sum, value) => sum + value, 0) / YEAR;
  // One spread for all months: two to ten years are too few for twelve.
  const deviations = ratios.flatMap((years, month) =>
    years.map((ratio) => Math.abs(ratio - (medians[month] ?? 0))),
  );
  // Two ratios lie on either side of their median: so few show too little spread.
  const years = Math.min(...ratios.map(({ length }) => length));
  const spread = 1.4826 * median(deviations) * Math.sqrt(years / (years - 1));
  return {
    value: medians.map((value) => value - centre),
    se: ratios.map((own, month) =>
      Math.hypot(
        (MEDIAN_COST * spread) / Math.sqrt(own.length),
        // What counting alone leaves open.
        1 / Math.sqrt((sizes[month] ?? 0) + 1),
      ),
    ),
  };
}

const DAYS_OF_MONTH = [31, 28.25, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Season of what was counted evenly over whole years: counts a day of each calendar month against the
 * mean of the twelve. Null with hardly any counts.
 */
export function calendarSeason(counts: ArrayLike<number>): Season | null {
  const total = Array.from(counts).reduce((sum, count) => sum + count, 0);
  if (total < YEAR * COUNTS_MIN) return null;
  const logs = DAYS_OF_MONTH.map((days, month) => Math.log(((counts[month] ?? 0) + 0.5) / days));
  const centre = logs.reduce((sum, value) => sum + value, 0) / YEAR;
  return {
    value: logs.map((value) => value - centre),
    se: logs.map((_, month) => 1 / Math.sqrt((counts[month] ?? 0) + 0.5)),
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

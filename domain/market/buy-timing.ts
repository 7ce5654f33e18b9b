import type { MeasuredSeason } from '#schemas/market-facts.ts';
import { monthName, percent } from '../decision/words.ts';
import { isSeasonal } from './waves.ts';

const YEAR = 12;
const WINDOW = 3;
/** One-sided 95%. */
const CERTAIN = 1.645;

export interface CheapMonths {
  /** Calendar months from 0, in order; the first may be later in the year than the last. */
  months: readonly number[];
  /** Mean of their season, in log; below 0. */
  value: number;
  se: number;
}

/** The three months in a row that are cheapest, where there is a season and they are surely part of it. */
export function cheapMonths(season: MeasuredSeason): CheapMonths | undefined {
  if (!isSeasonal(season)) return undefined;
  const windows = Array.from({ length: YEAR }, (_, from) => {
    const months = Array.from({ length: WINDOW }, (_, at) => (from + at) % YEAR);
    const mean = (values: readonly number[]) =>
      months.reduce((sum, month) => sum + (values[month] ?? 0), 0) / WINDOW;
    // Errors of neighbouring months are nearly the same error.
    return { months, value: mean(season.value), se: mean(season.se) };
  });
  const best = windows.reduce((least, window) => (window.value < least.value ? window : least));
  return best.value + CERTAIN * best.se < 0 ? best : undefined;
}

/** The three months in a row that are dearest, where there is a season and they are surely part of it. */
export const dearMonths = ({ value, ...errors }: MeasuredSeason): readonly number[] | undefined =>
  cheapMonths({ ...errors, value: value.map((log) => -log) })?.months;

/** When to buy, by the segment's own season of asking prices. */
export function buyTiming(season: MeasuredSeason | null): string {
  if (season === null)
    return 'Any month: with less than two years of prices no season can be told yet';
  const cheap = cheapMonths(season);
  if (cheap === undefined) return 'Any month: none is clearly cheaper than the rest of the year';
  return `${span(cheap.months)}: asking prices about ${percent(1 - Math.exp(cheap.value))} below the year's average`;
}

/** `October to December` */
export function span(months: readonly number[]): string {
  const [first, last] = [months[0] ?? 0, months.at(-1) ?? 0];
  return first === last
    ? monthName(first + 1)
    : `${monthName(first + 1)} to ${monthName(last + 1)}`;
}

/** Mean of several types' seasons by units; null where one of them has none. */
export function meanSeason(
  parts: readonly { units: number; season: MeasuredSeason | null }[],
): MeasuredSeason | null {
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  if (units === 0 || parts.some(({ season }) => season === null)) return null;
  const mean = (of: (season: MeasuredSeason) => number | undefined) =>
    parts.reduce((sum, { units: own, season }) => sum + own * (season ? (of(season) ?? 0) : 0), 0) /
    units;
  const months = Array.from({ length: YEAR }, (_, month) => month);
  return {
    value: months.map((month) => mean(({ value }) => value[month])),
    se: months.map((month) => mean(({ se }) => se[month])),
    // What moves one type moves the others: their errors are added as if they were one.
    waveSe: [mean(({ waveSe }) => waveSe[0]), mean(({ waveSe }) => waveSe[1])],
    ...dealersOf(parts, mean),
  };
}

/** A mean hangs on no more dealers than the one of its parts that has fewest, and errs with them as one. */
function dealersOf(
  parts: readonly { season: MeasuredSeason | null }[],
  mean: (of: (season: MeasuredSeason) => number | undefined) => number,
): Pick<MeasuredSeason, 'dealers'> {
  const equal = parts.flatMap(({ season }) => season?.dealers?.equal ?? []);
  if (equal.length < parts.length) return {};
  const errorOf = (wave: 0 | 1) => mean(({ dealers }) => dealers?.waveSe[wave]);
  return { dealers: { equal: Math.min(...equal), waveSe: [errorOf(0), errorOf(1)] } };
}

import { mean, medianSorted } from 'simple-statistics';
import { ageAt } from '#domain/valuation/age.ts';
import { FORECAST_YEARS } from '#schemas/constants.ts';
import type { UnitMonth } from '../unit-table.ts';
import { ascending } from './metrics.ts';
import { queryOf, type Query } from './query.ts';

const MS_PER_DAY = 86_400_000;
const DAYS_PER_YEAR = 365.2425;
/** A line with fewer listings is thin; one whose oldest model year is younger is young. */
const THIN_LISTINGS = 10;
const YOUNG_YEARS = 4;

/** What a simulated market knows of a unit. */
export interface TrueValue {
  /** Noise-free asking price at `day`, dollars. */
  value: number;
  /** Share of it left ten years later. */
  retained10: number;
}

/** A unit of a market with known truth, and what is asked of every method about it. */
export interface TrueCase {
  /** At the day of the truth. */
  now: Query;
  /** The same unit ten years later, used, its miles not told. */
  later: Query;
  truth: TrueValue;
  isThin: boolean;
  isYoung: boolean;
}

export interface TruthReport {
  title: string;
  methods: string[];
  /** Errors as shares: the median for values, the mean for what is retained. */
  lines: { what: string; n: number; error: Record<string, number | null> }[];
}

/** Every unit once, as it was seen last, valued at the day the truth is of (after the market's end). */
export function trueCases(
  rows: readonly UnitMonth[],
  truthOf: (unitId: string) => TrueValue | undefined,
  day: number,
): TrueCase[] {
  const last = new Map<string, UnitMonth>();
  const listings = new Map<string, Set<string>>();
  const oldest = new Map<string, number>();
  for (const row of rows) {
    const before = last.get(row.unitId);
    if (before === undefined || row.day > before.day) last.set(row.unitId, row);
    const units = listings.get(row.lineId) ?? new Set<string>();
    listings.set(row.lineId, units.add(row.unitId));
    oldest.set(row.lineId, Math.min(oldest.get(row.lineId) ?? Infinity, row.year));
  }
  return [...last.values()].flatMap((row) => {
    const truth = truthOf(row.unitId);
    if (truth === undefined) return [];
    const now = queryOf({ ...row, day });
    const laterDay = day + Math.round(FORECAST_YEARS * DAYS_PER_YEAR);
    const age = ageAt(laterDay * MS_PER_DAY, row.year);
    return [
      {
        now,
        later: { ...now, day: laterDay, age, condition: 'used' as const, mileage: null },
        truth,
        isThin: (listings.get(row.lineId)?.size ?? 0) < THIN_LISTINGS,
        isYoung: ageAt(day * MS_PER_DAY, oldest.get(row.lineId) ?? 0) < YOUNG_YEARS,
      },
    ];
  });
}

/** What a method says of every true case: log value now, and the share left after ten years. */
export interface TrueAnswers {
  name: string;
  values: readonly (number | undefined)[];
  retained: readonly (number | undefined)[];
}

export function truthReportOf(
  title: string,
  cases: readonly TrueCase[],
  methods: readonly TrueAnswers[],
): TruthReport {
  const median = (errors: readonly number[]) => medianSorted(ascending(errors));
  const line = (
    what: string,
    isOf: (one: TrueCase) => boolean,
    of: 'values' | 'retained',
    summed: (errors: readonly number[]) => number,
  ) => {
    const members = cases.flatMap((one, at) => (isOf(one) ? [at] : []));
    const error = methods.map((method) => {
      const errors = members.flatMap((at) => {
        const [said, truth] = [method[of][at], cases[at]?.truth];
        if (said === undefined || truth === undefined) return [];
        const share = of === 'values' ? Math.exp(said) / truth.value : said / truth.retained10;
        return [Math.abs(share - 1)];
      });
      return [method.name, errors.length === 0 ? null : summed(errors)];
    });
    return { what, n: members.length, error: Object.fromEntries(error) };
  };
  const all = () => true;
  return {
    title,
    methods: methods.map(({ name }) => name),
    lines: [
      line('value now, MdAPE, all units', all, 'values', median),
      line('value now, MdAPE, new', ({ now }) => now.condition === 'new', 'values', median),
      line('value now, MdAPE, used', ({ now }) => now.condition !== 'new', 'values', median),
      line(
        'value now, MdAPE, lines of fewer than 10 units',
        ({ isThin }) => isThin,
        'values',
        median,
      ),
      line('ten-year retained value, MAPE, all units', all, 'retained', mean),
      line(
        'ten-year retained value, MAPE, new',
        ({ now }) => now.condition === 'new',
        'retained',
        mean,
      ),
      line(
        'ten-year retained value, MAPE, used',
        ({ now }) => now.condition !== 'new',
        'retained',
        mean,
      ),
      line(
        'ten-year retained value, MAPE, lines younger than four years',
        ({ isYoung }) => isYoung,
        'retained',
        mean,
      ),
    ],
  };
}

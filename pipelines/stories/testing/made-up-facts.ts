import { mean } from 'simple-statistics';
import type { Figure } from '#schemas/market-facts.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Comparison, Measure, StoryFacts, Subject } from '../facts.ts';
import { drawNormals } from '../statistics/draw-normals.ts';
import { MARKET, makeSubject, regionSubject, typeSubject } from '../subjects.ts';

const MONTHS = 60;
/** November 2021, so that the last is October 2026. */
const FIRST = 622;
/** Standard deviation of a month's level, of a calendar month's effect. */
const MONTH_SD = 0.008;
const SEASON_SD = 0.003;

/** What is true of a made-up market beyond chance; all else is chance. */
export interface Planted {
  /** Log change over the last 36 months, by type or `market`. */
  trend?: Readonly<Record<string, number>>;
  /** Log change from a month on, counted from the first. */
  step?: Readonly<Record<string, { at: number; size: number }>>;
  /** Log distance of the dearest month (0 is January) from the mean, opposite half a year on. */
  season?: Readonly<Record<string, { month: number; size: number }>>;
  /** Standard errors that a figure lies from its reference, by `comparisonId`. */
  comparison?: Readonly<Record<string, number>>;
}

const MAKES = ['jayco', 'winnebago', 'airstream', 'forest-river', 'keystone'] as const;
const nameOfMake = (id: string): string =>
  id.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '); // prettier-ignore

/** Facts of a market in which nothing is so but what is planted, and every figure has its error. */
export function madeUpFacts(seed: number, planted: Planted = {}, persistence = 0): StoryFacts {
  const normal = drawNormals(seed);
  const types = RV_TYPE_IDS.map(typeSubject);
  const everybody = [MARKET, ...types];
  return {
    prices: everybody.map((subject) => ({
      subject,
      first: FIRST,
      ...levelAndCourse(levels(normal, subject, planted, persistence)),
      errors: Array.from({ length: MONTHS }, () => MONTH_SD),
      changeError: Array.from({ length: MONTHS }, (_, at) => 0.0004 * (MONTHS - 1 - at)),
      n: Array.from({ length: MONTHS }, () => 400),
    })),
    seasons: everybody.map((subject) => {
      const own = planted.season?.[subject.id];
      return {
        of: 'price',
        subject,
        effects: Array.from(
          { length: 12 },
          (_, month) =>
            SEASON_SD * normal() +
            (own ? own.size * Math.cos((2 * Math.PI * (month - own.month)) / 12) : 0),
        ),
        // Of a wave fitted to twelve months whose errors are independent.
        errors: [SEASON_SD / Math.sqrt(6), SEASON_SD / Math.sqrt(6)],
        n: 12_000,
      };
    }),
    comparisons: comparisons(normal, planted.comparison ?? {}),
  };
}

/** A level, and its mean over five months around each. */
export function levelAndCourse(level: number[]): Record<'level' | 'course', number[]> {
  const course = level.map((_, at) => mean(level.slice(Math.max(0, at - 2), at + 3)));
  return { level, course };
}

function levels(
  normal: () => number,
  { id }: Subject,
  { trend, step }: Planted,
  persistence: number,
): number[] {
  let noise = normal();
  return Array.from({ length: MONTHS }, (_, at) => {
    noise = persistence * noise + Math.sqrt(1 - persistence ** 2) * normal();
    const jump = step?.[id];
    return (
      MONTH_SD * noise +
      ((trend?.[id] ?? 0) * Math.max(0, at - (MONTHS - 37))) / 36 +
      (jump && at >= jump.at ? jump.size : 0)
    );
  });
}

function comparisons(
  normal: () => number,
  planted: Readonly<Record<string, number>>,
): Comparison[] {
  const pair = (
    key: string,
    value: number,
    error: number,
  ): Pick<Comparison, 'now' | 'reference'> => {
    const figure = (mean: number): Figure => ({
      value: mean + error * normal(),
      error,
      n: 2_000,
    });
    return { now: figure(value + (planted[key] ?? 0) * error), reference: figure(value) };
  };
  const types = RV_TYPE_IDS.map((id: RvTypeId) => typeSubject(id));
  const of = (measure: Measure, subject: Subject, value: number, error: number): Comparison => ({
    measure,
    subject,
    ...pair(`${measure}/${subject.id}`, value, error),
  });
  return [
    ...types.flatMap((subject) => [
      {
        ...of('days', subject, Math.log(80), 0.03),
        condition: 'used' as const,
        ...pair(`days/${subject.id}/used`, Math.log(80), 0.03),
      },
      of('days-of-new', subject, Math.log(90), 0.04),
      of('cuts', subject, 0.3, 0.01),
      of('cut-depth', subject, 0.07, 0.002),
      of('gap', subject, 0.15, 0.008),
      of('supply', subject, Math.log(4_000), 0.02),
      of('appetite', subject, 0.1, 0.005),
      of('interest', subject, 0.1, 0.005),
    ]),
    ...CENSUS_REGIONS.flatMap((region): Comparison[] => [
      {
        measure: 'region',
        subject: MARKET,
        region: regionSubject(region),
        ...pair(`region/market/${region}`, 0, 0.003),
        reference: { value: 0, error: 0, n: 20_000 },
      },
      {
        measure: 'days-in-region',
        subject: MARKET,
        region: regionSubject(region),
        condition: 'used',
        ...pair(`days-in-region/market/${region}/used`, Math.log(80), 0.03),
      },
      {
        measure: 'supply-in-region',
        subject: MARKET,
        region: regionSubject(region),
        ...pair(`supply-in-region/market/${region}`, Math.log(4_000), 0.02),
      },
    ]),
    ...MAKES.map((id) => of('interest', makeSubject(id, nameOfMake(id)), 0.1, 0.005)),
    of('visits', MARKET, Math.log(4_000), 0.02),
  ];
}

import type { Candidate } from '../candidate.ts';
import { changeOfCourse } from '../candidates/of-prices.ts';
import type { StoryFacts, Subject } from '../facts.ts';
import { MEASURE_RULES, STEP_SHORTEST } from '../measures.ts';
import { changePoint } from '../statistics/change-point.ts';
import { fitSeason } from '../statistics/season.ts';
import { MONTH_NAMES } from '../words/figures.ts';
import { monthId } from './names.ts';

/** A figure that a story may say. */
export interface Figure {
  value: number;
  unit: '%' | 'point' | 'day' | 'month' | '';
  role: Role;
}

/** Whether it is what the other is compared with (`against`, `from`, `than`); a bound of a range is said either way. */
export type Role = 'main' | 'reference' | 'either';

/** All that a story of a candidate may say, worked out anew from the facts. */
export interface Expected {
  figures: Figure[];
  /** Ids of whom and which months it may name, and as what. */
  names: ReadonlyMap<string, Role>;
  /** The one direction it may speak of; undefined where it may speak of none. */
  sign: 1 | -1 | undefined;
  /** Who or which month is the extreme: `high` and `low` → id. */
  extremes: Readonly<Partial<Record<'high' | 'low', string>>>;
}

/**
 * What the facts say on a candidate's matter. It knows the matter only: which series and window, which
 * comparison. Every figure is worked out from the facts here, not taken from what was found.
 * @throws Error where the facts have no such matter
 */
export function expectedOf({ finding, id }: Candidate, facts: StoryFacts): Expected {
  if (finding.kind === 'trend') return trend(seriesOf(facts, finding.subject), finding.months);
  if (finding.kind === 'step') return step(seriesOf(facts, finding.subject), finding.first);
  if (finding.kind === 'season')
    return season(
      facts.seasons.find(
        ({ of, subject }) => of === finding.of && subject.id === finding.subject.id,
      ) ?? missing(id),
    );
  const { measure, subject, region, condition } = finding.of;
  return comparison(
    facts.comparisons.find(
      (one) =>
        one.measure === measure &&
        one.subject.id === subject.id &&
        one.region?.id === region?.id &&
        one.condition === condition,
    ) ?? missing(id),
    facts,
  );
}

const missing = (id: string): never => {
  throw new Error(`The facts hold nothing on ${id}.`);
};

const seriesOf = (facts: StoryFacts, subject: Subject) =>
  facts.prices.find((series) => series.subject.id === subject.id) ?? missing(subject.id);

const asPercent = (log: number): number => 100 * Math.abs(Math.expm1(log));
const calendarMonth = (month: number): string => MONTH_NAMES[((month % 12) + 12) % 12] ?? '';
const inYear = (month: number): string =>
  monthId(calendarMonth(month), 1970 + Math.floor(month / 12));
const eitherWay = (ids: readonly string[]): Map<string, Role> =>
  new Map(ids.map((id) => [id, 'either']));
const signOf = (change: number): 1 | -1 => (change > 0 ? 1 : -1);

type Series = StoryFacts['prices'][number];

function trend(series: Series, months: number): Expected {
  const { subject, first, level, course, n } = series;
  const change = (course.at(-1) ?? Number.NaN) - (course.at(-1 - months) ?? Number.NaN);
  const { interval } = changeOfCourse(series, months);
  const last = first + level.length - 1;
  const from = last - months;
  return {
    figures: [
      { value: asPercent(change), unit: '%', role: 'main' },
      ...interval.map((bound) => ({
        value: asPercent(bound),
        unit: '%' as const,
        role: 'either' as const,
      })),
      { value: months, unit: 'month', role: 'either' },
      { value: sumOf(n.slice(n.length - months - 1)), unit: '', role: 'main' },
    ],
    names: new Map([
      [subject.id, 'either'],
      [inYear(from), 'reference'],
      [inYear(last), 'main'],
    ]),
    sign: signOf(change),
    extremes: {},
  };
}

function step({ subject, first, level, n }: Series, from: number): Expected {
  const mean = (values: readonly number[]) => sumOf(values) / values.length;
  const window = level.slice(from - first);
  const { at, error } = changePoint(window, STEP_SHORTEST);
  const month = from + at;
  const before = window.slice(0, at);
  const after = window.slice(at);
  const change = mean(after) - mean(before);
  const last = first + level.length - 1;
  return {
    figures: [
      { value: asPercent(change), unit: '%', role: 'main' },
      ...[change - 1.96 * error, change + 1.96 * error].map((bound) => ({
        value: asPercent(bound),
        unit: '%' as const,
        role: 'either' as const,
      })),
      { value: sumOf(n.slice(from - first)), unit: '', role: 'main' },
    ],
    names: eitherWay([subject.id, inYear(month), inYear(from), inYear(last)]),
    sign: signOf(change),
    extremes: {},
  };
}

function season({ subject, effects, errors, dealers, n }: StoryFacts['seasons'][number]): Expected {
  const { high, low, swing } = fitSeason(effects, errors, dealers);
  const months = { high: monthId(calendarMonth(high)), low: monthId(calendarMonth(low)) };
  return {
    figures: [
      { value: asPercent(swing), unit: '%', role: 'main' },
      { value: n, unit: '', role: 'main' },
    ],
    names: eitherWay([subject.id, months.high, months.low]),
    sign: undefined,
    extremes: months,
  };
}

function comparison(of: StoryFacts['comparisons'][number], facts: StoryFacts): Expected {
  const { measure, subject, region, other, through, now, reference } = of;
  const change = now.value - reference.value;
  const told = {
    days: (value: number): Figure['value'] => Math.exp(value),
    count: (value: number): Figure['value'] => Math.exp(value),
    ratio: asPercent,
    share: (value: number): Figure['value'] => 100 * value,
  }[MEASURE_RULES[measure].scale];
  const unit = ({ days: 'day', count: '', ratio: '%', share: '%' } as const)[
    MEASURE_RULES[measure].scale
  ];
  const isMost =
    measure !== 'popular' ||
    facts.comparisons.every(
      (one) =>
        one.measure !== 'interest' || one.subject.kind !== 'make' || one.now.value <= now.value,
    );
  return {
    figures: [
      { value: told(now.value), unit, role: 'main' },
      { value: told(reference.value), unit, role: 'reference' },
      MEASURE_RULES[measure].scale === 'share'
        ? { value: 100 * Math.abs(change), unit: 'point', role: 'main' }
        : { value: asPercent(change), unit: '%', role: 'main' },
      { value: now.n, unit: '', role: 'main' },
    ],
    names: new Map<string, Role>([
      [subject.id, 'either'],
      ...(region ? ([[region.id, 'either']] as const) : []),
      ...(other ? ([[other.id, 'either']] as const) : []),
      ...(through === undefined ? [] : ([[inYear(through), 'main']] as const)),
    ]),
    sign: signOf(change),
    extremes: measure === 'popular' && isMost ? { high: subject.id } : {},
  };
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

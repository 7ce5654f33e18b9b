import { comparePaired, type Comparison } from './bootstrap.ts';
import {
  AGE_BANDS,
  bandName,
  errorOf,
  metricsOf,
  VALUE_BANDS,
  type Metrics,
  type Scored,
} from './metrics.ts';
import type { Answer, Query } from './query.ts';

/** A held-out price: what is asked of every method, and what came. */
export interface Case {
  /** Index of the split it was held out in. */
  split: number;
  unit: string;
  query: Query;
  /** Log price. */
  actual: number;
}

/** What a method said of every case, in their order; undefined where it gives no value. */
export interface Method {
  name: string;
  answers: readonly (Answer | undefined)[];
}

export interface Segment {
  by: string;
  value: string;
  /** Distinct units. */
  units: number;
  metrics: Record<string, Metrics>;
  /** Of our error to each other method's. */
  against: Record<string, Comparison>;
}

export interface Report {
  title: string;
  methods: string[];
  cases: number;
  /** Cases without a value, by method. */
  refused: Record<string, number>;
  /** Median error on used units by split and method. */
  splits: { name: string; used: number; mdape: Record<string, number | null> }[];
  segments: Segment[];
}

/** Segments of fewer units are left out of the tables: their figures are luck. */
const UNITS_MIN = 30;
const RESAMPLES = 400;

/**
 * Scores methods on the same held-out prices. The first method is ours: values are banded by its
 * estimates, and the others are compared with it. Segments other than the condition are of used units.
 */
export function reportOf(
  title: string,
  splitNames: readonly string[],
  cases: readonly Case[],
  methods: readonly Method[],
  seed: number,
): Report {
  const used = cases.flatMap(({ query }, at) => (query.condition === 'new' ? [] : [at]));
  const segment = (by: string, value: string, members: readonly number[]): Segment => ({
    by,
    value,
    units: unitsOf(cases, members),
    ...scoresOf(cases, methods, members, seed),
  });
  const [ours] = methods;
  const groupings: [string, (at: number) => string][] = [
    ['type', (at) => cases[at]?.query.type ?? ''],
    ['age', (at) => bandName(AGE_BANDS, cases[at]?.query.age ?? 0)],
    ['estimate', (at) => bandName(VALUE_BANDS, Math.exp(ours?.answers[at]?.log ?? 0), inThousands)],
    ['basis', (at) => ours?.answers[at]?.basis ?? 'none'],
  ];
  return {
    title,
    methods: methods.map(({ name }) => name),
    cases: cases.length,
    refused: Object.fromEntries(
      methods.map(({ name, answers }) => [name, answers.filter((own) => own === undefined).length]),
    ),
    splits: splitNames.map((name, split) => {
      const members = used.filter((at) => cases[at]?.split === split);
      const mdape = methods.map((method) => [
        method.name,
        metricsOf(scoredOf(cases, method, members)).mdape,
      ]);
      return { name, used: members.length, mdape: Object.fromEntries(mdape) };
    }),
    segments: [
      segment('condition', 'used', used),
      segment(
        'condition',
        'new',
        cases.map((_, at) => at).filter((at) => !used.includes(at)),
      ),
      ...groupings.flatMap(([by, nameOf]) =>
        [...Map.groupBy(used, nameOf)]
          .map(([value, members]) => ({ value, members }))
          .filter(({ members }) => unitsOf(cases, members) >= UNITS_MIN)
          .toSorted((a, b) => order(by, a.value) - order(by, b.value) || byName(a.value, b.value))
          .map(({ value, members }) => segment(by, value, members)),
      ),
    ],
  };
}

/** Bands stand in their order, names in the alphabet's. */
function order(by: string, value: string): number {
  return by === 'age' || by === 'estimate' ? Number.parseFloat(value.replace('$', '')) : 0;
}

const byName = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const inThousands = (dollars: number) => `${dollars / 1000}k`;

function scoresOf(
  cases: readonly Case[],
  methods: readonly Method[],
  members: readonly number[],
  seed: number,
): Pick<Segment, 'metrics' | 'against'> {
  const [ours, ...others] = methods;
  const metrics = methods.map((method) => [
    method.name,
    metricsOf(scoredOf(cases, method, members)),
  ]);
  const against = others.flatMap((other): [string, Comparison][] => {
    const pairs = members.flatMap((at) => {
      const [own, their, held] = [ours?.answers[at], other.answers[at], cases[at]];
      if (own === undefined || their === undefined || held === undefined) return [];
      const error = (answer: Answer) => errorOf({ actual: held.actual, answer });
      return [{ unit: held.unit, ours: error(own), theirs: error(their) }];
    });
    const comparison = comparePaired(pairs, { resamples: RESAMPLES, seed });
    return comparison === undefined ? [] : [[other.name, comparison]];
  });
  return { metrics: Object.fromEntries(metrics), against: Object.fromEntries(against) };
}

function scoredOf(cases: readonly Case[], method: Method, members: readonly number[]): Scored[] {
  return members.flatMap((at) => {
    const [held, answer] = [cases[at], method.answers[at]];
    return held === undefined || answer === undefined ? [] : [{ actual: held.actual, answer }];
  });
}

function unitsOf(cases: readonly Case[], members: readonly number[]): number {
  return new Set(members.map((at) => cases[at]?.unit)).size;
}

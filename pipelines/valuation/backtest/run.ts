import type { UnitMonth } from '../unit-table.ts';
import { fitLineMedians } from './baselines.ts';
import { fitOurMethod } from './our-method.ts';
import { queryOf, type Answer, type Query } from './query.ts';
import { reportOf, type Case, type Method, type Report } from './report.ts';
import type { Split } from './splits.ts';
import { trueCases, truthReportOf, type TrueValue, type TruthReport } from './truth.ts';

/** Our method's name in every table. */
export const OURS = 'RigWorth';
const LINE_MEDIAN = 'line median';

/** What a competitor is given: rows to learn from by split, and what to predict. */
export interface LearningTask {
  rows: readonly UnitMonth[];
  /** Indexes of rows, by split. */
  splits: readonly { train: readonly number[] }[];
  queries: readonly { split: number; query: Query }[];
}

/** Answers of other methods to the task's queries, in their order. */
export type Competitors = (task: LearningTask) => Promise<Method[]>;

export interface Backtest {
  report: Report;
  cases: Case[];
  methods: Method[];
}

export interface BacktestOptions {
  title: string;
  seed: number;
  competitors: Competitors;
  /** Told as each split is done. */
  onSplit?: (name: string) => void;
}

/** Runs our method, the line's median and the competitors on the same splits and scores them. */
export async function backtest(
  rows: readonly UnitMonth[],
  splits: readonly Split[],
  { title, seed, competitors, onSplit = () => undefined }: BacktestOptions,
): Promise<Backtest> {
  const cases: Case[] = [];
  const ours: (Answer | undefined)[] = [];
  const medians: (Answer | undefined)[] = [];
  splits.forEach(({ name, train, test }, split) => {
    const learnt = take(rows, train);
    const fitted = fitOurMethod(learnt);
    const medianOf = fitLineMedians(learnt);
    for (const row of take(rows, test)) {
      const query = queryOf(row);
      cases.push({ split, unit: row.unitId, query, actual: Math.log(row.price ?? Number.NaN) });
      ours.push(fitted.answer(query));
      medians.push(medianOf(query));
    }
    onSplit(name);
  });
  const methods = [
    { name: OURS, answers: ours },
    ...(await competitors({ rows, splits, queries: cases })),
    { name: LINE_MEDIAN, answers: medians },
  ];
  const names = splits.map(({ name }) => name);
  return { report: reportOf(title, names, cases, methods, seed), cases, methods };
}

/**
 * Learns from a whole simulated market and compares with its truth: the noise-free asking price at a
 * day after its end, and the share of it that is left ten years later.
 */
export async function backtestTruth(
  rows: readonly UnitMonth[],
  truth: { day: number; of(unitId: string): TrueValue | undefined },
  { title, competitors }: BacktestOptions,
): Promise<TruthReport> {
  const cases = trueCases(rows, (unitId) => truth.of(unitId), truth.day);
  const fitted = fitOurMethod(rows);
  const queries = cases.flatMap(({ now, later }) => [
    { split: 0, query: now },
    { split: 0, query: later },
  ]);
  const others = await competitors({ rows, splits: [{ train: rows.map((_, at) => at) }], queries });
  return truthReportOf(title, cases, [
    {
      name: OURS,
      values: cases.map(({ now }) => fitted.answer(now)?.log),
      retained: cases.map(({ now }) => fitted.retained(now)),
    },
    ...others.map(({ name, answers }) => ({
      name,
      values: cases.map((_, at) => answers[2 * at]?.log),
      retained: cases.map((_, at) => {
        const [now, later] = [answers[2 * at], answers[2 * at + 1]];
        return now === undefined || later === undefined ? undefined : Math.exp(later.log - now.log);
      }),
    })),
  ]);
}

function take(rows: readonly UnitMonth[], at: readonly number[]): UnitMonth[] {
  return at.flatMap((index) => rows[index] ?? []);
}

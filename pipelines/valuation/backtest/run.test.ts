import { beforeAll, describe, expect, it } from 'vitest';
import { drawMarket, LAST_DAY } from '../testing/market.ts';
import { backtest, backtestTruth, OURS, type Backtest, type Competitors } from './run.ts';
import { splitsByUnit } from './splits.ts';

const UNITS = 500;
const market = drawMarket({ units: UNITS, seed: 11, grossErrors: 0.05 });
const splits = splitsByUnit(market, { folds: 2, repeats: 1, seed: 1 });
const nobody: Competitors = () => Promise.resolve([]);
const run = (competitors: Competitors) =>
  backtest(market, splits, { title: 'drawn', seed: 1, competitors });

/** Knows the true value of what it is asked for. */
const oracle: Competitors = ({ queries }) =>
  Promise.resolve([
    {
      name: 'oracle',
      answers: queries.map(({ query }) => {
        const unit = market.find(
          ({ lineId, day, floorplan, year, mileage, region }) =>
            lineId === query.lineId &&
            day === query.day &&
            floorplan === query.floorplan &&
            year === query.year &&
            mileage === query.mileage &&
            region === query.region,
        );
        return { log: Math.log(unit?.truth ?? 1) };
      }),
    },
  ]);

describe('a backtest', () => {
  let first: Backtest;
  let asked: Parameters<Competitors>[0] | undefined;
  beforeAll(async () => {
    first = await run((task) => {
      asked = task;
      return oracle(task);
    });
  });

  it('ranks methods by what they know: the truth, our fit, the median of the line', () => {
    const { report } = first;
    const used = report.segments.find(({ value }) => value === 'used');
    const error = (method: string) => used?.metrics[method]?.mdape ?? Number.NaN;
    expect(report.methods).toEqual([OURS, 'oracle', 'line median']);
    expect(error('oracle')).toBeLessThan(error(OURS));
    expect(error(OURS)).toBeLessThan(error('line median'));
    expect(used?.against['line median']?.high).toBeLessThan(1);
    expect(used?.against['oracle']?.ratio).toBeGreaterThan(1);
  });

  it('asks competitors about every held-out unit, with its split, and never tells the price', () => {
    const { cases } = first;
    expect(asked?.queries).toHaveLength(market.length);
    expect(cases.map(({ split }) => split)).toEqual(asked?.queries.map(({ split }) => split));
    for (const { query } of asked?.queries ?? []) {
      expect(query).not.toHaveProperty('price');
      expect(query).not.toHaveProperty('msrp');
      expect(query).not.toHaveProperty('unitId');
    }
  });

  it('values a unit from the others alone: a price that is wrong moves only the values of others', async () => {
    const at = splits[0]?.test[0] ?? 0;
    const wrong = market.map((unit, index) =>
      index === at ? { ...unit, price: 20 * (unit.price ?? 0) } : unit,
    );
    const other = await backtest(wrong, splits, { title: 'drawn', seed: 1, competitors: nobody });
    const answerOf = ({ methods, cases }: Awaited<ReturnType<typeof backtest>>) =>
      methods[0]?.answers[cases.findIndex(({ unit }) => unit === market[at]?.unitId)];
    expect(answerOf(other)).toEqual(answerOf(first));
  });

  it('says the same of the same market', async () => {
    expect(JSON.stringify(await run(oracle))).toBe(JSON.stringify(first));
  });

  it('counts each used unit in one band of every kind', () => {
    const { report } = first;
    const units = (by: string, value?: string) =>
      report.segments
        .filter((own) => own.by === by && (value ?? own.value) === own.value)
        .reduce((sum, own) => sum + own.units, 0);
    expect(units('condition')).toBe(UNITS);
    expect(units('type')).toBe(units('condition', 'used'));
    expect(units('condition', 'used') - units('age')).toBeLessThan(60);
  });
});

it('holds values and what is retained against the truth', async () => {
  const truth = new Map(
    market.map(({ unitId, truth: value }) => [unitId, { value, retained10: 0.5 }]),
  );
  const exact: Competitors = ({ queries }) =>
    Promise.resolve([
      {
        name: 'exact',
        answers: queries.map((_, at) => {
          const { value } = truth.get(market[at >> 1]?.unitId ?? '') ?? { value: 1 };
          return { log: Math.log(at % 2 === 0 ? value : value / 2) };
        }),
      },
    ]);
  const report = await backtestTruth(
    market,
    { day: LAST_DAY + 30, of: (unitId) => truth.get(unitId) },
    { title: 'drawn', seed: 1, competitors: exact },
  );
  const [values] = report.lines;
  const retained = report.lines.find(({ what }) => what.startsWith('ten-year'));
  expect(values).toMatchObject({ n: UNITS });
  expect(values?.error['exact']).toBeCloseTo(0);
  expect(values?.error[OURS]).toBeLessThan(0.08);
  expect(retained?.error['exact']).toBeCloseTo(0);
});

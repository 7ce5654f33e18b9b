import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { describe, expect, it } from 'vitest';
import { readSeason } from '#domain/decision/season.ts';
import { waveOf } from '#domain/market/waves.ts';
import { decompose, type Monthly } from './decompose.ts';

const BELIEFS = { levelSd: 0.2, walkSd: 0.005, seasonSd: 0.02 };
const FIRST_MONTH = 600;

/** A series of the given truth with independent normal errors of the given size. */
function observe(
  seed: number,
  months: number,
  se: number,
  truth: (month: number) => number,
): Monthly {
  const random = xoroshiro128plus(seed);
  const unit = () => uniformFloat64(random);
  const normal = () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
  return {
    firstMonth: FIRST_MONTH,
    mean: Float64Array.from({ length: months }, (_, month) => truth(month) + se * normal()),
    se: new Float64Array(months).fill(se),
  };
}
const change = (series: Monthly) => {
  const { yearChange } = decompose(series, BELIEFS);
  if (yearChange === null) throw new Error('no change');
  return yearChange;
};

describe('a series of months', () => {
  it('without an effect shows none, in at least 95 of 100 markets', () => {
    const markets = Array.from({ length: 200 }, (_, seed) =>
      change(observe(seed, 60, 0.02, () => 0.7)),
    );
    const moved = markets.filter(({ value, se }) => Math.abs(value) > 1.96 * se);
    expect(moved.length).toBeLessThanOrEqual(5);
  });

  it('that falls by 8% in a year is seen to fall by nearly that', () => {
    const { value, se } = change(observe(1, 60, 0.005, (month) => -(0.08 / 12) * month));
    expect(value).toBeGreaterThan(-0.1);
    expect(value).toBeLessThan(-0.06);
    expect(Math.abs(value)).toBeGreaterThan(1.96 * se);
  });

  it.each([
    ['12%', 0.12],
    ['-12%', -0.12],
    ['6%', 0.06],
  ])(
    'that goes a step of %s in one month does so there, not over the year and not by season',
    (_, size) => {
      const markets = Array.from({ length: 40 }, (_, seed) => {
        const { level, season, yearChange } = decompose(
          observe(500 + seed, 50, 0.01, (month) => (month < 36 ? 0 : size)),
          BELIEFS,
        );
        if (season === null || yearChange === null) throw new Error('too short');
        const share = ((level[36] ?? 0) - (level[35] ?? 0)) / size;
        const isMoved = Math.abs(yearChange.value) > 1.96 * yearChange.se;
        return { share, isMoved, swing: Math.max(...season.value) - Math.min(...season.value) };
      });
      const mean = (of: (market: (typeof markets)[number]) => number) =>
        markets.reduce((sum, market) => sum + of(market), 0) / markets.length;
      expect(mean(({ share }) => share)).toBeGreaterThan(0.75);
      // What is said of the year that began a month after it.
      expect(mean(({ isMoved }) => Number(isMoved))).toBeLessThanOrEqual(0.1);
      expect(mean(({ swing }) => swing)).toBeLessThan(0.02);
    },
  );

  it('with a season shows it, apart from the trend, within its error', () => {
    const season = (month: number) =>
      0.03 * Math.cos((2 * Math.PI * (FIRST_MONTH + month - 4)) / 12);
    const found = decompose(observe(2, 72, 0.01, season), BELIEFS);
    found.season?.value.forEach((value, calendar) => {
      const truth = 0.03 * Math.cos((2 * Math.PI * (calendar - 4)) / 12);
      expect(Math.abs(value - truth)).toBeLessThan(4 * (found.season?.se[calendar] ?? 0));
    });
    expect(Math.abs(found.yearChange?.value ?? 1)).toBeLessThan(2 * (found.yearChange?.se ?? 0));
    expect(found.season?.value.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
  });

  it('is surer with more data, and measures from the last month', () => {
    const wide = decompose(
      observe(3, 36, 0.04, () => 0),
      BELIEFS,
    );
    const close = decompose(
      observe(3, 36, 0.01, () => 0),
      BELIEFS,
    );
    expect(close.yearChange?.se).toBeLessThan(wide.yearChange?.se ?? 0);
    expect(close.level.at(-1)).toBeCloseTo(0, 12);
    expect(close.levelSe.at(-1)).toBeCloseTo(0, 6);
  });

  it('has no season before two years of it, and no yearly change before a year', () => {
    expect(
      decompose(
        observe(4, 23, 0.01, () => 0),
        BELIEFS,
      ).season,
    ).toBeNull();
    expect(
      decompose(
        observe(4, 12, 0.01, () => 0),
        BELIEFS,
      ).yearChange,
    ).toBeNull();
  });

  it('without a single figure is flat and unsure', () => {
    const nothing = {
      firstMonth: 0,
      mean: new Float64Array(24).fill(Number.NaN),
      se: new Float64Array(24),
    };
    const { level, yearChange } = decompose(nothing, BELIEFS);
    expect([...level].every((value) => value === 0)).toBe(true);
    expect(yearChange?.value).toBe(0);
    expect(yearChange?.se).toBeCloseTo(BELIEFS.walkSd * Math.sqrt(12), 12);
  });
});

describe('a series without a season', () => {
  const MARKETS = 200;
  const seasons = (se: number, walkSd: number, size: number) =>
    Array.from({ length: MARKETS }, (_, seed) => {
      const steps = observe(9_000 + seed, 36, walkSd, () => 0).mean;
      let level = 0;
      const walk = Array.from(steps, (step) => (level += step));
      const truth = (month: number) =>
        (walk[month] ?? 0) + size * Math.cos((2 * Math.PI * (FIRST_MONTH + month)) / 12);
      const { season } = decompose(observe(seed, 36, se, truth), BELIEFS);
      if (season === null) throw new Error('no season');
      return season;
    });
  /** What chance may add to a rate of so many markets, in one of two hundred looks. */
  const allowed = (rate: number) => rate + 2.6 * Math.sqrt((rate * (1 - rate)) / MARKETS);

  it.each([
    { se: 0.004, walkSd: 0 },
    { se: 0.01, walkSd: 0 },
    { se: 0.02, walkSd: 0 },
    { se: 0.004, walkSd: 0.005 },
    { se: 0.01, walkSd: 0.005 },
    { se: 0.02, walkSd: 0.005 },
  ])('has one no more often than its p says (errors $se, steps $walkSd)', ({ se, walkSd }) => {
    const found = seasons(se, walkSd, 0);
    const ps = found.map(({ value, waveSe }) => waveOf(1, value, waveSe[0]).p);
    for (const rate of [0.05, 0.01])
      expect(ps.filter((p) => p < rate).length / MARKETS).toBeLessThanOrEqual(allowed(rate));
    const told = found.filter(
      (season) => !readSeason({ month: 1, ...season }).detail.includes('do not clearly change'),
    );
    expect(told.length / MARKETS).toBeLessThanOrEqual(allowed(0.05));
  });

  it('is told from one with a season of 3% up and down, nearly always', () => {
    const found = seasons(0.01, 0.005, 0.03);
    const ps = found.map(({ value, waveSe }) => waveOf(1, value, waveSe[0]).p);
    expect(ps.filter((p) => p < 0.001).length / MARKETS).toBeGreaterThan(0.95);
  });
});

import { describe, expect, it } from 'vitest';
import { qValues } from './benjamini-hochberg.ts';
import { changePoint, isStep } from './change-point.ts';
import { drawNormals } from './draw-normals.ts';
import { mannKendall } from './mann-kendall.ts';
import { asNormal, asStudent, bestOf, twoSided } from './normal.ts';
import { differenceOfSeasons, fitSeason } from './season.ts';

const normal = drawNormals(7);

/** A first-order autocorrelated series without trend or step, of standard deviation 1. */
function quiet(months: number, persistence: number): number[] {
  let value = normal();
  return Array.from({ length: months }, () => {
    value = persistence * value + Math.sqrt(1 - persistence ** 2) * normal();
    return value;
  });
}

const rateOf = (rounds: number, happens: () => boolean): number => {
  let times = 0;
  for (let round = 0; round < rounds; round += 1) times += Number(happens());
  return times / rounds;
};

describe('two-sided probabilities', () => {
  it('are right far out, where a printed table has ended', () => {
    expect(twoSided(1.959964)).toBeCloseTo(0.05, 6);
    expect(twoSided(-4)).toBeCloseTo(6.334e-5, 7);
    expect(twoSided(6)).toBeLessThan(1e-8);
  });

  it('of the best of several looks are as if there had been one', () => {
    expect(bestOf(1, 0.03)).toBeCloseTo(0.03, 10);
    expect(bestOf(12, 0.01)).toBeCloseTo(1 - 0.99 ** 12, 10);
  });
});

describe("Student's t as a normal", () => {
  it.each([
    // Degrees, and what is exceeded on either side by 5, 1 and 0.1% (any table).
    [4, [2.776, 4.604, 8.61]],
    [8, [2.306, 3.355, 5.041]],
    [30, [2.042, 2.75, 3.646]],
  ] as const)('of %d degrees is as unlikely, or a little less so', (degrees, critical) => {
    for (const [at, p] of [0.05, 0.01, 0.001].entries()) {
      const t = critical[at] ?? 0;
      const ratio = twoSided(asNormal(t, degrees)) / p;
      expect(ratio).toBeGreaterThan(0.99);
      expect(ratio).toBeLessThan(7 / 6);
      expect(asStudent(asNormal(-t, degrees), degrees)).toBeCloseTo(-t, 8);
    }
  });
});

describe('the Mann-Kendall test', () => {
  it('finds the slope that Theil and Sen have, whatever one gross error does', () => {
    const values = Array.from({ length: 25 }, (_, at) => 2 + 0.5 * at + 0.01 * normal());
    values[7] = 1_000;
    const { slope, p } = mannKendall(values);
    expect(slope).toBeCloseTo(0.5, 2);
    expect(p).toBeLessThan(1e-6);
  });

  it('agrees with the textbook where nothing is autocorrelated', () => {
    // S = 18 of ten values without ties: variance 125, z = 17 / √125.
    const values = [1, 3, 2, 6, 4, 8, 5, 3.5, 7, 2.5];
    const { p, autocorrelation } = mannKendall(values);
    expect(autocorrelation).toBe(0);
    let score = 0;
    for (let later = 1; later < 10; later += 1)
      for (let earlier = 0; earlier < later; earlier += 1)
        score += Math.sign((values[later] ?? 0) - (values[earlier] ?? 0));
    expect(p).toBeCloseTo(twoSided((score - 1) / Math.sqrt(125)), 10);
  });

  it.each([
    { months: 13, persistence: 0 },
    { months: 37, persistence: 0 },
    { months: 37, persistence: 0.3 },
  ])('is wrong in about one of twenty quiet series ($months, $persistence)', (of) => {
    const wrong = rateOf(1_000, () => mannKendall(quiet(of.months, of.persistence)).p < 0.05);
    expect(wrong).toBeLessThan(0.08);
  });

  it('would be wrong far more often without its correction', () => {
    const series = Array.from({ length: 300 }, () => quiet(37, 0.6));
    const share = (values: readonly number[]) =>
      values.filter((p) => p < 0.05).length / values.length;
    expect(share(series.map((values) => mannKendall(values).p))).toBeLessThan(0.15);
  });
});

describe('the test for a step', () => {
  it('finds where a level changed, and by how much', () => {
    const values = quiet(36, 0).map((value, at) => 0.01 * value + (at >= 22 ? 0.05 : 0));
    const step = changePoint(values, 6);
    expect(step.at).toBe(22);
    expect(step.size).toBeCloseTo(0.05, 2);
    expect(step.p).toBeLessThan(0.001);
    expect(step.isSharp).toBe(true);
  });

  it('never puts it nearer to an end than the shortest segment', () => {
    const values = quiet(36, 0).map((value, at) => value + (at >= 34 ? 50 : 0));
    expect(changePoint(values, 6).at).toBe(30);
  });

  it('says that a slope is no step', () => {
    const values = quiet(36, 0).map((value, at) => 0.1 * value + 0.3 * at);
    expect(changePoint(values, 6).isSharp).toBe(false);
  });

  it.each([
    ['for nine months', 9, 0.005],
    ['for six months, unsurely seen', 6, 0.02],
  ])('says that a level sliding %s has no step', (_, months, error) => {
    const seldom = rateOf(200, () => {
      const slide = (at: number) => Math.min(1, Math.max(0, (at - 12) / months));
      const values = quiet(36, 0.2).map((value, at) => error * value - 0.1 * slide(at));
      return changePoint(values, 6).isSharp;
    });
    expect(seldom).toBeLessThan(0.05);
  });

  it('calls no step sharp that may as well be a slide', () => {
    const values = quiet(36, 0).map((value, at) => 0.05 * value + (at >= 18 ? 0.1 : 0));
    expect(changePoint(values, 6)).toMatchObject({ isSharp: false });
  });

  it.each([13, 25, 37])(
    'is set against a line over as many months as a trend has (%d)',
    (months) => {
      const takenForStep = (shape: (at: number) => number) =>
        rateOf(200, () =>
          isStep(
            quiet(months, 0.2).map((value, at) => 0.1 * value + shape(at)),
            3,
          ),
        );
      expect(takenForStep((at) => Number(at >= months / 2))).toBeGreaterThan(0.95);
      expect(takenForStep((at) => (2 * at) / months)).toBeLessThan(0.05);
      expect(takenForStep((at) => Math.min(1, Math.max(0, (at - 2) / 9)))).toBeLessThan(0.05);
    },
  );

  it.each([0, 0.3, 0.5])('is seldom wrong on quiet series (%d)', (persistence) => {
    const wrong = rateOf(600, () => changePoint(quiet(36, persistence), 6).p < 0.05);
    expect(wrong).toBeLessThan(0.09);
  });

  it('says the same of the same series', () => {
    const values = quiet(36, 0.2);
    expect(changePoint(values, 6)).toEqual(changePoint(values, 6));
  });
});

describe('q-values', () => {
  it('are those of Benjamini and Hochberg, in the order given', () => {
    expect(qValues([0.04, 0.001, 0.03, 0.9]).map((q) => Math.round(1e4 * q) / 1e4)).toEqual([
      0.0533, 0.004, 0.0533, 0.9,
    ]);
  });

  it('of nothing are nothing', () => {
    expect(qValues([])).toEqual([]);
  });
});

describe('a season', () => {
  const wave = (peak: number, size: number) =>
    Array.from({ length: 12 }, (_, month) => size * Math.cos((Math.PI * (month - peak)) / 6));
  /** Of the waves of twelve months whose errors are independent. */
  const errors = (error: number) => [error / Math.sqrt(6), error / Math.sqrt(6)] as const;
  const noisy = (values: readonly number[], error: number) =>
    values.map((value) => value + error * normal());

  it('has its crest and trough named right although single months are unsure', () => {
    const right = rateOf(300, () => {
      const { high, low } = fitSeason(noisy(wave(4, 0.3), 0.05), errors(0.05));
      return high === 4 && low === 10;
    });
    expect(right).toBeGreaterThan(0.95);
  });

  it('may have its trough elsewhere than half a year after its crest', () => {
    const skewed = wave(4, 0.3).map(
      (value, month) => value + 0.12 * Math.cos((Math.PI * (month - 2.3)) / 3),
    );
    expect(fitSeason(skewed, errors(0.01))).toMatchObject({
      high: skewed.indexOf(Math.max(...skewed)),
      low: skewed.indexOf(Math.min(...skewed)),
    });
  });

  it('is found in one of twenty years without any', () => {
    const wrong = rateOf(2_000, () => fitSeason(noisy(wave(0, 0), 0.05), errors(0.05)).p < 0.05);
    expect(wrong).toBeGreaterThan(0.03);
    expect(wrong).toBeLessThan(0.07);
  });

  it('has a swing as sure as it says', () => {
    const inside = rateOf(1_000, () => {
      const { swing, error } = fitSeason(noisy(wave(4, 0.3), 0.05), errors(0.05));
      return Math.abs(swing - 0.6) < 1.96 * error;
    });
    expect(inside).toBeGreaterThan(0.9);
  });

  it('differs from another by more than chance only where it does', () => {
    const of = (peak: number) => fitSeason(noisy(wave(peak, 0.3), 0.03), errors(0.03));
    expect(rateOf(300, () => differenceOfSeasons(of(4), of(4)) < 0.01)).toBeLessThan(0.04);
    expect(differenceOfSeasons(of(4), of(8))).toBeLessThan(0.001);
  });
});

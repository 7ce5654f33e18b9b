import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Design } from '../valuation/design.ts';
import type { Fit } from '../valuation/fit.ts';
import type { UnitTable } from '../valuation/unit-table.ts';
import { equalDealers } from './dealer-groups.ts';
import { monthSums, sumsWithout, type MonthSums } from './month-sums.ts';

/** Month means of log price at equal mix; NaN where nothing was seen. */
export interface MonthCells {
  n: Int32Array<ArrayBuffer>;
  mean: Float64Array;
  se: Float64Array;
  /** What the errors of two months have in common: they rest on the same estimates of roles and sources. */
  shared: (a: number, b: number) => number;
  /** `mean` with each of several groups of dealers left out; as it is where nobody else was seen. */
  without: Float64Array[];
  /** Dealers of equal size behind each month and all later ones, but no more than there are groups. */
  dealers: Float64Array;
}

/** Two months of the same market differ by this much without a cause we could name. */
const FLOOR_SD = 0.002;

/**
 * What is left of log price once everything but the month is taken out, by type and month: robust means,
 * with the roles of prices and the levels of sources and dealers estimated within the months and taken
 * out. Where one source follows another in time, nothing tells them from the months, and the errors say
 * so. How much of it hangs on single dealers, who price all they have alike, the months without each
 * group of them say (the jackknife by groups of Kott 2001).
 * @returns one row of cells for each of RV_TYPE_IDS, and one for all types
 */
export function monthCells(
  design: Design,
  fit: Fit,
  table: UnitTable,
): { byType: MonthCells[]; all: MonthCells } {
  const { months } = design.layout;
  const { whole, groups, seen } = monthSums(design, fit, table);
  const effects = solveEffects(whole);
  const others = groups.map((group) => {
    const sums = sumsWithout(whole, group);
    return { sums, effects: solveEffects(sums) };
  });
  const cellsOf = (types: readonly number[]): MonthCells => {
    const cells = errorsOf(effects, meansOf(whole, effects, types, months));
    return {
      ...cells,
      without: others.map((other) => {
        const { mean } = meansOf(other.sums, other.effects, types, months);
        return mean.map((value, month) =>
          Number.isNaN(value) ? (cells.mean[month] ?? NaN) : value,
        );
      }),
      dealers: equalDealers(
        types.flatMap((type) => seen[type] ?? []),
        months,
      ).map((behind) => Math.min(behind, groups.length)),
    };
  };
  return {
    byType: RV_TYPE_IDS.map((_, type) => cellsOf([type])),
    all: cellsOf(RV_TYPE_IDS.map((_, type) => type)),
  };
}

interface Effects {
  mean: Float64Array;
  /** Their covariance times a matrix. */
  covarianceTimes: (right: Matrix) => Matrix;
}

/** Least squares of the factors with every cell's own mean taken out. */
function solveEffects(sums: MonthSums): Effects {
  const factors = sums.sds.length;
  const left = Float64Array.from(sums.left.to1DArray());
  const right = sums.right.slice();
  sums.sds.forEach((sd, factor) => {
    const at = factor * (factors + 1);
    left[at] = (left[at] ?? 0) + 1 / sd ** 2;
  });
  for (let cell = 0; cell < sums.weight.length; cell += 1) {
    const whole = sums.weight[cell] ?? 0;
    if (whole === 0) continue;
    const moments = sums.moments.subarray(cell * factors, (cell + 1) * factors);
    for (let i = 0; i < factors; i += 1) {
      const share = (moments[i] ?? 0) / whole;
      if (share === 0) continue;
      right[i] = (right[i] ?? 0) - share * (sums.residual[cell] ?? 0);
      for (let j = 0; j < factors; j += 1) {
        const at = i * factors + j;
        left[at] = (left[at] ?? 0) - share * (moments[j] ?? 0);
      }
    }
  }
  const cholesky = new CholeskyDecomposition(symmetric(left, factors));
  return {
    mean: Float64Array.from(cholesky.solve(Matrix.columnVector(right)).to1DArray()),
    covarianceTimes: (other) => cholesky.solve(other),
  };
}

/** To the last bit, as whoever solves with it asks. */
function symmetric(values: Float64Array, size: number): Matrix {
  const matrix = Matrix.from1DArray(size, size, values);
  return matrix.add(matrix.transpose()).mul(0.5);
}

interface Means {
  n: Int32Array<ArrayBuffer>;
  mean: Float64Array;
  /** Of the rows alone, and what share of a month's weight has each factor. */
  variance: Float64Array;
  shares: Matrix;
}

function meansOf(
  sums: MonthSums,
  effects: Effects,
  types: readonly number[],
  months: number,
): Means {
  const factors = sums.sds.length;
  const n = new Int32Array(months);
  const mean = new Float64Array(months).fill(Number.NaN);
  const variance = new Float64Array(months).fill(Number.NaN);
  const shares = Matrix.zeros(months, factors);
  for (let month = 0; month < months; month += 1) {
    const cells = types.map((type) => type * months + month);
    const sum = (of: ArrayLike<number>) => cells.reduce((all, cell) => all + (of[cell] ?? 0), 0);
    n[month] = sum(sums.n);
    const whole = sum(sums.weight);
    if (whole === 0) continue;
    let taken = 0;
    for (let factor = 0; factor < factors; factor += 1) {
      const share =
        cells.reduce((all, cell) => all + (sums.moments[cell * factors + factor] ?? 0), 0) / whole;
      shares.set(month, factor, share);
      taken += share * (effects.mean[factor] ?? 0);
    }
    mean[month] = sum(sums.residual) / whole - taken;
    variance[month] = sum(sums.square) / whole ** 2 + FLOOR_SD ** 2;
  }
  return { n, mean, variance, shares };
}

function errorsOf(
  effects: Effects,
  { n, mean, variance, shares }: Means,
): Omit<MonthCells, 'without' | 'dealers'> {
  const common = shares.mmul(effects.covarianceTimes(shares.transpose()));
  return {
    n,
    mean,
    se: variance.map((own, month) => Math.sqrt(own + common.get(month, month))),
    // To the last bit the same both ways, as whoever solves with it asks.
    shared: (a, b) => (common.get(a, b) + common.get(b, a)) / 2,
  };
}

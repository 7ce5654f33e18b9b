import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { KIND, STRIDE, type Design } from '../valuation/design.ts';
import { groupOf, NU, type Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { SOURCE_SD, sourceFactors } from './source-factors.ts';

/** Month means of log price at equal mix; NaN where nothing was seen. */
export interface MonthCells {
  n: Int32Array<ArrayBuffer>;
  mean: Float64Array;
  se: Float64Array;
  /** What the errors of two months have in common: they rest on the same estimates of roles and sources. */
  shared: (a: number, b: number) => number;
}

/**
 * How a price stands in its unit's life. Units still on offer are the slow and dear ones, and first
 * prices are before the cuts: whoever takes them for the month's level sees a rise at the end that is
 * none. The last price of a unit that is gone stands for the month.
 */
const STANDING = 0;
const EARLIER = 1;
const ROLES = 2;
/** What a role may do to log price before the data. */
const ROLE_SD = 0.05;
/** Two months of the same market differ by this much without a cause we could name. */
const FLOOR_SD = 0.002;

/**
 * What is left of log price once everything but the month is taken out, by type and month: robust means,
 * with the roles of prices and the levels of sources estimated within the months and taken out. Where
 * one source follows another in time, nothing tells them from the months, and the errors say so.
 * @returns one row of cells for each of RV_TYPE_IDS, and one for all types
 */
export function monthCells(
  design: Design,
  fit: Fit,
  table: UnitTable,
): { byType: MonthCells[]; all: MonthCells } {
  const { months } = design.layout;
  const sums = gather(design, fit, table);
  const effects = solveEffects(sums);
  const allTypes = RV_TYPE_IDS.map((_, type) => type);
  return {
    byType: allTypes.map((type) => cellsOf(sums, effects, [type], months)),
    all: cellsOf(sums, effects, allTypes, months),
  };
}

interface Sums {
  /** By cell: weight, weight · residual, weight² · variance, rows. */
  weight: Float64Array;
  residual: Float64Array;
  square: Float64Array;
  n: Int32Array;
  /** Cells × factors: weight of the rows with the factor. */
  moments: Float64Array;
  /** Factors × factors and factors: weight, and weight · residual. */
  left: Matrix;
  right: Float64Array;
}

function gather(design: Design, fit: Fit, table: UnitTable): Sums {
  const { months } = design.layout;
  const cells = RV_TYPE_IDS.length * months;
  const sources = sourceFactors(table);
  const factors = ROLES + sources.factors;
  const sums: Sums = {
    weight: new Float64Array(cells),
    residual: new Float64Array(cells),
    square: new Float64Array(cells),
    n: new Int32Array(cells),
    moments: new Float64Array(cells * factors),
    left: Matrix.zeros(factors, factors),
    right: new Float64Array(factors),
  };
  const lastDay = lastDays(table);
  let errors = 0;
  let expected = 0;
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const type = design.type[row] ?? 0;
    const source = design.source[row] ?? 0;
    const variance = fit.spread.rows[groupOf(type, design.kind[row] ?? 0)] ?? 1;
    const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
    const robust = (NU + 1) / (NU + error ** 2 / variance);
    const weight = ((design.weight[row] ?? 0) * robust) / variance;
    const { month, effect } = monthOf(design, fit, row);
    const cell = type * months + month;
    const residual = weight * (error + effect);
    sums.weight[cell] = (sums.weight[cell] ?? 0) + weight;
    sums.residual[cell] = (sums.residual[cell] ?? 0) + residual;
    sums.square[cell] = (sums.square[cell] ?? 0) + weight ** 2 * variance;
    sums.n[cell] = (sums.n[cell] ?? 0) + 1;
    errors += (weight * error) ** 2;
    expected += weight ** 2 * variance;

    const isLast = table.day[source] === lastDay[table.unit[source] ?? 0];
    const role = isLast ? (table.current[source] === 1 ? STANDING : NONE) : EARLIER;
    const own = sources.factorOf[table.source[source] ?? NONE] ?? NONE;
    const seller = own === NONE ? NONE : ROLES + own;
    for (const factor of [role, seller]) {
      if (factor === NONE) continue;
      const at = cell * factors + factor;
      sums.moments[at] = (sums.moments[at] ?? 0) + weight;
      sums.right[factor] = (sums.right[factor] ?? 0) + residual;
      sums.left.set(factor, factor, sums.left.get(factor, factor) + weight);
    }
    if (role !== NONE && seller !== NONE) {
      sums.left.set(role, seller, sums.left.get(role, seller) + weight);
      sums.left.set(seller, role, sums.left.get(seller, role) + weight);
    }
  }
  // How much wider the errors really are than the fit's variances say.
  const scale = expected === 0 ? 1 : errors / expected;
  for (let cell = 0; cell < cells; cell += 1) sums.square[cell] = scale * (sums.square[cell] ?? 0);
  return sums;
}

function lastDays(table: UnitTable): Int32Array {
  const lastDay = new Int32Array(table.units);
  for (let row = 0; row < table.rows; row += 1) {
    const unit = table.unit[row] ?? 0;
    lastDay[unit] = Math.max(lastDay[unit] ?? 0, table.day[row] ?? 0);
  }
  return lastDay;
}

/** The row's month, and what the fit holds it to do to its price, for its type too. */
function monthOf(design: Design, fit: Fit, row: number): { month: number; effect: number } {
  const { month: first, months, columns } = design.layout;
  let month = NONE;
  let effect = 0;
  for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
    const column = design.index[slot] ?? NONE;
    // Months and the types' departures from them are the layout's last columns.
    if (column < first || column >= columns) continue;
    // A price lies between the middles of two months, and nearer to that of its own.
    if (column <= first + months && (design.value[slot] ?? 0) >= 0.5) month = column - first;
    effect += (fit.common[column] ?? 0) * (design.value[slot] ?? 0);
  }
  if (month === NONE) throw new RangeError(`Row ${row} has no month.`);
  return { month, effect };
}

interface Effects {
  mean: Float64Array;
  covariance: Matrix;
}

/** Least squares of the factors with every cell's own mean taken out. */
function solveEffects(sums: Sums): Effects {
  const factors = sums.right.length;
  const left = sums.left.clone();
  const right = new Matrix(factors, 1);
  for (let factor = 0; factor < factors; factor += 1) {
    const sd = factor < ROLES ? ROLE_SD : SOURCE_SD;
    left.set(factor, factor, left.get(factor, factor) + 1 / sd ** 2);
    right.set(factor, 0, sums.right[factor] ?? 0);
  }
  for (let cell = 0; cell < sums.weight.length; cell += 1) {
    const whole = sums.weight[cell] ?? 0;
    if (whole === 0) continue;
    const moments = sums.moments.subarray(cell * factors, (cell + 1) * factors);
    for (let i = 0; i < factors; i += 1) {
      const own = moments[i] ?? 0;
      if (own === 0) continue;
      right.set(i, 0, right.get(i, 0) - (own * (sums.residual[cell] ?? 0)) / whole);
      for (let j = 0; j < factors; j += 1)
        left.set(i, j, left.get(i, j) - (own * (moments[j] ?? 0)) / whole);
    }
  }
  const cholesky = new CholeskyDecomposition(left);
  return {
    mean: Float64Array.from(cholesky.solve(right).to1DArray()),
    covariance: cholesky.solve(Matrix.eye(factors, factors)),
  };
}

function cellsOf(
  sums: Sums,
  effects: Effects,
  types: readonly number[],
  months: number,
): MonthCells {
  const factors = effects.mean.length;
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
  const common = shares.mmul(effects.covariance).mmul(shares.transpose());
  return {
    n,
    mean,
    se: variance.map((own, month) => Math.sqrt(own + common.get(month, month))),
    // To the last bit the same both ways, as whoever solves with it asks.
    shared: (a, b) => (common.get(a, b) + common.get(b, a)) / 2,
  };
}

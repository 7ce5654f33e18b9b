import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { KIND, STRIDE, type Design } from '../valuation/design.ts';
import { commonPart, groupOf, namePart, NU, type Fit } from '../valuation/fit.ts';
import type { UnitTable } from '../valuation/unit-table.ts';

/** Month means of log price at equal mix, independent of each other; NaN where nothing was seen. */
export interface MonthCells {
  n: Int32Array<ArrayBuffer>;
  mean: Float64Array;
  se: Float64Array;
}

/**
 * How a price stands in its unit's life. Units still on offer are the slow and dear ones, and first
 * prices are before the cuts: whoever takes them for the month's level sees a rise at the end that is none.
 */
const ROLES = 3;
const STANDING = 0;
const EARLIER = 1;
const CLOSING = 2;
/** What a role may do to log price before the data, against the closing price. */
const ROLE_SD = 0.05;
/** Precision of what is known to be zero. */
const PINNED = 1e12;
/** Two months of the same market differ by this much without a cause we could name. */
const FLOOR_SD = 0.002;

/**
 * What is left of log price once everything but the month is taken out, by type and month: robust means,
 * with the roles of prices estimated within the months and taken out.
 * @returns one cell row for each of RV_TYPE_IDS, and one for all types
 */
export function monthCells(
  design: Design,
  fit: Fit,
  table: UnitTable,
): { byType: MonthCells[]; all: MonthCells } {
  const { months } = design.layout;
  const types = RV_TYPE_IDS.length;
  const sums = gather(design, fit, table);
  const role = roleEffects(sums, types * months);
  const byType = RV_TYPE_IDS.map((_, type) => cellsOf(sums, role, [type], months));
  return {
    byType,
    all: cellsOf(
      sums,
      role,
      RV_TYPE_IDS.map((_, type) => type),
      months,
    ),
  };
}

interface Sums {
  /** Cells × roles: weight, weight · residual, weight² · variance. */
  weight: Float64Array;
  residual: Float64Array;
  square: Float64Array;
  n: Int32Array;
}

function gather(design: Design, fit: Fit, table: UnitTable): Sums {
  const { months } = design.layout;
  const cells = RV_TYPE_IDS.length * months;
  const sums: Sums = {
    weight: new Float64Array(cells * ROLES),
    residual: new Float64Array(cells * ROLES),
    square: new Float64Array(cells * ROLES),
    n: new Int32Array(cells),
  };
  const lastDay = new Int32Array(table.units);
  for (let row = 0; row < table.rows; row += 1) {
    const unit = table.unit[row] ?? 0;
    lastDay[unit] = Math.max(lastDay[unit] ?? 0, table.day[row] ?? 0);
  }
  let errors = 0;
  let expected = 0;
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const month = monthOfRow(design, row);
    const source = design.source[row] ?? 0;
    const group = groupOf(design.type[row] ?? 0, design.kind[row] ?? 0);
    const variance = fit.spread.rows[group] ?? 1;
    const fitted = commonPart(design, fit.common, row) + namePart(design, fit.names, row);
    const error = (design.y[row] ?? 0) - fitted;
    const robust = (NU + 1) / (NU + error ** 2 / variance);
    const weight = ((design.weight[row] ?? 0) * robust) / variance;
    const isLast = table.day[source] === lastDay[table.unit[source] ?? 0];
    const role = isLast ? (table.current[source] === 1 ? STANDING : CLOSING) : EARLIER;
    const cell = (design.type[row] ?? 0) * months + month;
    const at = cell * ROLES + role;
    sums.weight[at] = (sums.weight[at] ?? 0) + weight;
    sums.residual[at] = (sums.residual[at] ?? 0) + weight * (error + monthPart(design, fit, row));
    sums.square[at] = (sums.square[at] ?? 0) + weight ** 2 * variance;
    sums.n[cell] = (sums.n[cell] ?? 0) + 1;
    errors += (weight * error) ** 2;
    expected += weight ** 2 * variance;
  }
  // How much wider the errors really are than the fit's variances say.
  const scale = expected === 0 ? 1 : errors / expected;
  for (let at = 0; at < sums.square.length; at += 1)
    sums.square[at] = scale * (sums.square[at] ?? 0);
  return sums;
}

/** The month's own column, which the row's common part holds among others. */
function monthOfRow(design: Design, row: number): number {
  const { month, months } = design.layout;
  for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
    const at = (design.index[slot] ?? -1) - month;
    if (at >= 0 && at < months) return at;
  }
  throw new RangeError(`Row ${row} has no month.`);
}

function monthPart(design: Design, fit: Fit, row: number): number {
  const { month, columns } = design.layout;
  let sum = 0;
  for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
    const column = design.index[slot] ?? -1;
    // Months and the types' departures from them are the layout's last columns.
    if (column >= month && column < columns)
      sum += (fit.common[column] ?? 0) * (design.value[slot] ?? 0);
  }
  return sum;
}

interface RoleEffects {
  mean: Float64Array;
  covariance: Matrix;
}

/**
 * Least squares of the roles with every cell's own mean taken out. Only differences between roles can be
 * told: the closing price stands for the month.
 */
function roleEffects(sums: Sums, cells: number): RoleEffects {
  const left = Matrix.eye(ROLES, ROLES, 1 / ROLE_SD ** 2);
  left.set(CLOSING, CLOSING, PINNED);
  const right = new Matrix(ROLES, 1);
  for (let cell = 0; cell < cells; cell += 1) {
    const weight = (role: number) => sums.weight[cell * ROLES + role] ?? 0;
    const residual = (role: number) => sums.residual[cell * ROLES + role] ?? 0;
    const whole = weight(STANDING) + weight(EARLIER) + weight(CLOSING);
    if (whole === 0) continue;
    const mean = (residual(STANDING) + residual(EARLIER) + residual(CLOSING)) / whole;
    for (let i = 0; i < ROLES; i += 1) {
      right.set(i, 0, right.get(i, 0) + residual(i) - weight(i) * mean);
      for (let j = 0; j < ROLES; j += 1)
        left.set(
          i,
          j,
          left.get(i, j) + (i === j ? weight(i) : 0) - (weight(i) * weight(j)) / whole,
        );
    }
  }
  const cholesky = new CholeskyDecomposition(left);
  return {
    mean: Float64Array.from(cholesky.solve(right).to1DArray()),
    covariance: cholesky.solve(Matrix.eye(ROLES, ROLES)),
  };
}

function cellsOf(
  sums: Sums,
  role: RoleEffects,
  types: readonly number[],
  months: number,
): MonthCells {
  const cells: MonthCells = {
    n: new Int32Array(months),
    mean: new Float64Array(months).fill(Number.NaN),
    se: new Float64Array(months).fill(Number.NaN),
  };
  for (let month = 0; month < months; month += 1) {
    const weights = new Float64Array(ROLES);
    let residual = 0;
    let square = 0;
    for (const type of types) {
      const cell = type * months + month;
      cells.n[month] = (cells.n[month] ?? 0) + (sums.n[cell] ?? 0);
      for (let at = 0; at < ROLES; at += 1) {
        weights[at] = (weights[at] ?? 0) + (sums.weight[cell * ROLES + at] ?? 0);
        residual += sums.residual[cell * ROLES + at] ?? 0;
        square += sums.square[cell * ROLES + at] ?? 0;
      }
    }
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    if (whole === 0) continue;
    const shares = weights.map((weight) => weight / whole);
    const ofRoles = shares.reduce((sum, share, at) => sum + share * (role.mean[at] ?? 0), 0);
    let roleVariance = 0;
    for (let i = 0; i < ROLES; i += 1)
      for (let j = 0; j < ROLES; j += 1)
        roleVariance += (shares[i] ?? 0) * (shares[j] ?? 0) * role.covariance.get(i, j);
    cells.mean[month] = residual / whole - ofRoles;
    cells.se[month] = Math.sqrt(square / whole ** 2 + roleVariance + FLOOR_SD ** 2);
  }
  return cells;
}

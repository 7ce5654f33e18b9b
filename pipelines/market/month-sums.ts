import { Matrix } from 'ml-matrix';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { KIND, STRIDE, type Design } from '../valuation/design.ts';
import { groupOf, NU, type Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { dealerGroups } from './dealer-groups.ts';
import { SOURCE_SD, sourceFactors } from './source-factors.ts';

/**
 * How a price stands in its unit's life. Units still on offer are the slow and dear ones, and first
 * prices are before the cuts: whoever takes them for the month's level sees a rise at the end that is
 * none. The last price of a unit that is gone stands for the month.
 */
const STANDING = 0;
const EARLIER = 1;
const ROLES = 2;
/** What a role, and what a dealer may do to log price before the data. */
const ROLE_SD = 0.05;
const DEALER_SD = 0.05;
/**
 * What is left of log price once everything but the month, the role of the price and its seller is taken
 * out, summed by cell (type × months + month) and factor (roles, then sources, then dealers).
 */
export interface MonthSums {
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
  /** Standard deviation of each factor before the data. */
  sds: readonly number[];
}

function emptySums(cells: number, sds: readonly number[]): MonthSums {
  return {
    weight: new Float64Array(cells),
    residual: new Float64Array(cells),
    square: new Float64Array(cells),
    n: new Int32Array(cells),
    moments: new Float64Array(cells * sds.length),
    left: Matrix.zeros(sds.length, sds.length),
    right: new Float64Array(sds.length),
    sds,
  };
}

const varianceOf = (design: Design, fit: Fit, row: number): number =>
  fit.spread.rows[groupOf(design.type[row] ?? 0, design.kind[row] ?? 0)] ?? 1;

/** How much a row counts, so far from the middle of its cell. */
function weightOf(design: Design, row: number, distance: number, variance: number): number {
  const robust = (NU + 1) / (NU + distance ** 2 / variance);
  return ((design.weight[row] ?? 0) * robust) / variance;
}

const CENTRE_ROUNDS = 2;

/**
 * Where the errors of each cell lie. The fit's months are smooth: beside a step of the market all errors lie on
 * one side, and who takes those that lie furthest for gross ones draws the months back to the smooth course.
 */
function cellCentres(design: Design, fit: Fit, cells: number): Float64Array {
  const { months } = design.layout;
  const centres = new Float64Array(cells);
  for (let round = 0; round < CENTRE_ROUNDS; round += 1) {
    const weights = new Float64Array(cells);
    const sums = new Float64Array(cells);
    for (let row = 0; row < design.rows; row += 1) {
      if (design.kind[row] === KIND.sticker) continue;
      const cell = (design.type[row] ?? 0) * months + monthOf(design, fit, row).month;
      const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
      const distance = error - (centres[cell] ?? 0);
      const weight = weightOf(design, row, distance, varianceOf(design, fit, row));
      weights[cell] = (weights[cell] ?? 0) + weight;
      sums[cell] = (sums[cell] ?? 0) + weight * error;
    }
    sums.forEach((sum, cell) => {
      const weight = weights[cell] ?? 0;
      if (weight > 0) centres[cell] = sum / weight;
    });
  }
  return centres;
}

/** A row: who was seen when, and how much it counts. */
export interface Seen {
  month: number;
  dealer: number;
  weight: number;
}

/** MonthSums of all rows, those of each group of dealers, and by type who was seen when. */
export function monthSums(
  design: Design,
  fit: Fit,
  table: UnitTable,
): { whole: MonthSums; groups: MonthSums[]; seen: Seen[][] } {
  const { months } = design.layout;
  const cells = RV_TYPE_IDS.length * months;
  const sources = sourceFactors(table);
  const dealers = dealerGroups(design, table);
  const ofDealers = ROLES + sources.factors;
  const sds = [
    ...Array.from({ length: ROLES }, () => ROLE_SD),
    ...Array.from({ length: sources.factors }, () => SOURCE_SD),
    ...Array.from({ length: dealers.levels }, () => DEALER_SD),
  ];
  const whole = emptySums(cells, sds);
  const groups = Array.from({ length: dealers.groups }, () => emptySums(cells, sds));
  const seen: Seen[][] = RV_TYPE_IDS.map(() => []);
  const lastDay = lastDays(table);
  const centres = cellCentres(design, fit, cells);
  let errors = 0;
  let expected = 0;
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const type = design.type[row] ?? 0;
    const source = design.source[row] ?? 0;
    const variance = varianceOf(design, fit, row);
    const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
    const { month, effect } = monthOf(design, fit, row);
    const weight = weightOf(design, row, error - (centres[type * months + month] ?? 0), variance);
    errors += (weight * error) ** 2;
    expected += weight ** 2 * variance;

    const isLast = table.day[source] === lastDay[table.unit[source] ?? 0];
    const role = isLast ? (table.current[source] === 1 ? STANDING : NONE) : EARLIER;
    const own = sources.factorOf[table.source[source] ?? NONE] ?? NONE;
    const dealer = dealers.dealerOf[row] ?? NONE;
    const level = dealers.levelOf[dealer] ?? NONE;
    const factors = [
      role,
      own === NONE ? NONE : ROLES + own,
      level === NONE ? NONE : ofDealers + level,
    ].filter((factor) => factor !== NONE);
    seen[type]?.push({ month, dealer, weight: design.weight[row] ?? 0 });
    const group = groups[dealers.groupOf[dealer] ?? 0];
    const told = { weight, residual: weight * (error + effect), square: weight ** 2 * variance };
    for (const sums of group === undefined ? [whole] : [whole, group])
      addRow(sums, type * months + month, factors, told);
  }
  // How much wider the errors really are than the fit's variances say.
  const scale = expected === 0 ? 1 : errors / expected;
  whole.square = whole.square.map((square) => scale * square);
  return { whole, groups, seen };
}

function addRow(
  sums: MonthSums,
  cell: number,
  factors: readonly number[],
  told: Readonly<Record<'weight' | 'residual' | 'square', number>>,
): void {
  for (const name of ['weight', 'residual', 'square'] as const)
    sums[name][cell] = (sums[name][cell] ?? 0) + told[name];
  sums.n[cell] = (sums.n[cell] ?? 0) + 1;
  for (const factor of factors) {
    const at = cell * sums.sds.length + factor;
    sums.moments[at] = (sums.moments[at] ?? 0) + told.weight;
    sums.right[factor] = (sums.right[factor] ?? 0) + told.residual;
    for (const other of factors)
      sums.left.set(factor, other, sums.left.get(factor, other) + told.weight);
  }
}

/** A cell that a group was all of is empty, whatever rounding leaves of its sums. */
export function sumsWithout(whole: MonthSums, group: MonthSums): MonthSums {
  const factors = whole.sds.length;
  const n = whole.n.map((count, cell) => count - (group.n[cell] ?? 0));
  const less = (of: 'weight' | 'residual' | 'square' | 'moments', each: number) =>
    whole[of].map((sum, at) => (n[Math.floor(at / each)] === 0 ? 0 : sum - (group[of][at] ?? 0)));
  return {
    ...whole,
    weight: less('weight', 1),
    residual: less('residual', 1),
    square: less('square', 1),
    n,
    moments: less('moments', factors),
    left: Matrix.sub(whole.left, group.left),
    right: whole.right.map((sum, factor) => sum - (group.right[factor] ?? 0)),
  };
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

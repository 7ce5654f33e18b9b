import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { Prior } from './common-layout.ts';
import { STRIDE, type Design } from './design.ts';
import { addOuter, addScaled, CELLS, DIMS, posteriorCovariance } from './small-matrix.ts';
import { LEVELS } from './tree.ts';

export interface CommonEffects {
  /** One coefficient a column of the layout. */
  coefficients: Float64Array;
  /** Posterior covariance of asked columns: row by row in the order asked. */
  covarianceOf: (columns: readonly number[]) => Matrix;
}

/**
 * The common effects with the names integrated out: generalised least squares under the tree's
 * covariance, which is what keeps a line that is only ever sold new from being taken for a premium of
 * new units. Solves (ZᵀV⁻¹Z + prior) γ = ZᵀV⁻¹y + prior mean, where the names' part of V is
 * eliminated node by node on the way up; only the columns a node's rows touch take part, so the cost
 * is linear in rows and names.
 */
export function solveCommon(
  design: Design,
  precision: Float64Array,
  variances: Float64Array,
  priors: readonly Prior[],
): CommonEffects {
  const normal = gatherNormal(design, precision, variances);
  const { columns } = design.layout;
  const left = new Matrix(columns, columns);
  for (let i = 0; i < columns; i += 1)
    for (let j = i; j < columns; j += 1) {
      const cell = normal.left[i * columns + j] ?? 0;
      left.set(i, j, cell);
      left.set(j, i, cell);
    }
  const right = new Matrix(columns, 1);
  for (let i = 0; i < columns; i += 1) right.set(i, 0, normal.right[i] ?? 0);
  for (const { terms, mean, sd } of priors)
    for (const [i, a] of terms) {
      right.set(i, 0, right.get(i, 0) + (a * mean) / sd ** 2);
      for (const [j, b] of terms) left.set(i, j, left.get(i, j) + (a * b) / sd ** 2);
    }
  // Columns nothing touches (a type without listings has priors, a spare month may not) stay solvable.
  for (let i = 0; i < columns; i += 1) left.set(i, i, left.get(i, i) + 1e-6);
  const cholesky = new CholeskyDecomposition(left);
  return {
    coefficients: Float64Array.from(cholesky.solve(right).to1DArray()),
    covarianceOf(asked) {
      const unit = new Matrix(columns, asked.length);
      asked.forEach((column, at) => unit.set(column, at, 1));
      const inverse = cholesky.solve(unit);
      return inverse.selection([...asked], [...asked.keys()]);
    },
  };
}

/** What the open node of one level has gathered so far. */
interface Open {
  s: Float64Array;
  b: Float64Array;
  /** DIMS × columns: products of the node's effects with the common columns. */
  cross: Float64Array;
  touched: Int32Array;
  touchedCount: number;
  isTouched: Uint8Array;
}

interface Normal {
  /** Upper triangle, columns × columns. */
  left: Float64Array;
  right: Float64Array;
}

function gatherNormal(design: Design, precision: Float64Array, variances: Float64Array): Normal {
  const { columns } = design.layout;
  const normal = { left: new Float64Array(columns * columns), right: new Float64Array(columns) };
  const open = LEVELS.map(() => newOpen(columns));
  const path: number[] = [];

  const closeLast = () => {
    const depth = path.length - 1;
    const from = open[depth];
    if (from !== undefined) eliminate(from, open[depth - 1], variances, depth, columns, normal);
    path.pop();
  };
  for (let row = 0; row < design.rows; row += 1) {
    const weight = precision[row] ?? 0;
    if (weight === 0) continue;
    const leaf = design.leaf[row] ?? 0;
    if (path.at(-1) !== leaf) {
      const next = pathTo(design, leaf);
      while (path.length > 0 && next[path.length - 1] !== path.at(-1)) closeLast();
      path.push(...next.slice(path.length));
    }
    const at = open[path.length - 1];
    if (at !== undefined) addRow(design, row, weight, at, columns, normal);
  }
  while (path.length > 0) closeLast();
  return normal;
}

/** Nodes from the root to a node. */
function pathTo(design: Design, leaf: number): number[] {
  const path: number[] = [];
  for (let node = leaf; node >= 0; node = design.tree.parent[node] ?? -1) path.unshift(node);
  return path;
}

function addRow(
  design: Design,
  row: number,
  weight: number,
  at: Open,
  columns: number,
  normal: Normal,
): void {
  const y = design.y[row] ?? 0;
  const basis = row * DIMS;
  addOuter(at.s, 0, weight, design.basis, basis);
  addScaled(at.b, 0, weight * y, design.basis, basis);
  const end = (row + 1) * STRIDE;
  for (let slot = row * STRIDE; slot < end; slot += 1) {
    const column = design.index[slot] ?? -1;
    if (column < 0) break;
    const value = weight * (design.value[slot] ?? 0);
    normal.right[column] = (normal.right[column] ?? 0) + value * y;
    for (let other = slot; other < end; other += 1) {
      const to = design.index[other] ?? -1;
      if (to < 0) break;
      const cell = Math.min(column, to) * columns + Math.max(column, to);
      normal.left[cell] = (normal.left[cell] ?? 0) + value * (design.value[other] ?? 0);
    }
    touch(at, column);
    for (let i = 0; i < DIMS; i += 1)
      at.cross[i * columns + column] =
        (at.cross[i * columns + column] ?? 0) + value * (design.basis[basis + i] ?? 0);
  }
}

/** Integrates a closed node out of the normal equations and hands what remains to its parent. */
function eliminate(
  from: Open,
  parent: Open | undefined,
  variances: Float64Array,
  level: number,
  columns: number,
  normal: Normal,
): void {
  posteriorCovariance(from.s, 0, variances, level * DIMS, COVARIANCE);
  const touched = from.touched.subarray(0, from.touchedCount).toSorted();
  const shrunk = DIMS * columns;
  // C·cross beside cross itself, and C·b.
  const present = EFFECTS.filter((i) => (variances[level * DIMS + i] ?? 0) > 0);
  for (const column of touched)
    for (const i of present) {
      let sum = 0;
      for (const k of present)
        sum += (COVARIANCE[i * DIMS + k] ?? 0) * (from.cross[k * columns + column] ?? 0);
      from.cross[shrunk + i * columns + column] = sum;
    }
  const cb = SHRUNK;
  for (let i = 0; i < DIMS; i += 1) {
    cb[i] = 0;
    for (let k = 0; k < DIMS; k += 1)
      cb[i] = (cb[i] ?? 0) + (COVARIANCE[i * DIMS + k] ?? 0) * (from.b[k] ?? 0);
  }
  for (let a = 0; a < touched.length; a += 1) {
    const i = touched[a] ?? 0;
    for (const k of present) {
      const cross = from.cross[k * columns + i] ?? 0;
      if (cross === 0) continue;
      normal.right[i] = (normal.right[i] ?? 0) - cross * (cb[k] ?? 0);
      for (let b = a; b < touched.length; b += 1) {
        const j = touched[b] ?? 0;
        const cell = i * columns + j;
        normal.left[cell] =
          (normal.left[cell] ?? 0) - cross * (from.cross[shrunk + k * columns + j] ?? 0);
      }
    }
  }
  if (parent !== undefined) handUp(from, parent, touched, present, cb, columns);
  clear(from, touched, columns);
}

/** Parent's S, b and cross += (I − S·C) of the child's. */
function handUp(
  from: Open,
  parent: Open,
  touched: Int32Array,
  present: readonly number[],
  cb: Float64Array,
  columns: number,
): void {
  const shrunk = DIMS * columns;
  for (const column of touched) {
    touch(parent, column);
    for (let i = 0; i < DIMS; i += 1) {
      let sum = from.cross[i * columns + column] ?? 0;
      for (const k of present)
        sum -= (from.s[i * DIMS + k] ?? 0) * (from.cross[shrunk + k * columns + column] ?? 0);
      parent.cross[i * columns + column] = (parent.cross[i * columns + column] ?? 0) + sum;
    }
  }
  for (let i = 0; i < DIMS; i += 1) {
    let sum = from.b[i] ?? 0;
    for (let k = 0; k < DIMS; k += 1) sum -= (from.s[i * DIMS + k] ?? 0) * (cb[k] ?? 0);
    parent.b[i] = (parent.b[i] ?? 0) + sum;
    for (let j = 0; j < DIMS; j += 1) {
      let cell = from.s[i * DIMS + j] ?? 0;
      for (let k = 0; k < DIMS; k += 1)
        for (let m = 0; m < DIMS; m += 1)
          cell -=
            (from.s[i * DIMS + k] ?? 0) *
            (COVARIANCE[k * DIMS + m] ?? 0) *
            (from.s[m * DIMS + j] ?? 0);
      parent.s[i * DIMS + j] = (parent.s[i * DIMS + j] ?? 0) + cell;
    }
  }
}

function touch(at: Open, column: number): void {
  if (at.isTouched[column] === 1) return;
  at.isTouched[column] = 1;
  at.touched[at.touchedCount] = column;
  at.touchedCount += 1;
}

function clear(at: Open, touched: Int32Array, columns: number): void {
  for (const column of touched) {
    at.isTouched[column] = 0;
    for (let i = 0; i < 2 * DIMS; i += 1) at.cross[i * columns + column] = 0;
  }
  at.touchedCount = 0;
  at.s.fill(0);
  at.b.fill(0);
}

function newOpen(columns: number): Open {
  return {
    s: new Float64Array(CELLS),
    b: new Float64Array(DIMS),
    // Cross, and below it the room for C·cross.
    cross: new Float64Array(2 * DIMS * columns),
    touched: new Int32Array(columns),
    touchedCount: 0,
    isTouched: new Uint8Array(columns),
  };
}

/** Indexes of a name's effects. */
const EFFECTS = Array.from({ length: DIMS }, (_, effect) => effect);
const COVARIANCE = new Float64Array(CELLS);
const SHRUNK = new Float64Array(DIMS);

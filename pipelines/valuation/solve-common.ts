import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { Prior } from './common-layout.ts';
import { STRIDE, type Design } from './design.ts';
import { addOuter, addScaled, CELLS, DIMS, posteriorCovariance } from './small-matrix.ts';
import { POOL_LEVELS } from './tree.ts';

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
  spread: Float64Array,
  priors: readonly Prior[],
): CommonEffects {
  const normal = gatherNormal(design, precision, spread);
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
  /** Room for elimination: cross of the touched columns alone, the same shrunk, and one row. */
  packed: Float64Array;
  shrunk: Float64Array;
  row: Float64Array;
  touched: Int32Array;
  touchedCount: number;
  isTouched: Uint8Array;
}

interface Normal {
  /** Upper triangle, columns × columns. */
  left: Float64Array;
  right: Float64Array;
}

function gatherNormal(design: Design, precision: Float64Array, spread: Float64Array): Normal {
  const { columns } = design.layout;
  const normal = { left: new Float64Array(columns * columns), right: new Float64Array(columns) };
  const open = POOL_LEVELS.map(() => newOpen(columns));
  const path: number[] = [];
  const handsOn = findHandsOn(design, precision);

  const closeLast = () => {
    const depth = path.length - 1;
    const from = open[depth];
    const own = departureCovariance(design, path[depth] ?? 0, spread, handsOn);
    if (from !== undefined) eliminate(from, open[depth - 1], own, columns, normal);
    path.pop();
  };
  for (let row = 0; row < design.rows; row += 1) {
    const weight = precision[row] ?? 0;
    if (weight === 0) continue;
    const leaf = design.leaf[row] ?? 0;
    if (path.at(-1) !== leaf) {
      const next = pathTo(design, leaf, handsOn);
      while (path.length > 0 && next[path.length - 1] !== path.at(-1)) closeLast();
      path.push(...next.slice(path.length));
    }
    const at = open[path.length - 1];
    if (at !== undefined) addRow(design, row, weight, at, columns, normal);
  }
  while (path.length > 0) closeLast();
  return normal;
}

/** Nodes from the root to a node, without those that only hand on what one child says. */
function pathTo(design: Design, leaf: number, handsOn: Uint8Array): number[] {
  const path: number[] = [];
  for (let node = leaf; node >= 0; node = design.tree.above[node] ?? -1)
    if (handsOn[node] !== 1) path.unshift(node);
  return path;
}

/** By node: 1 where its rows are all of one child, so that the two depart together. */
function findHandsOn(design: Design, precision: Float64Array): Uint8Array {
  const { above, size } = design.tree;
  const hasRows = new Uint8Array(size);
  for (let row = 0; row < design.rows; row += 1)
    if (precision[row] !== 0) hasRows[design.leaf[row] ?? 0] = 1;
  const children = new Int32Array(size);
  const handsOn = new Uint8Array(size);
  for (let node = size - 1; node > 0; node -= 1) {
    if (hasRows[node] !== 1 && children[node] === 0) continue;
    if (hasRows[node] !== 1 && children[node] === 1) handsOn[node] = 1;
    const parent = above[node] ?? 0;
    children[parent] = (children[parent] ?? 0) + 1;
  }
  return handsOn;
}

/** Covariance of a node's departure from the next node of its path. */
function departureCovariance(
  design: Design,
  node: number,
  spread: Float64Array,
  handsOn: Uint8Array,
): Float64Array {
  const { above, pool } = design.tree;
  const level = (pool[node] ?? 0) * CELLS;
  const sum = spread.slice(level, level + CELLS);
  for (let at = above[node] ?? -1; at >= 0 && handsOn[at] === 1; at = above[at] ?? -1)
    for (let i = 0; i < CELLS; i += 1)
      sum[i] = (sum[i] ?? 0) + (spread[(pool[at] ?? 0) * CELLS + i] ?? 0);
  return sum;
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
    for (let i = 0; i < DIMS; i += 1) {
      const effect = design.basis[basis + i] ?? 0;
      if (effect === 0) continue;
      const cell = i * columns + column;
      at.cross[cell] = (at.cross[cell] ?? 0) + value * effect;
    }
  }
}

/** Integrates a closed node out of the normal equations and hands what remains to its parent. */
function eliminate(
  from: Open,
  parent: Open | undefined,
  departure: Float64Array,
  columns: number,
  normal: Normal,
): void {
  posteriorCovariance(from.s, 0, departure, 0, COVARIANCE);
  const touched = from.touched.subarray(0, from.touchedCount).toSorted();
  const { length } = touched;
  const present = EFFECTS.filter((i) => (departure[i * (DIMS + 1)] ?? 0) > 0);
  // Only the touched columns, side by side: this is where a fit spends most of its time.
  const cross = from.packed;
  for (let i = 0; i < DIMS; i += 1)
    for (let a = 0; a < length; a += 1)
      cross[i * length + a] = from.cross[i * columns + (touched[a] ?? 0)] ?? 0;
  // C·cross and C·b.
  const shrunk = from.shrunk.subarray(0, DIMS * length).fill(0);
  const cb = SHRUNK;
  for (let i = 0; i < DIMS; i += 1) {
    cb[i] = 0;
    for (const k of present) {
      const c = COVARIANCE[i * DIMS + k] ?? 0;
      if (c === 0) continue;
      cb[i] = (cb[i] ?? 0) + c * (from.b[k] ?? 0);
      for (let a = 0; a < length; a += 1)
        shrunk[i * length + a] = (shrunk[i * length + a] ?? 0) + c * (cross[k * length + a] ?? 0);
    }
  }
  const less = from.row;
  for (let a = 0; a < length; a += 1) {
    const column = touched[a] ?? 0;
    less.fill(0, a, length);
    for (const k of present) {
      const own = cross[k * length + a] ?? 0;
      if (own === 0) continue;
      normal.right[column] = (normal.right[column] ?? 0) - own * (cb[k] ?? 0);
      for (let b = a; b < length; b += 1)
        less[b] = (less[b] ?? 0) + own * (shrunk[k * length + b] ?? 0);
    }
    for (let b = a; b < length; b += 1) {
      const cell = column * columns + (touched[b] ?? 0);
      normal.left[cell] = (normal.left[cell] ?? 0) - (less[b] ?? 0);
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
  const { length } = touched;
  // S·C: the effects that the level does not have are 0 in C.
  const sc = PRODUCT;
  for (let i = 0; i < DIMS; i += 1)
    for (const m of present) {
      let sum = 0;
      for (const k of present) sum += (from.s[i * DIMS + k] ?? 0) * (COVARIANCE[k * DIMS + m] ?? 0);
      sc[i * DIMS + m] = sum;
    }
  for (const column of touched) touch(parent, column);
  const rest = from.row;
  for (let i = 0; i < DIMS; i += 1) {
    for (let a = 0; a < length; a += 1) rest[a] = from.packed[i * length + a] ?? 0;
    let b = from.b[i] ?? 0;
    for (const k of present) {
      const s = from.s[i * DIMS + k] ?? 0;
      if (s === 0) continue;
      b -= s * (cb[k] ?? 0);
      for (let a = 0; a < length; a += 1)
        rest[a] = (rest[a] ?? 0) - s * (from.shrunk[k * length + a] ?? 0);
    }
    for (let a = 0; a < length; a += 1) {
      const at = i * columns + (touched[a] ?? 0);
      parent.cross[at] = (parent.cross[at] ?? 0) + (rest[a] ?? 0);
    }
    parent.b[i] = (parent.b[i] ?? 0) + b;
    for (let j = 0; j < DIMS; j += 1) {
      let cell = from.s[i * DIMS + j] ?? 0;
      for (const m of present) cell -= (sc[i * DIMS + m] ?? 0) * (from.s[m * DIMS + j] ?? 0);
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
    for (let i = 0; i < DIMS; i += 1) at.cross[i * columns + column] = 0;
  }
  at.touchedCount = 0;
  at.s.fill(0);
  at.b.fill(0);
}

function newOpen(columns: number): Open {
  return {
    s: new Float64Array(CELLS),
    b: new Float64Array(DIMS),
    cross: new Float64Array(DIMS * columns),
    packed: new Float64Array(DIMS * columns),
    shrunk: new Float64Array(DIMS * columns),
    row: new Float64Array(columns),
    touched: new Int32Array(columns),
    touchedCount: 0,
    isTouched: new Uint8Array(columns),
  };
}

/** Indexes of a name's effects. */
const EFFECTS = Array.from({ length: DIMS }, (_, effect) => effect);
const COVARIANCE = new Float64Array(CELLS);
const SHRUNK = new Float64Array(DIMS);
const PRODUCT = new Float64Array(CELLS);

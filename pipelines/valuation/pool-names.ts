import type { Design } from './design.ts';
import {
  addOuter,
  addScaled,
  apply,
  CELLS,
  DIMS,
  multiply,
  posteriorCovariance,
} from './small-matrix.ts';
import { LEVELS } from './tree.ts';

/**
 * What the names do to log price given everything else: for every node of the tree its effects (level,
 * early and late slope, size), as the sum along its path, with their covariance.
 */
export interface NameEffects {
  /** Nodes × DIMS. */
  mean: Float64Array;
  /** Nodes × CELLS. */
  covariance: Float64Array;
  /** Levels × DIMS: Σ E[d²] of the departures from the level above, for re-estimating their variance. */
  squares: Float64Array;
  /** Levels: nodes with data behind `squares`. */
  nodes: Float64Array;
}

/**
 * Exact posterior means of a Gaussian tree by one pass up (each node hands its parent what it says
 * about it once its own departure is integrated out) and one down. `target` is log price without the
 * common effects, `precision` the weight of each row over its variance; `variances` (levels × DIMS) how
 * much nodes of a level depart from the one above, 0 for an effect that level does not have.
 * Partial pooling follows: a name with little data stays with its parent.
 */
export function poolNames(
  design: Design,
  target: Float64Array,
  precision: Float64Array,
  variances: Float64Array,
): NameEffects {
  const { tree } = design;
  const s = new Float64Array(tree.size * CELLS);
  const b = new Float64Array(tree.size * DIMS);
  addRows(design, target, precision, s, b);

  const gain = new Float64Array(tree.size * CELLS);
  const own = new Float64Array(CELLS);
  const product = new Float64Array(CELLS);
  const vector = new Float64Array(DIMS);
  for (let node = tree.size - 1; node >= 0; node -= 1) {
    posteriorCovariance(s, node * CELLS, variances, (tree.level[node] ?? 0) * DIMS, own);
    gain.set(own, node * CELLS);
    const parent = tree.parent[node] ?? -1;
    if (parent < 0) continue;
    // Parent's S += S − S·C·S and b += b − S·C·b.
    multiply(own, 0, s, node * CELLS, product);
    for (let i = 0; i < DIMS; i += 1)
      for (let j = 0; j < DIMS; j += 1) {
        let through = 0;
        for (let k = 0; k < DIMS; k += 1)
          through += (s[node * CELLS + i * DIMS + k] ?? 0) * (product[k * DIMS + j] ?? 0);
        const cell = i * DIMS + j;
        s[parent * CELLS + cell] =
          (s[parent * CELLS + cell] ?? 0) + (s[node * CELLS + cell] ?? 0) - through;
      }
    apply(own, 0, b, node * DIMS, vector);
    for (let i = 0; i < DIMS; i += 1) {
      let through = 0;
      for (let k = 0; k < DIMS; k += 1)
        through += (s[node * CELLS + i * DIMS + k] ?? 0) * (vector[k] ?? 0);
      b[parent * DIMS + i] = (b[parent * DIMS + i] ?? 0) + (b[node * DIMS + i] ?? 0) - through;
    }
  }
  return passDown(design, s, b, gain);
}

function passDown(
  design: Design,
  s: Float64Array,
  b: Float64Array,
  gain: Float64Array,
): NameEffects {
  const { tree } = design;
  const mean = new Float64Array(tree.size * DIMS);
  const covariance = new Float64Array(tree.size * CELLS);
  const squares = new Float64Array(LEVELS.length * DIMS);
  const nodes = new Float64Array(LEVELS.length);
  const rest = new Float64Array(DIMS);
  const departure = new Float64Array(DIMS);
  const through = new Float64Array(CELLS);
  const spread = new Float64Array(CELLS);
  for (let node = 0; node < tree.size; node += 1) {
    const parent = tree.parent[node] ?? -1;
    const above = Math.max(parent, 0);
    const level = tree.level[node] ?? 0;
    // Given its parent's sum, the node departs by C·(b − S·parent).
    apply(s, node * CELLS, mean, above * DIMS, rest);
    for (let i = 0; i < DIMS; i += 1)
      rest[i] = (b[node * DIMS + i] ?? 0) - (parent < 0 ? 0 : (rest[i] ?? 0));
    apply(gain, node * CELLS, rest, 0, departure);
    // Uncertainty: C of its own, and that of its parent as far as it does not compensate it.
    multiply(gain, node * CELLS, s, node * CELLS, through);
    multiply(through, 0, covariance, above * CELLS, spread);
    const hasData = (s[node * CELLS] ?? 0) > 0;
    if (hasData) nodes[level] = (nodes[level] ?? 0) + 1;
    for (let i = 0; i < DIMS; i += 1) {
      const base = parent < 0 ? 0 : (mean[above * DIMS + i] ?? 0);
      mean[node * DIMS + i] = base + (departure[i] ?? 0);
      if (hasData) {
        let carried = 0;
        for (let k = 0; k < DIMS; k += 1)
          carried += (spread[i * DIMS + k] ?? 0) * (through[i * DIMS + k] ?? 0);
        const square =
          (departure[i] ?? 0) ** 2 + (gain[node * CELLS + i * DIMS + i] ?? 0) + carried;
        squares[level * DIMS + i] = (squares[level * DIMS + i] ?? 0) + square;
      }
    }
    setCovariance(covariance, node, parent, gain, through, spread);
  }
  return { mean, covariance, squares, nodes };
}

/** V = C + (I − CS) V_parent (I − CS)ᵀ, with CS in `through` and CS·V_parent in `spread`. */
function setCovariance(
  covariance: Float64Array,
  node: number,
  parent: number,
  gain: Float64Array,
  through: Float64Array,
  spread: Float64Array,
): void {
  for (let i = 0; i < DIMS; i += 1)
    for (let j = 0; j < DIMS; j += 1) {
      let sum = gain[node * CELLS + i * DIMS + j] ?? 0;
      if (parent >= 0) {
        sum += covariance[parent * CELLS + i * DIMS + j] ?? 0;
        sum -= (spread[i * DIMS + j] ?? 0) + (spread[j * DIMS + i] ?? 0);
        for (let k = 0; k < DIMS; k += 1)
          sum += (spread[i * DIMS + k] ?? 0) * (through[j * DIMS + k] ?? 0);
      }
      covariance[node * CELLS + i * DIMS + j] = sum;
    }
}

function addRows(
  design: Design,
  target: Float64Array,
  precision: Float64Array,
  s: Float64Array,
  b: Float64Array,
): void {
  for (let row = 0; row < design.rows; row += 1) {
    const weight = precision[row] ?? 0;
    if (weight === 0) continue;
    const node = design.leaf[row] ?? 0;
    addOuter(s, node * CELLS, weight, design.basis, row * DIMS);
    addScaled(b, node * DIMS, weight * (target[row] ?? 0), design.basis, row * DIMS);
  }
}

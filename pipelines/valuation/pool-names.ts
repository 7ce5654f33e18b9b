import type { Design } from './design.ts';
import {
  addOuter,
  addScaled,
  apply,
  cellOf,
  CELLS,
  DIMS,
  multiply,
  posteriorCovariance,
} from './small-matrix.ts';
import { POOL_LEVELS } from './tree.ts';

/**
 * What the names do to log price given everything else: for every node of the tree its effects (level,
 * early and late slope, size), as the sum along its path, with their covariance.
 */
export interface NameEffects {
  /** Nodes × DIMS. */
  mean: Float64Array;
  /** Nodes × CELLS. */
  covariance: Float64Array;
  /** Levels × CELLS: Σ d·dᵀ of the departures from the level above, for re-estimating how they vary. */
  products: Float64Array;
  /** Levels × CELLS: sum of the departures' covariances, given the data. */
  unknown: Float64Array;
  /** By level, departures behind these sums. */
  counts: Float64Array;
}

/**
 * Exact posterior means of a Gaussian tree by one pass up (each node hands its parent what it says
 * about it once its own departure is integrated out) and one down. `target` is log price without the
 * common effects, `precision` the weight of each row over its variance; `spread` (levels × CELLS) how
 * nodes of a level depart from the one above, 0 for an effect that level does not have.
 * Partial pooling follows: a name with little data stays with its parent.
 */
export function poolNames(
  design: Design,
  target: Float64Array,
  precision: Float64Array,
  spread: Float64Array,
): NameEffects {
  const { tree } = design;
  const s = new Float64Array(tree.size * CELLS);
  const b = new Float64Array(tree.size * DIMS);
  addRows(design, target, precision, s, b);

  const present = POOL_LEVELS.map((_, level) => presentEffects(spread, level));
  const gain = new Float64Array(tree.size * CELLS);
  const own = new Float64Array(CELLS);
  const product = new Float64Array(CELLS);
  const vector = new Float64Array(DIMS);
  for (let node = tree.size - 1; node >= 0; node -= 1) {
    posteriorCovariance(s, node * CELLS, spread, (tree.pool[node] ?? 0) * CELLS, own);
    gain.set(own, node * CELLS);
    const parent = tree.above[node] ?? -1;
    if (parent < 0) continue;
    // Parent's S += S − S·C·S and b += b − S·C·b.
    multiply(own, 0, s, node * CELLS, product);
    const effects = present[tree.pool[node] ?? 0] ?? [];
    for (let i = 0; i < DIMS; i += 1) {
      // Nothing below says anything of this effect.
      if (s[node * CELLS + i * DIMS + i] === 0) continue;
      for (let j = 0; j < DIMS; j += 1) {
        let through = 0;
        for (const k of effects)
          through += (s[node * CELLS + i * DIMS + k] ?? 0) * (product[k * DIMS + j] ?? 0);
        const cell = i * DIMS + j;
        s[parent * CELLS + cell] =
          (s[parent * CELLS + cell] ?? 0) + (s[node * CELLS + cell] ?? 0) - through;
      }
    }
    apply(own, 0, b, node * DIMS, vector);
    for (let i = 0; i < DIMS; i += 1) {
      let through = 0;
      for (let k = 0; k < DIMS; k += 1)
        through += (s[node * CELLS + i * DIMS + k] ?? 0) * (vector[k] ?? 0);
      b[parent * DIMS + i] = (b[parent * DIMS + i] ?? 0) + (b[node * DIMS + i] ?? 0) - through;
    }
  }
  return passDown(design, s, b, gain, present);
}

function passDown(
  design: Design,
  s: Float64Array,
  b: Float64Array,
  gain: Float64Array,
  present: readonly number[][],
): NameEffects {
  const { tree } = design;
  const mean = new Float64Array(tree.size * DIMS);
  const covariance = new Float64Array(tree.size * CELLS);
  const products = new Float64Array(POOL_LEVELS.length * CELLS);
  const unknown = new Float64Array(POOL_LEVELS.length * CELLS);
  const counts = new Float64Array(POOL_LEVELS.length);
  const rest = new Float64Array(DIMS);
  const departure = new Float64Array(DIMS);
  const through = new Float64Array(CELLS);
  const carried = new Float64Array(CELLS);
  for (let node = 0; node < tree.size; node += 1) {
    const parent = tree.above[node] ?? -1;
    const above = Math.max(parent, 0);
    const level = tree.pool[node] ?? 0;
    // Given its parent's sum, the node departs by C·(b − S·parent).
    apply(s, node * CELLS, mean, above * DIMS, rest);
    for (let i = 0; i < DIMS; i += 1)
      rest[i] = (b[node * DIMS + i] ?? 0) - (parent < 0 ? 0 : (rest[i] ?? 0));
    apply(gain, node * CELLS, rest, 0, departure);
    // Uncertainty: C of its own, and that of its parent as far as it does not compensate it.
    multiply(gain, node * CELLS, s, node * CELLS, through);
    multiply(through, 0, covariance, above * CELLS, carried);
    const hasData = (s[node * CELLS] ?? 0) > 0;
    for (let i = 0; i < DIMS; i += 1)
      mean[node * DIMS + i] =
        (parent < 0 ? 0 : (mean[above * DIMS + i] ?? 0)) + (departure[i] ?? 0);
    const effects = present[level] ?? [];
    if (hasData) {
      counts[level] = (counts[level] ?? 0) + 1;
      for (const i of effects)
        for (const j of effects) {
          const cell = i * DIMS + j;
          const at = level * CELLS + cell;
          let now = gain[node * CELLS + cell] ?? 0;
          for (let k = 0; k < DIMS; k += 1)
            now += (carried[i * DIMS + k] ?? 0) * (through[j * DIMS + k] ?? 0);
          products[at] = (products[at] ?? 0) + (departure[i] ?? 0) * (departure[j] ?? 0);
          unknown[at] = (unknown[at] ?? 0) + now;
        }
    }
    setCovariance(covariance, node, parent, gain, through, carried, effects);
  }
  return { mean, covariance, products, unknown, counts };
}

/**
 * V = C + (I − CS) V_parent (I − CS)ᵀ, with CS in `through` and CS·V_parent in `carried`: of both only the
 * rows of effects that the level has are not 0.
 */
function setCovariance(
  covariance: Float64Array,
  node: number,
  parent: number,
  gain: Float64Array,
  through: Float64Array,
  carried: Float64Array,
  present: readonly number[],
): void {
  const own = node * CELLS;
  for (let cell = 0; cell < CELLS; cell += 1)
    covariance[own + cell] =
      (gain[own + cell] ?? 0) + (parent < 0 ? 0 : (covariance[parent * CELLS + cell] ?? 0));
  if (parent < 0) return;
  for (const i of present)
    for (let j = 0; j < DIMS; j += 1) {
      const less = carried[i * DIMS + j] ?? 0;
      covariance[own + i * DIMS + j] = (covariance[own + i * DIMS + j] ?? 0) - less;
      covariance[own + j * DIMS + i] = (covariance[own + j * DIMS + i] ?? 0) - less;
    }
  for (const i of present)
    for (const j of present) {
      let sum = 0;
      for (let k = 0; k < DIMS; k += 1)
        sum += (carried[i * DIMS + k] ?? 0) * (through[j * DIMS + k] ?? 0);
      covariance[own + i * DIMS + j] = (covariance[own + i * DIMS + j] ?? 0) + sum;
    }
}

/** The effects that a level has. */
function presentEffects(spread: Float64Array, level: number): number[] {
  return Array.from({ length: DIMS }, (_, i) => i).filter(
    (i) => (spread[cellOf(level, i)] ?? 0) > 0,
  );
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

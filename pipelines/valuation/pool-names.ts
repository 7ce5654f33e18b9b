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
  /** Levels × DIMS: Σ d² of the departures from the level above, for re-estimating their variance. */
  squares: Float64Array;
  /** Levels × DIMS: of how many departures the data told, a share of each: 1 − its variance now / before. */
  told: Float64Array;
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

  const present = POOL_LEVELS.map((_, level) => presentEffects(variances, level));
  const gain = new Float64Array(tree.size * CELLS);
  const own = new Float64Array(CELLS);
  const product = new Float64Array(CELLS);
  const vector = new Float64Array(DIMS);
  for (let node = tree.size - 1; node >= 0; node -= 1) {
    posteriorCovariance(s, node * CELLS, variances, (tree.pool[node] ?? 0) * DIMS, own);
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
  return passDown(design, s, b, gain, variances, present);
}

function passDown(
  design: Design,
  s: Float64Array,
  b: Float64Array,
  gain: Float64Array,
  variances: Float64Array,
  present: readonly number[][],
): NameEffects {
  const { tree } = design;
  const mean = new Float64Array(tree.size * DIMS);
  const covariance = new Float64Array(tree.size * CELLS);
  const squares = new Float64Array(POOL_LEVELS.length * DIMS);
  const told = new Float64Array(POOL_LEVELS.length * DIMS);
  const rest = new Float64Array(DIMS);
  const departure = new Float64Array(DIMS);
  const through = new Float64Array(CELLS);
  const spread = new Float64Array(CELLS);
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
    multiply(through, 0, covariance, above * CELLS, spread);
    const hasData = (s[node * CELLS] ?? 0) > 0;
    for (let i = 0; i < DIMS; i += 1) {
      const base = parent < 0 ? 0 : (mean[above * DIMS + i] ?? 0);
      mean[node * DIMS + i] = base + (departure[i] ?? 0);
      const at = level * DIMS + i;
      const before = variances[at] ?? 0;
      if (hasData && before > 0) {
        let carried = 0;
        for (let k = 0; k < DIMS; k += 1)
          carried += (spread[i * DIMS + k] ?? 0) * (through[i * DIMS + k] ?? 0);
        const now = (gain[node * CELLS + i * DIMS + i] ?? 0) + carried;
        squares[at] = (squares[at] ?? 0) + (departure[i] ?? 0) ** 2;
        told[at] = (told[at] ?? 0) + Math.max(0, 1 - now / before);
      }
    }
    setCovariance(covariance, node, parent, gain, through, spread, present[level] ?? []);
  }
  return { mean, covariance, squares, told };
}

/**
 * V = C + (I − CS) V_parent (I − CS)ᵀ, with CS in `through` and CS·V_parent in `spread`: of both only the
 * rows of effects that the level has are not 0.
 */
function setCovariance(
  covariance: Float64Array,
  node: number,
  parent: number,
  gain: Float64Array,
  through: Float64Array,
  spread: Float64Array,
  present: readonly number[],
): void {
  const own = node * CELLS;
  for (let cell = 0; cell < CELLS; cell += 1)
    covariance[own + cell] =
      (gain[own + cell] ?? 0) + (parent < 0 ? 0 : (covariance[parent * CELLS + cell] ?? 0));
  if (parent < 0) return;
  for (const i of present)
    for (let j = 0; j < DIMS; j += 1) {
      const less = spread[i * DIMS + j] ?? 0;
      covariance[own + i * DIMS + j] = (covariance[own + i * DIMS + j] ?? 0) - less;
      covariance[own + j * DIMS + i] = (covariance[own + j * DIMS + i] ?? 0) - less;
    }
  for (const i of present)
    for (const j of present) {
      let sum = 0;
      for (let k = 0; k < DIMS; k += 1)
        sum += (spread[i * DIMS + k] ?? 0) * (through[j * DIMS + k] ?? 0);
      covariance[own + i * DIMS + j] = (covariance[own + i * DIMS + j] ?? 0) + sum;
    }
}

/** The effects that a level has. */
function presentEffects(variances: Float64Array, level: number): number[] {
  return Array.from({ length: DIMS }, (_, i) => i).filter(
    (i) => (variances[level * DIMS + i] ?? 0) > 0,
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

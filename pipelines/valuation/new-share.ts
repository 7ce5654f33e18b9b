import { leftoverYears } from '#domain/valuation/age.ts';
import { KIND, type Design } from './design.ts';
import type { NameEffects } from './pool-names.ts';
import { CELLS, DIMS, EFFECT } from './small-matrix.ts';

/**
 * How much of what a name loses faster than others as a used unit it loses while it stands new too: 1, new
 * prices fall as used ones do; 0, they fall alike whatever the name (their dealer's rebate is what ages, not
 * the unit). Learnt from the new units, since markets differ: MdAPE of a simulated one 1.57 with 1 and 1.43
 * with what it said (0.13), of the foreign `dollars` 2.28 and 1.86 (0). Real new units say 1.
 */
export const NEW_SHARE_BEFORE = 1;
const NEW_SHARE_SD = 0.5;
/** Years of age in which the early slope rises by one. */
const SLOPE_YEARS = 5;

/** What new units lack of their names' early slope, per year of age and unit of the slope. */
export function lackOfNew(share: number): number {
  return -(1 - share) / SLOPE_YEARS;
}

/** The design's basis in which new units have only `share` of their names' early slope. */
export function basisWith(design: Design, share: number): Float64Array {
  const basis = design.basis.slice();
  for (let row = 0; row < design.rows; row += 1)
    if (design.kind[row] === KIND.new) {
      const at = row * DIMS + EFFECT.early;
      basis[at] = (basis[at] ?? 0) + lackOfNew(share) * leftoverYears(design.age[row] ?? 0);
    }
  return basis;
}

/**
 * The share by expectation–maximisation, given what is known of the names. `target` is log price without
 * the common effects; rows with a precision of 0 take no part.
 */
export function nextNewShare(
  design: Design,
  target: Float64Array,
  precision: Float64Array,
  names: NameEffects,
): number {
  let squares = 1 / NEW_SHARE_SD ** 2;
  let products = NEW_SHARE_BEFORE * squares;
  for (let row = 0; row < design.rows; row += 1) {
    const weight = precision[row] ?? 0;
    const years = leftoverYears(design.age[row] ?? 0) / SLOPE_YEARS;
    if (design.kind[row] !== KIND.new || weight === 0 || years === 0) continue;
    const node = design.leaf[row] ?? 0;
    const mean = node * DIMS;
    const covariance = node * CELLS + EFFECT.early * DIMS;
    const early = names.mean[mean + EFFECT.early] ?? 0;
    // What is left of the price without any share, and how it goes with what is not known of the slope.
    let rest = target[row] ?? 0;
    let together = 0;
    for (let effect = 0; effect < DIMS; effect += 1) {
      const whole = design.basis[row * DIMS + effect] ?? 0;
      const has = effect === EFFECT.early ? whole - years : whole;
      rest -= has * (names.mean[mean + effect] ?? 0);
      together += has * (names.covariance[covariance + effect] ?? 0);
    }
    products += weight * years * (early * rest - together);
    squares +=
      weight * years ** 2 * (early ** 2 + (names.covariance[covariance + EFFECT.early] ?? 0));
  }
  return Math.max(0, Math.min(1, products / squares));
}

import { AGE_KNOTS } from '#domain/valuation/age.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import type { Design } from './design.ts';
import type { Fit } from './fit.ts';
import { fallingAtLeast } from './non-increasing.ts';

const KNOTS = AGE_KNOTS.length;
/**
 * Least share of what its type or the market loses, whichever is more, that a name loses, and of what the market
 * loses that a type does. By what real lines differ in (0.019 a year around 0.05) three of a hundred lose less.
 */
const LEAST_SHARE = 0.25;
/** Least log price that the market loses in a year: RVs lose a little even where data are flat. */
const LEAST_YEARLY_LOSS = 0.005;

/** Log price lost at least from each knot to the next. */
export interface LeastLosses {
  /** By a type as a whole. */
  ofTypes: Float64Array;
  /** By a name of a type: types × knots. */
  ofNames: Float64Array;
}

/**
 * What is lost at least at every age. Curves are noisy sums: made merely non-increasing, they would stay flat
 * for years wherever the noise rises, while their type falls.
 * @param weights types × knots, as of the curves
 */
export function leastLosses({ layout }: Design, fit: Fit, weights: Float64Array): LeastLosses {
  const of = (column: number) => fit.common[column] ?? 0;
  const market = fallingAtLeast(
    Float64Array.from(AGE_KNOTS, (_, knot) => of(layout.curve + knot)),
    Float64Array.from(AGE_KNOTS, (_, knot) =>
      RV_TYPE_IDS.reduce((sum, _id, type) => sum + (weights[type * KNOTS + knot] ?? 0), 0),
    ),
    Float64Array.from(
      AGE_KNOTS,
      (age, knot) => LEAST_YEARLY_LOSS * ((AGE_KNOTS[knot + 1] ?? age) - age),
    ),
  );
  const ofTypes = leastOf(market);
  const ofNames = new Float64Array(RV_TYPE_IDS.length * KNOTS);
  RV_TYPE_IDS.forEach((_, type) => {
    const at = type * KNOTS;
    const curve = market.map(
      (_value, knot) => of(layout.curve + knot) + of(layout.typeCurve + at + knot),
    );
    const own = fallingAtLeast(curve, weights.subarray(at, at + KNOTS), ofTypes);
    ofNames.set(
      leastOf(own).map((loss, knot) => Math.max(loss, ofTypes[knot] ?? 0)),
      at,
    );
  });
  return { ofTypes, ofNames };
}

function leastOf(curve: Float64Array): Float64Array {
  return curve.map((value, knot) => LEAST_SHARE * (value - (curve[knot + 1] ?? value)));
}

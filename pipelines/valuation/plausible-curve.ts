import { AGE_KNOTS, curveAt, knotPosition } from '#domain/valuation/age.ts';

/** Most log price lost in a year of age, up to five years and after. */
const YEARLY_LOSS_MAX = { early: 0.6, late: 0.25 };
/** Most gained, before the curve is made non-increasing. */
const YEARLY_GAIN_MAX = 0.3;
/** Natural log of $300 and $8 million: within what a snapshot may hold. */
const LOG_MIN = Math.log(300);
const LOG_MAX = Math.log(8_000_000);

/**
 * A curve over AGE_KNOTS that keeps its value at `age`, where its listings are, and moves away from it
 * no faster than RVs lose value: few listings, all of one age, say nothing of the ages far from it.
 */
export function plausibleCurve(values: Float64Array, age: number): Float64Array {
  const at = knotPosition(AGE_KNOTS, age);
  const right = at.left + 1;
  const anchor = curveAt(values, 0, at);
  const slopeOf = (piece: number) => {
    const years = (AGE_KNOTS[piece + 1] ?? 0) - (AGE_KNOTS[piece] ?? 0);
    const slope = ((values[piece + 1] ?? 0) - (values[piece] ?? 0)) / years;
    const loss = (AGE_KNOTS[piece] ?? 0) < 5 ? YEARLY_LOSS_MAX.early : YEARLY_LOSS_MAX.late;
    return Math.max(-loss, Math.min(YEARLY_GAIN_MAX, slope));
  };
  const result = new Float64Array(values.length);
  const put = (knot: number, from: number, fromAge: number, piece: number) => {
    result[knot] = from + slopeOf(piece) * ((AGE_KNOTS[knot] ?? 0) - fromAge);
  };
  const anchorAge = Math.max(age, AGE_KNOTS[0] ?? 0);
  put(at.left, anchor, anchorAge, at.left);
  put(right, anchor, anchorAge, at.left);
  for (let knot = at.left - 1; knot >= 0; knot -= 1)
    put(knot, result[knot + 1] ?? 0, AGE_KNOTS[knot + 1] ?? 0, knot);
  for (let knot = right + 1; knot < result.length; knot += 1)
    put(knot, result[knot - 1] ?? 0, AGE_KNOTS[knot - 1] ?? 0, knot - 1);
  return result.map((value) => Math.max(LOG_MIN, Math.min(LOG_MAX, value)));
}

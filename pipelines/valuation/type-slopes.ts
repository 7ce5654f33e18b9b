import { AGE_KNOTS, leftoverYears } from '#domain/valuation/age.ts';
import { contrastOf } from './contrast.ts';
import type { Design } from './design.ts';
import type { Fit } from './fit.ts';

const KNOTS = AGE_KNOTS.length;
/** As of names: the years that count as early. */
const YEARS = 5;
const [NEW_AT, USED_AT] = [AGE_KNOTS.indexOf(0), AGE_KNOTS.indexOf(YEARS)];

/**
 * Of each of the types, the standard deviation of what it loses a year from new at age 0 to used at five,
 * against the mean of them all: what is not known of all alike, as of age against calendar time, cannot
 * change their order.
 */
export function typeSlopeSds({ layout }: Design, fit: Fit, types: readonly number[]): number[] {
  const losses = [1, -1, -1, -leftoverYears(0)];
  const columns = types.flatMap((type) => {
    const curve = layout.typeCurve + type * KNOTS;
    const premium = layout.newByType + 2 * type;
    return [curve + USED_AT, curve + NEW_AT, premium, premium + 1];
  });
  const covariance = fit.covarianceOf?.(columns);
  return types.map((type) => {
    const weights = types.flatMap((other) =>
      losses.map((loss) => loss * (Number(other === type) - 1 / types.length)),
    );
    return covariance === undefined ? 0 : contrastOf(covariance, weights) / YEARS;
  });
}

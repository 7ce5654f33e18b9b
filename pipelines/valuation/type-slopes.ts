import { AGE_KNOTS, leftoverYears } from '#domain/valuation/age.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { contrastOf, contrastSe } from './contrast.ts';
import type { Design } from './design.ts';
import type { Fit } from './fit.ts';

const KNOTS = AGE_KNOTS.length;
/** As of names: the years that count as early. */
const YEARS = 5;
const [NEW_AT, USED_AT] = [AGE_KNOTS.indexOf(0), AGE_KNOTS.indexOf(YEARS)];
/** Used, between two ages that most units are between. */
const [FROM, TO] = [2, 10];
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

/**
 * By type, the standard deviation of the yearly log price that all of its names lose alike: what is not known of
 * the rise of sticker prices is not known of what a year of age takes.
 */
export function sharedSlopeSds({ layout, stickerTrend }: Design, fit: Fit): number[] {
  const [from, to] = [AGE_KNOTS.indexOf(FROM), AGE_KNOTS.indexOf(TO)];
  return RV_TYPE_IDS.map((_, type) => {
    const own = layout.typeCurve + type * KNOTS;
    const columns = [layout.curve + from, own + from, layout.curve + to, own + to];
    return Math.hypot(stickerTrend.sd, contrastSe(fit, columns, [1, 1, -1, -1]) / (TO - FROM));
  });
}

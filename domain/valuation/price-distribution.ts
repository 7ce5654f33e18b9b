import type { Calibration, SupportLevel } from '#schemas/valuation-model.ts';
import { probabilityBelow, quantileAt, quantilesOf } from './calibrated.ts';

/** How asking prices of RVs like the valued one are spread around its estimate. */
export interface PriceDistribution {
  /** Share of them that ask less, 0 to 1; never falls as the price rises. */
  shareBelow(price: number): number;
  /** Dollars that a share of them ask less than; never falls as the share rises. */
  priceAt(share: number): number;
}

/**
 * The spread that held-out residuals showed for prices of this support and scale: the same that the
 * range's ends are read from.
 * @param price the estimate in dollars
 */
export function priceDistribution(
  calibration: Calibration,
  support: SupportLevel,
  scale: number,
  price: number,
): PriceDistribution {
  const quantiles = quantilesOf(calibration, support);
  return {
    shareBelow: (other) => probabilityBelow(quantiles, Math.log(other / price) / scale),
    priceAt: (share) => price * Math.exp(quantileAt(quantiles, share) * scale),
  };
}

/** Miles added to both sides of the ratio: a few hundred miles on a new unit mean nothing. */
const FLOOR_MILES = 3_000;
/** e^2.5 is twelve times what is usual: past that an odometer reading is not believed further. */
const RATIO_BOUND = 2.5;

/** Miles a unit sold as new may have from being delivered and shown. */
export const DELIVERY_MILES = 1_000;

/**
 * How far a mileage is from what is usual, as a bounded log ratio: 0 is usual, 0.7 about twice.
 * It rises with the mileage, so an effect that is never positive makes more miles never worth more.
 */
export function excessMileage(miles: number, usualMiles: number): number {
  const ratio = Math.log((miles + FLOOR_MILES) / (usualMiles + FLOOR_MILES));
  return Math.max(-RATIO_BOUND, Math.min(RATIO_BOUND, ratio));
}

/** The effect in log dollars of an excess, with the slopes below and above what is usual (≤ 0). */
export function mileageEffect(excess: number, below: number, above: number): number {
  return excess < 0 ? below * excess : above * excess;
}

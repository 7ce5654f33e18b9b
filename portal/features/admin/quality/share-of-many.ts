import { share } from '../../../ui/format.ts';

/** From a fraction, rounded: `58%`; but `100%` is said only of all and `0%` only of none. */
export function shareOfMany(fraction: number): string {
  if (fraction > 0 && fraction < 0.005) return '<1%';
  return fraction >= 0.995 && fraction < 1 ? '>99%' : share(fraction);
}

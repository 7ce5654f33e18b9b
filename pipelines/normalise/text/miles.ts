import { partIn, readQuantity } from './measure.ts';

const MILES_PER_KM = 0.621_371_19;
/** KMT and SMI are what schema.org calls them. */
const KILOMETRES = /(?<![a-z])km[st]?\b|kil[oó]met/i;
const MILES = /(?<![a-z])(?:mi(?:les?)?|smi)\b/i;
const HOURS = /\bh(?:ou)?rs?\b/i;

/**
 * Whole miles in a mileage as written: `12,345 mi`, `31,200 mi / 50,211 km`, `11k`; `unit` is that of a number
 * without one. Null where none is stated (`38 hours`), NaN where digits are there that nobody can read.
 */
export function readMiles(written: string, unit: 'mi' | 'km' | undefined): number | null {
  const text = partIn(written, MILES);
  const read = HOURS.test(text) && !MILES.test(text) ? null : readQuantity(text);
  if (read === null) return null;
  const isMetric = KILOMETRES.test(text) || (unit === 'km' && !MILES.test(text));
  return Math.round(isMetric ? read * MILES_PER_KM : read);
}

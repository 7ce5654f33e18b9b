/** How figures are written in a story. Signs are said in words, so none is written. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A fraction as percent, to the tenth below ten: `4.2%`, `31%`. */
export function percent(fraction: number): string {
  const value = Math.abs(100 * fraction);
  return value < 9.95 ? `${value.toFixed(1)}%` : `${value.toFixed(0)}%`;
}

/** A change in log as percent of what it was before. */
export const logPercent = (change: number): string => percent(Math.expm1(change));

/** A difference of two shares, as points: `6.0 points`. */
export const points = (fraction: number): string => `${percent(fraction).slice(0, -1)} points`;

export const count = (value: number): string => whole.format(value);
export const days = (value: number): string => `${whole.format(value)} days`;
export const months = (value: number): string => `${value} months`;

export const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const monthName = (month: number): string => MONTH_NAMES[((month % 12) + 12) % 12] ?? '';
/** `November 2026`, from months since January 1970. */
export const monthAndYear = (month: number): string =>
  `${monthName(month)} ${1970 + Math.floor(month / 12)}`;

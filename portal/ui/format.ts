import { percentFine } from '#schemas/shown-values.ts';
import { thousands } from '../content/thousands.ts';

export { percentFine };

/** `$89,450` */
export const usd = (amount: number): string => thousands(amount).replace(/^-?/, '$&$$');
/** `+$1,200`, `−$800`, `$0` */
export const signedUsd = (amount: number): string =>
  `${Math.round(amount) > 0 ? '+' : ''}${usd(amount)}`.replace('-', '−');
/** `$89k`, `$1.2k`, for axes: marks close to each other are told apart. */
export const shortUsd = (amount: number): string =>
  Math.abs(amount) >= 1_000 ? `$${thousands(amount / 1_000, 2)}k` : usd(amount);
export const count = (value: number): string => thousands(value);
/** With one decimal where it has one: `32.5`. */
export const decimal = (value: number): string => thousands(value, 1);
/** From percent, rounded: `58%`. */
export const percent = (value: number): string => `${Math.round(value)}%`;
/** An interest rate, from percent, as lenders quote it: `8.75%`. */
export const interestRate = (value: number): string => `${value.toFixed(2)}%`;
/** From percent with one decimal and a sign: `+1.2%`, `−0.8%`. */
export const signedPercent = (value: number): string =>
  `${value > 0 ? '+' : ''}${percentFine(value)}`.replace('-', '−');
/** From a fraction: `0.95` is `95%`. */
export const share = (fraction: number): string => percent(fraction * 100);
/** From a fraction, rounded down: `99.9%` of whatever is not all, `100.0%` of all. */
export const shareOfAll = (fraction: number): string =>
  percentFine(Math.floor(fraction * 1_000) / 10);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Nov`; the first month is 0. */
export const shortMonth = (month: number): string => MONTHS[month] ?? '';
/** The calendar day of an instant, in UTC: `Nov 21, 2026`. */
export function date(instant: string): string {
  const day = new Date(instant);
  return `${shortMonth(day.getUTCMonth())} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;
}

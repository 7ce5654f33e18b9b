const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const signed = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `$89,450` */
export const usd = (amount: number): string => dollars.format(amount);
/** `+$1,200`, `−$800`, `$0` */
export const signedUsd = (amount: number): string => signed.format(amount).replace('-', '−');
/** `$89k`, for axes. */
export const shortUsd = (amount: number): string =>
  Math.abs(amount) >= 1_000 ? `$${whole.format(amount / 1_000)}k` : usd(amount);
export const count = (value: number): string => whole.format(value);
/** With one decimal where it has one: `32.5`. */
export const decimal = (value: number): string => tenths.format(value);
/** From percent, rounded: `58%`. */
export const percent = (value: number): string => `${Math.round(value)}%`;
/** From percent with one decimal, so that small yearly losses differ: `6.4%`. */
export const percentFine = (value: number): string => `${value.toFixed(1)}%`;
/** From percent with one decimal and a sign: `+1.2%`, `−0.8%`. */
export const signedPercent = (value: number): string =>
  `${value > 0 ? '+' : ''}${percentFine(value)}`.replace('-', '−');
/** From a fraction: `0.95` is `95%`. */
export const share = (fraction: number): string => percent(fraction * 100);
/** The calendar day of an instant, in UTC: `Nov 21, 2026`. */
export const date = (instant: string): string => day.format(new Date(instant));

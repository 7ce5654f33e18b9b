const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `$31,450` */
export const usd = (amount: number): string => dollars.format(amount);

/** `1,320` */
export const count = (amount: number): string => whole.format(amount);

/** `62%`; a share that only rounds to none or all is not called that. */
export function shareInWords(share: number): string {
  if (share < 0.01) return 'fewer than 1%';
  if (share > 0.99) return 'more than 99%';
  return `${Math.round(100 * share)}%`;
}

/** `8%`, `0.4%` */
export function percent(fraction: number): string {
  const value = Math.abs(100 * fraction);
  return `${value < 0.95 ? value.toFixed(1) : whole.format(value)}%`;
}

/** `+8%`, `-0.4%`; what rounds to nothing is `0%`. */
export function changeInWords(fraction: number): string {
  const size = percent(fraction);
  if (size === percent(0)) return '0%';
  return `${fraction < 0 ? '-' : '+'}${size}`;
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** `November`, from the month of the year, 1 to 12. */
export const monthName = (number: number): string => month.format(Date.UTC(2000, number - 1));

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

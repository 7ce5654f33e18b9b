import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { roundedFor, stepOf } from '#schemas/shown-values.ts';
import type { DecisionInputs } from './inputs.ts';
import { usd } from './words.ts';

/** Prices outside these are not believed. */
export interface BelievableRange {
  low: number;
  /** In a step of the range: it may be shown, as the price where the advice flips. */
  high: number;
}

/** So many times as far from the estimate as the end of the 80% range. */
const RANGE_WIDTHS = 3;
/** However narrow the range: half and double of an estimate do occur. */
const LEAST_FACTOR = 2;
/** However wide the range, unless it reaches further itself. */
const MOST_FACTOR = 4;

/**
 * Three half-ranges from the estimate, between a half and a quarter of it below, and twice and four
 * times above: residuals have heavy tails, so a price just outside the range is merely cheap or dear.
 */
export function believableRange({
  value,
  range,
}: Pick<DecisionInputs, 'value' | 'range'>): BelievableRange {
  const up = range.high / value;
  const down = value / Math.max(1, range.low);
  const step = stepOf(range);
  return {
    low: Math.floor(value / factorOf(down)),
    high: Math.ceil((value * factorOf(up)) / step) * step,
  };
}

const factorOf = (toRangeEnd: number): number =>
  Math.max(LEAST_FACTOR, toRangeEnd, Math.min(MOST_FACTOR, toRangeEnd ** RANGE_WIDTHS));

/** Whether an asking price can be meant as such, and if not, what it more likely is. */
export function checkPrice(
  { askingPrice, value, range }: Pick<DecisionInputs, 'askingPrice' | 'value' | 'range'>,
  believable: BelievableRange,
): BuyingDecision['priceCheck'] {
  const isUsual = (price: number) => price >= range.low && price <= range.high;
  const asked = usd(askingPrice);
  const round = roundedFor(range);
  const usual = `RVs like it usually ask ${usd(round(range.low))} to ${usd(round(range.high))}`;
  if (askingPrice < believable.low)
    return { outcome: 'far_below', message: `${asked} is not believable: ${usual}. ${tooLow()}` };
  if (askingPrice > believable.high)
    return { outcome: 'far_above', message: `${asked} is not believable: ${usual}. ${tooHigh()}` };
  return { outcome: 'plausible', message: '' };

  function tooLow(): string {
    for (const [factor, zeros] of ZEROS)
      if (isUsual(askingPrice * factor))
        return `${zeros} may be missing: was ${usd(askingPrice * factor)} meant?`;
    const isInstalment = askingPrice >= value * 0.004 && askingPrice <= value * 0.02;
    return isInstalment
      ? 'It reads like a monthly payment or a deposit. If it is meant as the whole price, take it for a scam until you have seen the RV and its title.'
      : 'Such an offer is mostly a typing mistake, a deposit, a wreck or a scam: pay nothing before you have seen the RV and its title.';
  }

  function tooHigh(): string {
    for (const [factor, zeros] of ZEROS)
      if (isUsual(askingPrice / factor))
        return `${zeros} may be too many: was ${usd(askingPrice / factor)} meant?`;
    return 'Check the price, the model and the year for a typing mistake. If all are right, it is no price of this market.';
  }
}

const ZEROS = [
  [10, 'A zero'],
  [100, 'Two zeros'],
  [1000, 'Three zeros'],
] as const;

import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { gapShown, percentFine, roundedFor } from '#schemas/shown-values.ts';
import { COMPARABLES_MIN } from './flip-prices.ts';
import type { DecisionInputs } from './inputs.ts';
import type { MarketReading } from './negotiating-power.ts';
import { shareInWords, usd } from './words.ts';

type Judged = Pick<
  BuyingDecision,
  'overallRecommendation' | 'abstained' | 'flipPrices' | 'pricePosition' | 'priceCheck'
>;

/** Below so much of the others a price is too good to be taken without a question. */
const SUSPICIOUSLY_LOW = 0.03;

const CAUTION = 'ask why, and look for damage, leaks and a clean title.';

/** Why the advice is what it is, in sentences that stand alone. */
export function reasonsFor(
  inputs: DecisionInputs,
  judged: Judged,
  { readings }: MarketReading,
): string[] {
  const { priceCheck, abstained } = judged;
  return [
    ...(priceCheck.outcome === 'plausible' ? [] : [priceCheck.message]),
    position(inputs, judged),
    ...(abstained ? [abstention(inputs.comparables)] : [advice(judged)]),
    ...(judged.pricePosition < SUSPICIOUSLY_LOW && priceCheck.outcome === 'plausible'
      ? [`${abstained ? 'For so little,' : 'Hardly any asks so little:'} ${CAUTION}`]
      : []),
    ...(readings.season === undefined ? [] : [readings.season.detail]),
    loss(inputs.firstYearLoss),
  ];
}

function position({ askingPrice, value, range }: DecisionInputs, judged: Judged): string {
  const estimate = roundedFor(range)(value);
  const gap = gapShown(askingPrice, value, range);
  const from = gap.dollars === 0 ? 'about' : fromEstimate(gap);
  const where =
    askingPrice === estimate ? 'is our estimate' : `is ${from} our estimate of ${usd(estimate)}`;
  // Too few for a share of them; the spread around the estimate is no count of listings.
  const among = judged.abstained
    ? ''
    : `; ${shareInWords(judged.pricePosition)} of RVs like it ask less`;
  return `${usd(askingPrice)} ${where}${among}.`;
}

/** `$1,500 (4.8%) above` */
const fromEstimate = ({ dollars, percent }: ReturnType<typeof gapShown>): string =>
  `${usd(Math.abs(dollars))} (${percentFine(Math.abs(percent))}) ${dollars > 0 ? 'above' : 'below'}`;

function advice({ overallRecommendation, flipPrices, priceCheck }: Judged): string {
  const buyNow = usd(flipPrices.buyNow ?? 0);
  const negotiate = usd(flipPrices.negotiate ?? 0);
  const wait = usd(flipPrices.wait);
  if (priceCheck.outcome === 'far_below')
    return `Only if the price turns out to be true is it one to take, as any up to ${buyNow} is.`;
  return {
    buy_now: `Up to ${buyNow} it is a price to take; above that, negotiate.`,
    negotiate: `Negotiate: from ${buyNow} down it is a price to take, above ${negotiate} better wait.`,
    wait: `Wait for a lower price: from ${negotiate} down it is worth negotiating, above ${wait} leave it.`,
    avoid: `Leave it at this price: only from ${wait} down is it worth waiting for.`,
  }[overallRecommendation];
}

const loss = (percentLost: number): string =>
  percentLost === 0
    ? 'Its value is expected to hold in the first year.'
    : `Its value is expected to fall by ${percentFine(percentLost)} in the first year.`;

function abstention(comparables: number): string {
  const found = ['No listing is', 'Only one listing is', 'Only two listings are'][comparables];
  return `${found ?? `Only ${comparables} listings are`} near enough to compare with, and a judgement of the price needs ${COMPARABLES_MIN}. Wait until there are more, or have it appraised.`;
}

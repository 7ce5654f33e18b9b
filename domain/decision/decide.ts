import type { BuyingDecision } from '#schemas/api/analysis.ts';
import { isSure } from '../market/trend.ts';
import { COMPARABLES_MIN, flipPricesOf, recommendationAt } from './flip-prices.ts';
import type { DecisionInputs } from './inputs.ts';
import { negotiatingPower, readMarket } from './negotiating-power.ts';
import { believableRange, checkPrice } from './price-check.ts';
import { reasonsFor } from './reasons.ts';
import { readSeason } from './season.ts';

/** What to do at an asking price, and why: the answer less what the value itself says. */
export type Decision = Omit<
  BuyingDecision,
  'sample' | 'currentMarketValue' | 'depreciationForecast' | 'state' | 'valuation'
>;

/** So much fewer or more than usual is called low or high, where it is sure to be either: about 15%, in log. */
const INVENTORY_CHANGE = 0.15;
/** Share of the confidence that the market's facts may cost where they are not known. */
const FACTS_SHARE = 0.1;

/**
 * The advice at an asking price. Laws (decide-laws.test.ts): a higher price never makes it better nor
 * the negotiating power weaker; less data never makes it surer; it flips exactly at its flip prices.
 */
export function decide(inputs: DecisionInputs): Decision {
  const { askingPrice, value, prices, comparables } = inputs;
  const { season, supply } = inputs.market;
  const market = readMarket(inputs.market);
  const seasonalTiming = season === undefined ? 'good' : readSeason(season).timing;
  const believable = believableRange(inputs);
  const flipPrices = flipPricesOf(inputs, market.room, seasonalTiming, believable.high);
  const judged = {
    overallRecommendation: recommendationAt(flipPrices, askingPrice),
    abstained: comparables < COMPARABLES_MIN,
    flipPrices,
    pricePosition: prices.shareBelow(askingPrice),
    priceCheck: checkPrice(inputs, believable),
    priceVsMarketAverage: Math.round(1000 * (askingPrice / value - 1)) / 10,
  };
  return {
    ...judged,
    ...negotiatingPower(judged, market),
    askingPrice,
    confidenceScore: confidenceOf(inputs.confidence, comparables, market.known),
    seasonalTiming,
    inventoryLevels: inventoryOf(supply),
    reasons: reasonsFor(inputs, judged, market),
  };
}

/**
 * The value's own confidence, less what is missing beside it. It does not look at the price, so that
 * the wider range of thinner data cannot make any price surer.
 */
function confidenceOf(confidence: number, comparables: number, known: number): number {
  const compared = (1 + Math.min(comparables, COMPARABLES_MIN)) / (1 + COMPARABLES_MIN);
  const facts = 1 - FACTS_SHARE * (1 - known);
  return Math.round(1000 * confidence * compared * facts) / 1000;
}

function inventoryOf(supply: DecisionInputs['market']['supply']): Decision['inventoryLevels'] {
  if (supply === undefined) return 'unknown';
  const { change: value, se } = supply;
  if (Math.abs(value) <= INVENTORY_CHANGE || !isSure({ value, se })) return 'normal';
  return value < 0 ? 'low' : 'high';
}

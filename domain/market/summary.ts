import type { z } from 'zod';
import type { marketAnalysis } from '#schemas/api/market.ts';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { isTypeKnown, meanRetention, retentionOf, steepAge, yearlyLosses } from './retention.ts';
import { daysOnOffer, knownOfMost, WATCHED_MONTHS, watchedMonths } from './days.ts';
import { isSure, trendOf, yearChangeOf } from './trend.ts';

type Summary = z.output<typeof marketAnalysis.response>['summary'];

/** Years that the sweet spot spans. */
const SPOT_YEARS = 2;
/** Median days that units have stood from which, and up to which, time is on the buyer's or the seller's side. */
const SLOW_DAYS = 90;
const FAST_DAYS = 45;
/** In log: supply against a year ago that tips the scale. */
const MUCH_SUPPLY = 0.05;

/** What the market comes down to; null where the data do not say. */
export function summaryOf({ valuation, market }: Pick<Snapshot, 'valuation' | 'market'>): Summary {
  return {
    sweetSpot: valuation.types.some((_, type) => isTypeKnown(valuation, type))
      ? sweetSpot(valuation)
      : null,
    marketCondition: condition(market),
  };
}

/** From the age on at which a year takes less than the usual one of the first ten, over all types by units. */
function sweetSpot(model: ValuationModel): string {
  const from = steepAge(
    yearlyLosses((years) =>
      meanRetention(
        model.types.map((_, type) => retentionOf(model, model.typeNodes, type, type, years)),
      ),
    ),
  );
  return `${from}-${from + SPOT_YEARS} Years Old`;
}

/** Each sign counts once: asking prices, supply against a year ago, and how long units have stood. */
function condition(facts: MarketFacts): string | null {
  const trend = trendOf(yearChangeOf(facts, ALL));
  const supply = facts.supply.series.find(({ type, region }) => type === ALL && region === ALL);
  const stood = daysOnOffer(facts);
  // The few whose days are known may stand otherwise than the rest.
  if (stood === null || !knownOfMost(facts, stood.units)) return null;
  const change = supply?.yearChange ?? null;
  const more = change !== null && isSure(change) ? change.value : 0;
  const forBuyers =
    Number(trend === 'declining') -
    Number(trend === 'improving') +
    Number(more > MUCH_SUPPLY) -
    Number(more < -MUCH_SUPPLY) +
    Number(stood.median >= SLOW_DAYS) -
    Number(stood.median <= FAST_DAYS && watchedMonths(facts) >= WATCHED_MONTHS);
  if (forBuyers === 0) return 'Balanced Market';
  return forBuyers > 0 ? "Buyer's Market" : "Seller's Market";
}

import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { UNITS_MIN } from '../decision/buyers-market.ts';

export type Cuts = MarketFacts['priceCuts'][number];

/** Price cuts over the whole market; undefined where too few prices were seen again. */
export const cutsOverall = ({ priceCuts }: MarketFacts): Cuts | undefined =>
  priceCuts.find(({ type, units }) => type === ALL && units >= UNITS_MIN);

/** How far prices of units that were cut came down; undefined where too few did. */
export function gapOverall(facts: MarketFacts): NonNullable<Cuts['gap']> | undefined {
  const cuts = cutsOverall(facts);
  return cuts !== undefined && cuts.cameDown >= UNITS_MIN ? (cuts.gap ?? undefined) : undefined;
}

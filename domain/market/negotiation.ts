import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { UNITS_MIN } from '../decision/buyers-market.ts';
import { count, percent, usd } from '../decision/words.ts';
import { cutsOverall, gapOverall } from './cuts.ts';
import { daysOnOffer, knownOfMost } from './days.ts';
import type { Insights } from './financing.ts';
import { typeName } from './segments.ts';

type Tip = Insights['negotiationTips'][number];

/** How far prices come down, as seen between units' first and last asking prices; empty without any cut. */
export function negotiationTips({ market, byType }: Pick<Snapshot, 'market' | 'byType'>): Tip[] {
  const all = cutsOverall(market);
  const gap = gapOverall(market);
  if (all === undefined || gap === undefined) return [];
  const price = typicalPrice(byType);
  const { p25, median, p75 } = gap;
  const least = Math.max(0, p25);
  return [
    {
      phase: 'First offer',
      strategy: `Start ${percent(p75)} below the price first asked, and let the seller come up.`,
      expectedSavings: `${usd(hundreds(least * price))} to ${usd(hundreds(p75 * price))} on a unit at ${usd(hundreds(price))} (${percent(least)} to ${percent(p75)}), where the price comes down`,
      keyFactor: `${count(all.withCut)} of ${count(all.units)} units whose price was seen again cut it; of those that ask less than at first, half came down by ${percent(median)} or more`,
    },
    ...longStanding(market),
    ...typesThatGive(market),
    ...nearlyNew(market),
    ...whatWasPaid(market, price),
  ];
}

/** What contributors paid below the price that was asked of them, where that is beyond doubt. */
function whatWasPaid({ purchases = [] }: MarketFacts, price: number): Tip[] {
  const paid = purchases.find(({ type }) => type === ALL);
  if (paid === undefined || paid.contributors < UNITS_MIN || paid.value + 1.96 * paid.se >= 0)
    return [];
  const saved = -Math.expm1(paid.value);
  return [
    {
      phase: 'Agreeing on a price',
      strategy: `Expect to sign about ${percent(saved)} below the asking price; how far below differs from unit to unit.`,
      expectedSavings: `${usd(hundreds(saved * price))} on a unit at ${usd(hundreds(price))} (${percent(saved)})`,
      keyFactor: `What ${count(paid.contributors)} buyers who shared their purchase paid, against what was asked`,
    },
  ];
}

function longStanding(facts: MarketFacts): Tip[] {
  const stood = daysOnOffer(facts);
  const step = cutsOverall(facts)?.medianCut;
  if (stood === null || typeof step !== 'number') return [];
  const days = `${count(stood.p75)} days`;
  return [
    {
      phase: 'Choosing the unit',
      strategy: `Ask for units that have stood for ${days} or more, and name the days when you make the offer.`,
      expectedSavings: `${percent(step)} for each price cut`,
      keyFactor: knownOfMost(facts, stood.units)
        ? `A quarter of ${count(stood.units)} units on offer has stood for ${days} or more`
        : `A quarter of the ${count(stood.units)} units on offer whose first day is known has stood for ${days} or more`,
    },
  ];
}

/**
 * The type that comes down most, where it comes down further than others at the same sources beyond doubt: by
 * what its dealers do, who cut all they have alike.
 */
function typesThatGive({ priceCuts }: MarketFacts): Tip[] {
  const all = priceCuts.find(({ type }) => type === ALL)?.gap;
  const known = priceCuts.flatMap(({ type, cameDown, gap, deeper }) =>
    type !== ALL && gap && deeper && cameDown >= UNITS_MIN ? [{ type, cameDown, gap, deeper }] : [],
  );
  const [most, next] = known.toSorted((a, b) => b.deeper.value - a.deeper.value);
  if (!all || most === undefined) return [];
  // One of several types is always first.
  const bound = 1.645 + Math.sqrt(2 * Math.log(known.length));
  if (most.deeper.value <= bound * most.deeper.se || most.gap.median <= all.median) return [];
  const isFurthest =
    next === undefined ||
    most.deeper.value - next.deeper.value > 1.96 * Math.hypot(most.deeper.se, next.deeper.se);
  const name = typeName(most.type);
  return [
    {
      phase: 'Comparing types',
      strategy: isFurthest
        ? `Bargain hardest for a ${name}: no type comes down further.`
        : `Bargain harder for a ${name} than for others: it comes down further than most types.`,
      expectedSavings: `${percent(Math.max(0, most.gap.p25))} to ${percent(most.gap.p75)} of the first price`,
      keyFactor: `Price cuts of ${count(most.cameDown)} units of the type, against ${percent(all.median)} over all types`,
    },
  ];
}

/** What a year-old used unit saves against a leftover new one, for the type with most units. */
function nearlyNew({ index }: MarketFacts): Tip[] {
  const premiums = index.newPremium.filter(({ value, se }) => value > 1.96 * se);
  const usual = premiums.toSorted(
    (a, b) => b.newUnits + b.usedUnits - (a.newUnits + a.usedUnits),
  )[0];
  if (usual === undefined) return [];
  return [
    {
      phase: 'Before the contract',
      strategy: `Compare a used ${typeName(usual.type)} of one year with a new one of the same model year.`,
      expectedSavings: `${percent(1 - Math.exp(-usual.value))} of what the new one asks`,
      keyFactor: `${count(usual.newUnits)} new and ${count(usual.usedUnits)} used units compared like for like`,
    },
  ];
}

/** Mean of the types' median prices by units: the size of a usual purchase. */
export function typicalPrice(byType: Snapshot['byType']): number {
  let sum = 0;
  let units = 0;
  for (const { medianPrice, listedUnits } of byType) {
    if (medianPrice === null) continue;
    sum += listedUnits * medianPrice;
    units += listedUnits;
  }
  return units === 0 ? 0 : sum / units;
}

const hundreds = (dollars: number): number => Math.round(dollars / 100) * 100;

import type { z } from 'zod';
import type { marketAnalysis } from '#schemas/api/market.ts';
import { DEPRECIATION_RATE_YEARS } from '#schemas/constants.ts';
import { ALL, type MeasuredLog, type MarketFacts } from '#schemas/market-facts.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { changeInWords, count, percent } from '../decision/words.ts';
import { cheapMonths, span } from './buy-timing.ts';
import { cutsOverall, gapOverall } from './cuts.ts';
import { daysOnOffer, halfStood } from './days.ts';
import { typeName, type NameOfMake, type Segments } from './segments.ts';
import { canBeTold, marginOf, trendOf, yearChangeOf } from './trend.ts';
import { VISITS_AT_ONCE, yearBeforeSeen } from './visits.ts';

type Overall = z.output<typeof marketAnalysis.response>['overallTrends'];

/** Types whose prices moved, that are told of. */
const TYPES_TOLD = 3;
/** Visits a make needs before it is told of; for its growth, in both years. */
const VISITS_MIN = 20;

/** What holds of the market as a whole; every figure is from the facts, nothing is said without one. */
export function overallTrends(
  snapshot: Pick<Snapshot, 'market' | 'totals'>,
  segments: Segments,
  nameOfMake: NameOfMake,
): Overall {
  const { bestPerformers, worstPerformers } = segments.ofTypes;
  const rates = new Map(
    segments.byType.map(({ segment, averageDepreciationRate: rate }) => [segment, rate]),
  );
  const lost = (name: string) => Math.round(rates.get(name) ?? 0);
  return {
    bestValueRetentionTypes: bestPerformers.map(
      (name) => `${name} (keeps ${100 - lost(name)}% after ${DEPRECIATION_RATE_YEARS} years)`,
    ),
    fastestDepreciatingTypes: worstPerformers.map(
      (name) => `${name} (loses ${lost(name)}% in ${DEPRECIATION_RATE_YEARS} years)`,
    ),
    emergingTrends: emerging(snapshot.market, nameOfMake),
    investmentAdvice: advice(snapshot.market, segments),
    marketConditions: conditions(snapshot),
  };
}

function emerging(facts: MarketFacts, nameOfMake: NameOfMake): string[] {
  return [
    ...pricesOverall(facts),
    ...pricesByType(facts),
    ...soughtAfter(facts, nameOfMake),
    ...premium(facts),
  ];
}

function pricesOverall(facts: MarketFacts): string[] {
  const change = yearChangeOf(facts, ALL);
  if (change === null || !canBeTold(change)) return [];
  const said = trendOf(change) === 'stable' ? unclear(change) : moved(change);
  return [`All types (like for like, asking prices ${said})`];
}

/** Types whose prices surely moved, the surest first. */
function pricesByType({ index }: MarketFacts): string[] {
  return index.series
    .flatMap(({ type, yearChange }) =>
      type === ALL || yearChange === null || trendOf(yearChange) === 'stable'
        ? []
        : [{ type, change: yearChange }],
    )
    .toSorted(
      (a, b) => Math.abs(b.change.value) / b.change.se - Math.abs(a.change.value) / a.change.se,
    )
    .slice(0, TYPES_TOLD)
    .map(({ type, change }) => `${typeName(type)} (like for like, asking prices ${moved(change)})`);
}

const unclear = (change: MeasuredLog): string =>
  `did not clearly change over the last year: ${changeInWords(Math.expm1(change.value))}, give or take ${percent(marginOf(change))}`;

const moved = ({ value }: MeasuredLog): string =>
  `${value > 0 ? 'rose' : 'fell'} by ${percent(Math.expm1(value))} over the last year`;

/** The make that gained most visits, if it gained more than the luckiest of so many would by chance. */
function soughtAfter({ demand }: MarketFacts, nameOfMake: NameOfMake): string[] {
  const known = demand.makes.map((make) => ({ ...make, now: make.searches + make.analyses }));
  const now = known.reduce((sum, make) => sum + make.now, 0);
  const before = known.reduce((sum, make) => sum + make.visitsBefore, 0);
  if (now === 0) return [];
  const gains = (yearBeforeSeen(demand) ? known : [])
    .filter((make) => make.now >= VISITS_MIN && make.visitsBefore >= VISITS_MIN)
    .map((make) => {
      // Against all makes, so that growth of the site is not growth of a make.
      const gain = Math.log(make.now / make.visitsBefore) - Math.log(now / before);
      const se = Math.sqrt(VISITS_AT_ONCE * (1 / make.now + 1 / make.visitsBefore));
      return { ...make, gain, certain: gain / se };
    })
    .toSorted((a, b) => b.certain - a.certain);
  const [top] = gains;
  // One of many makes is always ahead: the bound grows with their number.
  const bound = Math.sqrt(2 * Math.log(Math.max(2, gains.length))) + 1.645;
  const [most, next] = known;
  return [
    ...(top !== undefined && top.certain > bound
      ? [
          `${nameOfMake(top.makeId)} (share of searches and analyses up ${percent(Math.expm1(top.gain))} on the year before)`,
        ]
      : []),
    ...(most !== undefined && most.now >= VISITS_MIN && most.now > (next?.now ?? 0)
      ? [
          `${nameOfMake(most.makeId)} (most searched and analyzed over the last year: ${count(most.now)} times)`,
        ]
      : []),
  ];
}

function premium({ index }: MarketFacts): string[] {
  const sure = index.newPremium.filter(({ value, se }) => value > 1.96 * se);
  const [most, next] = sure.toSorted((a, b) => b.value - a.value);
  if (most === undefined) return [];
  const isWidest =
    next === undefined || most.value - next.value > 1.96 * Math.hypot(most.se, next.se);
  return [
    `${typeName(most.type)} (new units ask ${percent(Math.expm1(most.value))} more than used ones of the same model year${isWidest ? ', the widest gap of all types' : ''})`,
  ];
}

function advice(facts: MarketFacts, { byType, byModel }: Segments): string[] {
  // Who is alone comes first of nobody.
  const bestType = byType.length > 1 ? byType[0] : undefined;
  const bestLine = byModel.length > 1 ? byModel[0] : undefined;
  const season = facts.index.series.find(({ type }) => type === ALL)?.season;
  const cheap = season ? cheapMonths(season) : undefined;
  const gap = gapOverall(facts);
  return [
    ...(bestType === undefined
      ? []
      : [
          `Of the types ${bestType.segment} comes first by what it keeps at least: it probably loses ${Math.round(bestType.averageDepreciationRate)}% of the new price in ${DEPRECIATION_RATE_YEARS} years.`,
        ]),
    ...(bestLine === undefined
      ? []
      : [
          `Of the model families ${bestLine.segment} comes first by what it keeps at least: it probably loses ${Math.round(bestLine.averageDepreciationRate)}% in ${DEPRECIATION_RATE_YEARS} years, going by ${count(bestLine.dataPoints)} units.`,
        ]),
    ...(cheap === undefined
      ? []
      : [
          `Buy from ${span(cheap.months)}: like for like, asking prices are then ${percent(1 - Math.exp(cheap.value))} below the year's average.`,
        ]),
    ...(gap
      ? [
          `Do not pay the first price: units that ask less than at first came down by ${percent(gap.median)} in the median.`,
        ]
      : []),
  ];
}

function conditions({ market, totals }: Pick<Snapshot, 'market' | 'totals'>): string {
  if (totals.currentUnits === 0) return '';
  const change = yearChangeOf(market, ALL);
  const stood = daysOnOffer(market);
  const cuts = cutsOverall(market);
  return [
    totals.currentUnits === 1
      ? '1 unit is on offer.'
      : `${count(totals.currentUnits)} units are on offer.`,
    overTheYear(change),
    stood && stood.median > 0 ? `${halfStood(market, stood)}.` : '',
    cuts !== undefined && cuts.withCut > 0
      ? `Of those whose price was seen again, ${percent(cuts.withCut / cuts.units)} cut it.`
      : '',
  ]
    .filter((text) => text !== '')
    .join(' ');
}

function overTheYear(change: MeasuredLog | null): string {
  if (change === null) return 'With less than a year of prices no trend can be told yet.';
  const margin = percent(marginOf(change));
  if (trendOf(change) !== 'stable')
    return `Like for like, asking prices ${change.value > 0 ? 'rose' : 'fell'} by ${percent(Math.expm1(change.value))} in a year, give or take ${margin}.`;
  return canBeTold(change)
    ? `Like for like, asking prices ${unclear(change)}.`
    : `Whether asking prices changed over the last year cannot be told yet: like for like, the margin is ${margin} either way.`;
}

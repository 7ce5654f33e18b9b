import type { MarketFacts, Season } from '#schemas/market-facts.ts';
import { ALL } from '#schemas/market-facts.ts';
import { percent } from '../decision/words.ts';
import { isSeasonal } from './waves.ts';
import type { Insights } from './financing.ts';

type SeasonalTrend = Insights['seasonalTrends'][number];

const QUARTERS = [
  { period: 'Winter (December to February)', months: [11, 0, 1] },
  { period: 'Spring (March to May)', months: [2, 3, 4] },
  { period: 'Summer (June to August)', months: [5, 6, 7] },
  { period: 'Fall (September to November)', months: [8, 9, 10] },
] as const;

/** In log: visits and new supply are called high or low, abundant or scarce, from here on. */
const MUCH_DEMAND = 0.1;
const MUCH_SUPPLY = 0.03;

interface Mean {
  value: number;
  se: number;
}

/**
 * Seasons of asking prices, beside those of visits and of new supply. Empty where that of prices is not
 * known: the contract has a number for the advantage, and 0 would say that there is none.
 */
export function seasonalTrends({ index, demand, supply }: MarketFacts): SeasonalTrend[] {
  const prices = index.series.find(({ type }) => type === ALL)?.season ?? null;
  const visits = demand.series.find(({ type }) => type === ALL)?.season ?? null;
  const arrivals =
    supply.series.find(({ type, region }) => type === ALL && region === ALL)?.season ?? null;
  if (prices === null) return [];
  const hasSeason = isSeasonal(prices);
  return QUARTERS.map(({ period, months }) => {
    const price = meanOf(prices, months);
    const demandLevel = levelOf(visits && meanOf(visits, months), MUCH_DEMAND);
    const supplyLevel = levelOf(arrivals && meanOf(arrivals, months), MUCH_SUPPLY);
    return {
      period,
      demandLevel,
      inventoryLevel: { high: 'abundant', medium: 'average', low: 'limited' }[supplyLevel],
      priceAdvantage: oneDecimal(-100 * Math.expm1(price.value)),
      recommendation: recommendation(price, demandLevel, hasSeason),
    };
  });
}

/** The worst of the three errors: those of neighbouring months are nearly the same. */
function meanOf(season: Season, months: readonly number[]): Mean {
  const value = months.reduce((sum, month) => sum + (season.value[month] ?? 0), 0) / months.length;
  return { value, se: Math.max(...months.map((month) => season.se[month] ?? 0)) };
}

/** High or low only where it is so beyond doubt and by enough. */
function levelOf(mean: Mean | null, much: number): 'low' | 'medium' | 'high' {
  if (mean === null || Math.abs(mean.value) < Math.max(much, 1.645 * mean.se)) return 'medium';
  return mean.value > 0 ? 'high' : 'low';
}

function recommendation(
  price: Mean,
  demand: SeasonalTrend['demandLevel'],
  hasSeason: boolean,
): string {
  if (!hasSeason)
    return 'Asking prices do not clearly change with the season: choose by the unit, not by the month.';
  const size = percent(Math.expm1(price.value));
  if (price.value + 1.645 * price.se < 0)
    return `Buy in this part of the year if you can: like for like, asking prices are ${size} below the year's average.`;
  if (price.value - 1.645 * price.se > 0)
    return demand === 'high'
      ? `Sell in this part of the year, buy in another: many look, and asking prices are ${size} above the year's average.`
      : `Buy in another part of the year if you can: like for like, asking prices are ${size} above the year's average.`;
  return 'Prices are near the average of the year: choose by the unit, not by the month.';
}

const oneDecimal = (value: number): number => Math.round(10 * value) / 10 + 0;

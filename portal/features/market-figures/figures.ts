import { DEPRECIATION_AXIS_MAX, TREND_MONTH_CHOICES } from '#schemas/constants.ts';
import type { MarketData } from '../../client/market-data.ts';
import { MARKET_FIGURES } from '../../content/market-figures.ts';
import { count, percent, shortMonth, usd } from '../../ui/format.ts';
import type { Loss, Month, Years } from './queries.ts';

const words = MARKET_FIGURES;

/** A figure and what it is; `typical` where it is the specification's, for want of data. */
export interface Stat {
  title: string;
  value: string;
  note: string;
  typical: boolean;
}

interface Known {
  months: readonly Month[];
  losses: readonly Loss[];
  market: MarketData | undefined;
}

/** The four cards, computed where there are data. */
export function statsOf({ months, losses, market }: Known): Stat[] {
  const { value, loss, days, hottest, typical } = words.stats;
  const stat = (
    { title, fallback }: { title: string; fallback: string },
    known: string | null,
    note: string,
  ): Stat =>
    known === null
      ? { title, value: fallback, note: typical, typical: true }
      : { title, value: known, note, typical: false };
  const latest = months.at(-1);
  const mean = meanLoss(losses, market);
  const most = market?.byType.toSorted((a, b) => b.listings - a.listings)[0];
  return [
    stat(value, latest === undefined ? null : usd(latest.averagePrice), value.note),
    stat(loss, mean === null ? null : percent(mean), loss.note),
    stat(days, market?.daysOnMarket == null ? null : count(market.daysOnMarket), daysNote(market)),
    stat(hottest, most?.name ?? null, hottest.note(count(most?.listings ?? 0))),
  ];
}

/** The few whose first day is known may stand otherwise than the rest. */
function daysNote(market: MarketData | undefined): string {
  const { note, noteOfFew } = words.stats.days;
  const units = market?.daysOnMarketUnits ?? null;
  return units === null || 2 * units >= (market?.totalListings ?? 0)
    ? note
    : noteOfFew(count(units));
}

/** Mean of the types' losses, each weighing as much as it has listings; null without any. */
function meanLoss(losses: readonly Loss[], market: MarketData | undefined): number | null {
  const listings = new Map(market?.byType.map((type) => [type.name, type.listings]));
  let sum = 0;
  let weights = 0;
  for (const { type, depreciation } of losses) {
    const weight = listings.get(type) ?? 0;
    sum += weight * depreciation;
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

/** A span of the trend: what the address calls it, and how many months it shows. */
export interface TrendSpan {
  value: 'all' | '60' | `${(typeof TREND_MONTH_CHOICES)[number]}`;
  months: number;
}
const A_YEAR: TrendSpan = { value: '12', months: 12 };
const FIVE_YEARS: TrendSpan = { value: '60', months: 60 };

/** The longest first: more than a year where the plan has more. @param known months there are */
export const trendSpansOf = (known: number): TrendSpan[] => [
  ...(known > A_YEAR.months ? [{ value: 'all', months: known } as const] : []),
  ...(known > FIVE_YEARS.months ? [FIVE_YEARS] : []),
  ...TREND_MONTH_CHOICES.map((months) => ({ value: `${months}` as const, months })),
];

/** The one the address names if it is to be had, a year otherwise. */
export const trendSpanOf = (text: string | null, spans: readonly TrendSpan[]): TrendSpan =>
  spans.find(({ value }) => value === text) ?? A_YEAR;
export const yearsOf = (text: string | null): Years => (text === '10' ? '10' : '5');

/** Shown where no month has a price, and then said to be no data (specification, section 9). */
export const SAMPLE_MONTHS: readonly Month[] = [
  86_200, 86_900, 87_800, 88_900, 90_100, 90_800, 90_400, 89_900, 89_300, 88_700, 88_900, 89_450,
].map((averagePrice, at) => ({
  averagePrice,
  month: `0000-${String(at + 1).padStart(2, '0')}`,
  n: 0,
}));

/** `Nov 2026` of `2026-11`; of a sample month the month alone. */
export const monthName = (month: string): string =>
  `${shortMonth(Number(month.slice(5)) - 1)} ${month.slice(0, 4)}`.replace(' 0000', '');

/** Which loses most is what is asked: it stands on top. */
export const mostFirst = (losses: readonly Loss[]): Loss[] =>
  losses.toSorted((a, b) => b.depreciation - a.depreciation);

/** 0 to 50 percent, unless a type loses more (decisions). */
export const axisMaxOf = (losses: readonly Loss[]): number =>
  losses.some(({ depreciation }) => depreciation > DEPRECIATION_AXIS_MAX)
    ? 100
    : DEPRECIATION_AXIS_MAX;

import {
  depreciationByType,
  marketAnalysis,
  marketData,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { currentUser } from '#schemas/api/account.ts';
import { searchListings } from '#schemas/api/listings.ts';
import { openListings } from './listings.ts';
import { MARKET_ANALYSIS, MARKET_DATA, NO_MARKET_ANALYSIS, USER, emptyMarket } from './market.ts';
import type { MockApi } from './mock-api.ts';

/** A market of our own making, as members see it. */
export const MONTHS = Array.from({ length: 12 }, (_, at) => ({
  averagePrice: 62_000 + 900 * Math.round(4 * Math.sin(at / 2)),
  month: at < 1 ? '2025-12' : `2026-${String(at).padStart(2, '0')}`,
  n: 61_000 + 410 * at,
}));
export const LOSSES = MARKET_DATA.byType.map(({ name }, at) => ({
  type: name,
  depreciation: 29.4 + 2 * at,
}));
export const BRANDS = [
  'Jayco',
  'Grand Design',
  'Forest River',
  'Airstream',
  'Winnebago',
  'Thor',
  'Keystone',
].map((make, at) => ({ make, searchCount: 1_320 - 170 * at }));

export function openMembersMarket(api: MockApi): void {
  openListings(api);
  api.answer(marketTrends, MONTHS);
  api.answer(depreciationByType, ({ query }) =>
    query.get('years') === '10'
      ? LOSSES.map(({ type, depreciation }) => ({ type, depreciation: depreciation + 24 }))
      : LOSSES,
  );
  api.answer(popularMakes, BRANDS);
  api.answer(marketAnalysis, MARKET_ANALYSIS);
  api.answer(marketData, { ...MARKET_DATA, daysOnMarket: 63 });
}

export function emptyMembersMarket(api: MockApi): void {
  emptyMarket(api);
  api.answer(currentUser, USER);
  api.answer(marketTrends, []);
  api.answer(depreciationByType, []);
  api.answer(popularMakes, []);
  api.answer(marketAnalysis, NO_MARKET_ANALYSIS);
  api.answer(searchListings, { listings: [], total: 0 });
}

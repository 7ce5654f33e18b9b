import { currentUser } from '#schemas/api/account.ts';
import {
  depreciationByType,
  marketAnalysis,
  marketStories,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { ROUTES } from '../../../portal/client/paths.ts';
import { openListings } from './listings.ts';
import { MARKET_ANALYSIS } from './market.ts';
import { openMembership, openPremium, SUBSCRIPTION } from './membership.ts';
import type { MockApi } from './mock-api.ts';
import { monthsOf, withSegmentDepth } from './plan-depth.ts';
import { openStaff } from './staff.ts';
import { STORIES } from './stories.ts';

/** Who a page is looked at by, and what the server answers them. */
export const VISITORS: Record<string, (api: MockApi) => void> = {
  'signed out': (api) => api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' }),
  'with a free plan': openMembership,
  'in Premium': (api) => {
    openPremium(api, SUBSCRIPTION);
    api.answer(marketAnalysis, withSegmentDepth(MARKET_ANALYSIS));
    api.answer(marketTrends, monthsOf(60));
  },
};

/** Where a page has views of its own, without the admin's. */
const VIEWS = [
  '/?view=market',
  '/?view=browse',
  '/search?view=saved',
  '/compare?ids=a1,a2,a8',
  '/profile?tab=account',
  '/profile?tab=billing',
  '/profile?tab=settings',
];

export const EVERY_VIEW = [...Object.values(ROUTES).map(({ path }) => path), ...VIEWS];

/** Whatever any of the views asks for is there. */
export function openEveryView(api: MockApi): void {
  openStaff(api);
  openListings(api);
  api.answer(marketAnalysis, MARKET_ANALYSIS);
  api.answer(marketStories, STORIES);
  api.answer(marketTrends, monthsOf(12));
  api.answer(depreciationByType, [{ type: 'Travel Trailer', depreciation: 41.2 }]);
  api.answer(popularMakes, [{ make: 'Jayco', searchCount: 1_320 }]);
}

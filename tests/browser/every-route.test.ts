import { expect, it } from 'vitest';
import {
  depreciationByType,
  marketAnalysis,
  marketStories,
  marketTrends,
  popularMakes,
} from '#schemas/api/market.ts';
import { currentUser } from '#schemas/api/account.ts';
import { needsSignIn, ROUTES } from '../../portal/client/paths.ts';
import { openListings } from './support/listings.ts';
import { lookFaultsIn } from './support/looks.ts';
import { MARKET_ANALYSIS } from './support/market.ts';
import { openMembership, openPremium, SUBSCRIPTION } from './support/membership.ts';
import type { MockApi } from './support/mock-api.ts';
import { monthsOf, withSegmentDepth } from './support/plan-depth.ts';
import { describePortal, PHONE } from './support/portal.ts';
import { openStaff } from './support/staff.ts';
import { STORIES } from './support/stories.ts';

const VISITORS: Record<string, (api: MockApi) => void> = {
  'signed out': (api) => api.refuse(currentUser, 401, { code: 'unauthorized', message: 'x' }),
  'with a free plan': openMembership,
  'in Premium': (api) => {
    openPremium(api, SUBSCRIPTION);
    api.answer(marketAnalysis, withSegmentDepth(MARKET_ANALYSIS));
    api.answer(marketTrends, monthsOf(60));
  },
};

/** Where a page has views of its own; the admin's are looked at with its other looks. */
const VIEWS = [
  '/?view=market',
  '/?view=browse',
  '/search?view=saved',
  '/compare?ids=a1,a2,a8',
  '/profile?tab=account',
  '/profile?tab=billing',
  '/profile?tab=settings',
];

const PATHS = [...Object.values(ROUTES).map(({ path }) => path), ...VIEWS];

describePortal(
  'every route, by day and by night, on a phone, a desktop and enlarged four times',
  (portal) => {
    it.each(Object.keys(VISITORS))(
      'is accessible, and cut off nowhere, for a visitor %s',
      async (visitor) => {
        const { api } = portal;
        openStaff(api);
        openListings(api);
        api.answer(marketAnalysis, MARKET_ANALYSIS);
        api.answer(marketStories, STORIES);
        api.answer(marketTrends, monthsOf(12));
        api.answer(depreciationByType, [{ type: 'Travel Trailer', depreciation: 41.2 }]);
        api.answer(popularMakes, [{ make: 'Jayco', searchCount: 1_320 }]);
        VISITORS[visitor]?.(api);
        // What a page that is left early says of it on the console is no matter of its looks.
        const visit = await portal.visit({ viewport: PHONE });
        const faults: string[] = [];
        for (const path of PATHS) {
          // All of those are one card, which is looked at with the other screens.
          if (visitor === 'signed out' && needsSignIn(path.replace(/\?.*/, ''))) continue;
          await visit.go(path);
          await visit.page.waitForLoadState('networkidle');
          faults.push(...(await lookFaultsIn(visit, `${visitor}${path.replaceAll('/', ' ')}`)));
        }
        await visit.leave();
        expect(faults).toEqual([]);
      },
    );
  },
);

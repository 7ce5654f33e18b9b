import type { ComponentType } from 'react';
import type { ReadyRoute } from '../client/paths.ts';
import { later } from '../ui/later.tsx';

const screen = (load: () => Promise<{ Page: ComponentType }>): ComponentType =>
  later(async () => (await load()).Page);

/** One screen for each route that is ready, each in its own piece of the build. */
export const SCREENS: Record<ReadyRoute, ComponentType> = {
  home: screen(() => import('../pages/home-page.tsx')),
  landing: screen(() => import('../pages/landing-page.tsx')),
  compare: screen(() => import('../pages/compare-page.tsx')),
  analytics: screen(() => import('../pages/analytics-page.tsx')),
  accuracy: screen(() => import('../pages/accuracy-page.tsx')),
  depreciation: screen(() => import('../pages/depreciation-page.tsx')),
  marketStories: screen(() => import('../pages/market-stories-page.tsx')),
  realtimeAnalyzer: screen(() => import('../pages/realtime-analyzer-page.tsx')),
  profile: screen(() => import('../pages/profile-page.tsx')),
  checkout: screen(() => import('../pages/checkout-page.tsx')),
  subscription: screen(() => import('../pages/subscription-page.tsx')),
  dataDashboard: screen(() => import('../pages/data-dashboard-page.tsx')),
  admin: screen(() => import('../pages/admin-page.tsx')),
  search: screen(() => import('../pages/search-page.tsx')),
};

export const NOT_FOUND_SCREEN: ComponentType = screen(() => import('../pages/not-found-page.tsx'));

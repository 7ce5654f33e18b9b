import type { ComponentType } from 'react';
import { isReachable, type RouteName, routeAt } from '../client/paths.ts';

type Loaded = Promise<{ Page: ComponentType }>;

/** One page for each route that is ready, each in its own piece of the build. */
export const PAGES: Record<RouteName, () => Loaded> = {
  home: () => import('../pages/home-page.tsx'),
  landing: () => import('../pages/landing-page.tsx'),
  compare: () => import('../pages/compare-page.tsx'),
  analytics: () => import('../pages/analytics-page.tsx'),
  accuracy: () => import('../pages/accuracy-page.tsx'),
  depreciation: () => import('../pages/depreciation-page.tsx'),
  marketStories: () => import('../pages/market-stories-page.tsx'),
  realtimeAnalyzer: () => import('../pages/realtime-analyzer-page.tsx'),
  profile: () => import('../pages/profile-page.tsx'),
  checkout: () => import('../pages/checkout-page.tsx'),
  subscription: () => import('../pages/subscription-page.tsx'),
  dataDashboard: () => import('../pages/data-dashboard-page.tsx'),
  admin: () => import('../pages/admin-page.tsx'),
  search: () => import('../pages/search-page.tsx'),
};

/** Another one for paths without a page, and for those of members where a guest is. */
export const notFoundPage = (): Loaded => import('../pages/not-found-page.tsx');

/** The name of the page that an address shows to who brings a session along, or does not; undefined is the 404 page. */
export function pageAt(path: string, member: boolean): RouteName | undefined {
  const name = routeAt(path);
  return name !== undefined && isReachable(name, member) ? name : undefined;
}

import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { ReadyRoute } from '../client/paths.ts';

type Screen = LazyExoticComponent<ComponentType>;

const screen = (load: () => Promise<{ Page: ComponentType }>): Screen =>
  lazy(async () => ({ default: (await load()).Page }));

/** One screen for each route that is ready, each in its own piece of the build. */
export const SCREENS: Record<ReadyRoute, Screen> = {
  home: screen(() => import('../pages/home-page.tsx')),
  landing: screen(() => import('../pages/landing-page.tsx')),
  compare: screen(() => import('../pages/compare-page.tsx')),
  analytics: screen(() => import('../pages/analytics-page.tsx')),
  accuracy: screen(() => import('../pages/accuracy-page.tsx')),
  depreciation: screen(() => import('../pages/depreciation-page.tsx')),
  marketStories: screen(() => import('../pages/market-stories-page.tsx')),
  realtimeAnalyzer: screen(() => import('../pages/realtime-analyzer-page.tsx')),
  search: screen(() => import('../pages/search-page.tsx')),
};

export const NOT_FOUND_SCREEN: Screen = screen(() => import('../pages/not-found-page.tsx'));

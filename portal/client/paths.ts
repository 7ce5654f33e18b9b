/** Every path of the portal, and who may see it. */
export interface Route {
  path: `/${string}`;
  access: 'open' | 'signed-in';
  /** A card form stands there, which needs a Content Security Policy of its own: a page keeps the one it was loaded with. */
  loadedAnew?: boolean;
}

export const ROUTES = {
  landing: { path: '/', access: 'open' },
  depreciation: { path: '/depreciation', access: 'open' },
  realtimeAnalyzer: { path: '/realtime-analyzer', access: 'open' },
  subscription: { path: '/subscription', access: 'open', loadedAnew: true },
  checkout: { path: '/checkout', access: 'open', loadedAnew: true },
  accuracy: { path: '/accuracy', access: 'open' },
  marketStories: { path: '/market-stories', access: 'open' },
  search: { path: '/search', access: 'signed-in' },
  analytics: { path: '/analytics', access: 'signed-in' },
  compare: { path: '/compare', access: 'signed-in' },
  home: { path: '/home', access: 'signed-in' },
  dataDashboard: { path: '/data-dashboard', access: 'signed-in' },
  profile: { path: '/profile', access: 'signed-in' },
  admin: { path: '/admin', access: 'signed-in' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

export const pathOf = (name: RouteName): string => ROUTES[name].path;

/** @param ids of the listings to compare, with commas between them; empty for none */
export const comparisonOf = (ids: string): string => pathOf('compare') + (ids && `?ids=${ids}`);

/** Whether a link to it must load the page, not only change the address. */
export function isLoadedAnew(name: RouteName): boolean {
  const route: Route = ROUTES[name];
  return route.loadedAnew === true;
}

/** Whether it is registered for this visitor: a link to it would lead somewhere. */
export function isReachable(name: RouteName, signedIn: boolean): boolean {
  return signedIn || ROUTES[name].access === 'open';
}

const NAMES = Object.keys(ROUTES) as RouteName[];

/** The route of a path, found in any case of letters as the router and the server do; undefined where there is none. */
export function routeAt(path: string): RouteName | undefined {
  const bare = path.replace(/(.)\/+$/, '$1').toLowerCase();
  return NAMES.find((name) => ROUTES[name].path === bare);
}

/** The specification's signed-in paths: on them the user lookup decides what is shown. */
export function needsSignIn(path: string): boolean {
  const name = routeAt(path);
  return name !== undefined && ROUTES[name].access === 'signed-in';
}

/** Every path of the portal: who may see it, and whether its screen exists. */
export interface Route {
  path: `/${string}`;
  access: 'open' | 'signed-in';
  /** Links and navigation show only screens that exist; `app/screens.ts` has one for each of these. */
  ready: boolean;
  /** A card form stands there, which needs a Content Security Policy of its own: a page keeps the one it was loaded with. */
  loadedAnew?: boolean;
}

export const ROUTES = {
  landing: { path: '/', access: 'open', ready: true },
  depreciation: { path: '/depreciation', access: 'open', ready: true },
  realtimeAnalyzer: { path: '/realtime-analyzer', access: 'open', ready: true },
  subscription: { path: '/subscription', access: 'open', ready: true, loadedAnew: true },
  checkout: { path: '/checkout', access: 'open', ready: true, loadedAnew: true },
  accuracy: { path: '/accuracy', access: 'open', ready: true },
  marketStories: { path: '/market-stories', access: 'open', ready: true },
  search: { path: '/search', access: 'signed-in', ready: true },
  analytics: { path: '/analytics', access: 'signed-in', ready: true },
  compare: { path: '/compare', access: 'signed-in', ready: true },
  home: { path: '/home', access: 'signed-in', ready: true },
  dataDashboard: { path: '/data-dashboard', access: 'signed-in', ready: true },
  profile: { path: '/profile', access: 'signed-in', ready: true },
  admin: { path: '/admin', access: 'signed-in', ready: true },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

/** The names of the screens that exist; the router's table must have exactly these. */
export type ReadyRoute = {
  [Name in RouteName]: (typeof ROUTES)[Name]['ready'] extends true ? Name : never;
}[RouteName];

export const pathOf = (name: RouteName): string => ROUTES[name].path;

/** Whether a link to it must load the page, not only change the address. */
export function isLoadedAnew(name: RouteName): boolean {
  const route: Route = ROUTES[name];
  return route.loadedAnew === true;
}

/** Whether a link to it would lead somewhere for this visitor. */
export function isReachable(name: RouteName, signedIn: boolean): boolean {
  const route: Route = ROUTES[name];
  return route.ready && (route.access === 'open' || signedIn);
}

const NAMES = Object.keys(ROUTES) as RouteName[];

/** The route of a path; undefined where there is none. */
export function routeAt(path: string): RouteName | undefined {
  const bare = path.replace(/(.)\/+$/, '$1');
  return NAMES.find((name) => ROUTES[name].path === bare);
}

/** The specification's signed-in paths: on them the user lookup decides what is shown. */
export function needsSignIn(path: string): boolean {
  const name = routeAt(path);
  return name !== undefined && ROUTES[name].access === 'signed-in';
}

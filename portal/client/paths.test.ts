import { describe, expect, it } from 'vitest';
import { isReachable, needsSignIn, routeAt, type RouteName, ROUTES } from './paths.ts';

describe('the table of paths', () => {
  it('names every route of the specification once, and the accuracy page', () => {
    const paths = Object.values(ROUTES).map((route) => route.path);
    expect(paths.toSorted()).toEqual(
      [
        '/',
        '/accuracy',
        '/admin',
        '/analytics',
        '/checkout',
        '/compare',
        '/data-dashboard',
        '/depreciation',
        '/home',
        '/market-stories',
        '/profile',
        '/realtime-analyzer',
        '/search',
        '/subscription',
      ].toSorted(),
    );
  });

  it('reaches open ones signed out, and all of them signed in', () => {
    const reached = (signedIn: boolean) =>
      Object.keys(ROUTES).filter((name) => isReachable(name as RouteName, signedIn));
    expect(reached(true)).toEqual(Object.keys(ROUTES));
    expect(reached(false)).toEqual([
      'landing',
      'depreciation',
      'realtimeAnalyzer',
      'subscription',
      'checkout',
      'accuracy',
      'marketStories',
    ]);
  });

  it('finds the route of a path, with and without a slash at its end, in any case of letters', () => {
    expect(routeAt('/')).toBe('landing');
    expect(routeAt('/market-stories/')).toBe('marketStories');
    expect(routeAt('/Search')).toBe('search');
    expect(routeAt('/nowhere')).toBeUndefined();
  });

  it('knows a signed-in path with and without a slash at its end', () => {
    expect(needsSignIn('/profile')).toBe(true);
    expect(needsSignIn('/profile/')).toBe(true);
    expect(needsSignIn('/PROFILE')).toBe(true);
    expect(needsSignIn('/')).toBe(false);
    expect(needsSignIn('/depreciation')).toBe(false);
  });
});

import { isReachable } from '../client/paths.ts';
import { NAVIGATION } from '../content/brand.ts';

export type NavigationName = keyof typeof NAVIGATION;
const NAMES = Object.keys(NAVIGATION) as NavigationName[];

/** The header's links for this visitor: only to screens that exist and are allowed. */
export const reachableLinks = (signedIn: boolean): NavigationName[] =>
  NAMES.filter((name) => isReachable(name, signedIn));

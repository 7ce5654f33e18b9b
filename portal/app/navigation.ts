import { useSession } from '../client/current-user.ts';
import { isReachable } from '../client/paths.ts';
import { NAVIGATION } from '../content/brand.ts';

export type NavigationName = keyof typeof NAVIGATION;
const NAMES = Object.keys(NAVIGATION) as NavigationName[];

/**
 * Links for this visitor: only to screens that are registered for them, and to the collection only for its staff,
 * which is everyone signed in where the server names nobody.
 */
export function useReachableLinks(): NavigationName[] {
  const { user, signedIn } = useSession();
  return NAMES.filter(
    (name) => isReachable(name, signedIn) && (name !== 'admin' || user?.staff !== false),
  );
}

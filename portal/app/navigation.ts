import { useLocation } from 'react-router-dom';
import { useSession } from '../client/current-user.ts';
import { comparisonOf, isLoadedAnew, isReachable, pathOf } from '../client/paths.ts';
import { NAVIGATION } from '../content/brand.ts';

const LINKS = Object.entries(NAVIGATION) as [name: keyof typeof NAVIGATION, children: string][];

/** Of an address: the search has what was picked under one name, the comparison under the other. */
const PICKED = /[?&](?:compare|ids)=([^&]+)/;

/**
 * Links for this visitor: only to screens that are registered for them, and to the collection only for its staff,
 * which is everyone signed in where the server names nobody. The comparison's has with it what was picked here.
 */
export function useReachableLinks() {
  const { user, signedIn } = useSession();
  const picked = PICKED.exec(useLocation().search)?.[1] ?? '';
  return LINKS.filter(
    ([name]) => isReachable(name, signedIn) && (name !== 'admin' || user?.staff !== false),
  ).map(([name, children]) => ({
    to: name === 'compare' ? comparisonOf(picked) : pathOf(name),
    reloadDocument: isLoadedAnew(name),
    children,
  }));
}

import { useEffect, useState } from 'react';
import { useSession } from '../client/current-user.ts';
import { isReachable, type RouteName, ROUTES } from '../client/paths.ts';
import { BRAND, NOT_FOUND, PAGE_NAMES } from '../content/brand.ts';

const NAMES = Object.keys(ROUTES) as RouteName[];

/** What the page of a path is called for this visitor. */
export function pageNameOf(path: string, signedIn: boolean): string {
  const bare = path.replace(/(.)\/+$/, '$1');
  const name = NAMES.find((route) => ROUTES[route].path === bare);
  return name !== undefined && isReachable(name, signedIn) ? PAGE_NAMES[name] : NOT_FOUND.title;
}

/**
 * Names the document after its page. Answers the name of a page that was come to by a link, which the
 * browser itself tells nobody; '' for the page the visit began with.
 */
export function usePageTitle(path: string): string {
  const { signedIn, pending, failure } = useSession();
  const name = pageNameOf(path, signedIn || pending || failure !== null);
  const [first, setFirst] = useState<string | null>(path);
  if (first !== null && first !== path) setFirst(null);
  useEffect(() => {
    document.title = path === '/' ? name : `${name} | ${BRAND.name}`;
  }, [path, name]);
  return first === null ? name : '';
}

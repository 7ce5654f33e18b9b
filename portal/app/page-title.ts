import { useLayoutEffect, useState } from 'react';
import { useSession } from '../client/current-user.ts';
import { isReachable, routeAt } from '../client/paths.ts';
import { NOT_FOUND, PAGE_NAMES, titleOf } from '../content/brand.ts';

/** What the page of a path is called for this visitor. */
export function pageNameOf(path: string, signedIn: boolean): string {
  const name = routeAt(path);
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
  // Before the effects of the page, which may name a view of its own.
  useLayoutEffect(() => {
    document.title = titleOf(name);
  }, [name]);
  return first === null ? name : '';
}

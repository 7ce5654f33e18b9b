import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Calls where Back or Forward led to another page: what stood over the one before goes with it. */
export function useLeftByBack(onLeft: () => void): void {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const before = useRef(pathname);
  const left = useEffectEvent(onLeft);
  // Before what the page itself opens when it is come to.
  useLayoutEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (how === NavigationType.Pop) left();
  }, [pathname, how]);
}

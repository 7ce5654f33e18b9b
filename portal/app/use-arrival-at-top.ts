import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** A followed link arrives at the top of its page; Back and Forward are left where the browser puts them. */
export function useArrivalAtTop(pathname: string): void {
  const how = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (how !== NavigationType.Pop) scrollTo(0, 0);
  }, [pathname, how]);
}

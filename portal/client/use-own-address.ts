import { useEffect, useEffectEvent, useState } from 'react';
import { type Location, useLocation } from 'react-router-dom';
import { OwnAddress } from './own-address.ts';
import { useArrival } from './use-arrival.ts';

/**
 * Follows a part of the address that a screen writes itself.
 * @param keyOf names what the address says of that part
 * @param onOthers called when Back, Forward or a link made it say something else
 */
export function useOwnAddress(
  keyOf: (params: URLSearchParams) => string,
  onOthers: (params: URLSearchParams) => void,
): OwnAddress {
  const at = useLocation();
  const [address] = useState(() => new OwnAddress(keyOf(new URLSearchParams(at.search))));
  const look = useEffectEvent((from: Location, isNews: (key: string) => boolean) => {
    // The browser's: what a busy page draws may have been left already.
    if (location.pathname !== from.pathname) return;
    const params = new URLSearchParams(location.search);
    if (isNews(keyOf(params))) onOthers(params);
  });
  // At every navigation, not only at another search: there and back between two renders leaves the
  // search as it was, while the address between was written already.
  useEffect(() => look(at, (key) => address.isOthers(key)), [at, address]);
  // Nothing is drawn anew where Back leads to what the page still shows.
  useArrival(() => look(at, (key) => address.isElsewhere(key)));
  return address;
}

import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { OwnAddress } from './own-address.ts';

/**
 * Follows a part of the address that a screen writes itself.
 * @param keyOf names what the address says of that part
 * @param onOthers called when Back, Forward or a link made it say something else
 */
export function useOwnAddress(
  keyOf: (params: URLSearchParams) => string,
  onOthers: (params: URLSearchParams) => void,
): OwnAddress {
  const location = useLocation();
  const [address] = useState(() => new OwnAddress(keyOf(new URLSearchParams(location.search))));
  const look = useEffectEvent((search: string) => {
    const params = new URLSearchParams(search);
    if (address.isOthers(keyOf(params))) onOthers(params);
  });
  // At every navigation, not only at another search: there and back between two renders leaves the
  // search as it was, while the address between was written already.
  useEffect(() => look(location.search), [location]);
  return address;
}

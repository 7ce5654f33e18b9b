import { useSyncExternalStore } from 'react';
import { createClient } from './client.ts';
import { createMarketMarkStore, type MarketMark } from './market-mark.ts';

const marketMark = createMarketMarkStore();

/** The portal's client. */
export const api = createClient({
  fetch: (input, init) => fetch(input, init),
  onMarketMark: marketMark.set,
});

/** The mark of the newest market answer; null before the first. */
export const useMarketMark = (): MarketMark | null =>
  useSyncExternalStore(marketMark.subscribe, marketMark.current);

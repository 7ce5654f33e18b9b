import { useSyncExternalStore } from 'react';
import { createClient } from './client.ts';
import { createMarketMarkStore, type MarketMark } from './market-mark.ts';
import { noteServerDate } from './server-clock.ts';

const marketMark = createMarketMarkStore();

/** The portal's client. */
export const api = createClient({
  fetch: (input, init) => fetch(input, init),
  onMarketMark: marketMark.set,
  onServerDate: noteServerDate,
});

/** Which market is shown, by the newest answer; null while nothing has said it. */
export const useMarketMark = (): MarketMark | null =>
  useSyncExternalStore(marketMark.subscribe, marketMark.current);

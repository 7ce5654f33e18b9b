import { useSyncExternalStore } from 'react';
import { createClient } from './client.ts';
import { createMarketMarkStore, type MarketMark } from './market-mark.ts';
import { noteServerDate } from './server-clock.ts';
import { pageOwner } from './tab-owner.ts';

const marketMark = createMarketMarkStore();

/** In a task of its own, where the browser has such. */
const inOwnTask = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
  'scheduler' in globalThis ? scheduler.postTask(ask) : ask();

/** The portal's client. */
export const api = createClient({
  // A screen asks several questions as it appears, and would be still until all of them are sent.
  fetch: (input, init) => inOwnTask(() => fetch(input, init)),
  pageOwner,
  onMarketMark: marketMark.set,
  onServerDate: noteServerDate,
});

/** Which market is shown, by the newest answer; null while nothing has said it. */
export const useMarketMark = (): MarketMark | null =>
  useSyncExternalStore(marketMark.subscribe, marketMark.current);

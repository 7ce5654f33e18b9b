/** Whether the market's figures come from the published sample or from real listings. */
export type MarketMark = 'sample' | 'real';

export interface MarketMarkStore {
  /** Null until a market answer has come. */
  current: () => MarketMark | null;
  set: (mark: MarketMark) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Remembers the mark of the newest market answer, so that every screen can say which market it shows. */
export function createMarketMarkStore(): MarketMarkStore {
  let mark: MarketMark | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => mark,
    set: (next) => {
      if (next === mark) return;
      mark = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

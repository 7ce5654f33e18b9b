/** Whether the market's figures come from the published sample or from real listings. */
export type MarketMark = 'sample' | 'real';

export interface MarketMarkStore {
  /** Null until the page or an answer says it. */
  current: () => MarketMark | null;
  set: (mark: MarketMark) => void;
  subscribe: (listener: () => void) => () => void;
}

export const asMarketMark = (text: string | null | undefined): MarketMark | null =>
  text === 'sample' || text === 'real' ? text : null;

/** The server says it in the page already: what stands on every screen by it must not push it down later. */
const pageMark = (): MarketMark | null =>
  typeof document === 'undefined' ? null : asMarketMark(document.documentElement.dataset['market']);

/** Remembers the mark of the newest market answer, so that every screen can say which market it shows. */
export function createMarketMarkStore(): MarketMarkStore {
  let mark = pageMark();
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

/** That of an answer which says so itself. */
export const marketOf = ({ sample }: { sample?: boolean | undefined }): MarketMark =>
  sample === true ? 'sample' : 'real';

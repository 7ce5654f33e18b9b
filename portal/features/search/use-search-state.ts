import { useEffect, useMemo, useRef, useState } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { useArrival } from '../../client/use-arrival.ts';
import { useOwnAddress } from '../../client/use-own-address.ts';
import { type SearchState, stateFromUrl, stateKey, stateToUrl } from './search-state.ts';

/** So long nothing is typed or dragged before it is searched for; browsers also refuse faster changes of the address. */
const SETTLED_MS = 300;

/** Changes an address that was wrong: Back must not lead there again. */
export const CORRECTION = 'correction';

interface SearchInUrl {
  /** As the controls show it. */
  state: SearchState;
  /** As the address says it: what is searched for. */
  settled: SearchState;
  /**
   * @param by the control that changed it: going on at the same one replaces the entry of the history,
   *   another one adds an entry, so that Back undoes control by control
   */
  change: (next: (now: SearchState) => SearchState, by: string) => void;
  /** Searches at once for what was typed. */
  flush: () => void;
  /** As `change`, without waiting for more. */
  changeAtOnce: (next: SearchState, by: string) => void;
}

/** The screen's state, held in the address. */
export function useSearchState(): SearchInUrl {
  const { params, setParams, back } = useAddress();
  const settled = useMemo(() => stateFromUrl(params), [params]);
  const [state, setState] = useState(settled);
  // As it will be drawn: one press may change two controls, the one that it leaves and its own.
  const latest = useRef(settled);
  const lastBy = useRef<string | null>(null);
  /** What the entry before this one says, where this one is ours. */
  const before = useRef<string | null>(null);
  /** On the way to that entry. */
  const returning = useRef(false);
  const pending = useRef<{ next: SearchState; by: string; timer: number } | null>(null);
  const show = (next: SearchState) => {
    latest.current = next;
    setState(next);
  };
  const address = useOwnAddress(
    (now) => stateKey(stateFromUrl(now)),
    (now) => {
      // What was being typed belongs to the page that was left.
      clearTimeout(pending.current?.timer);
      pending.current = null;
      lastBy.current = null;
      before.current = null;
      returning.current = false;
      show(stateFromUrl(now));
    },
  );
  useEffect(() => () => clearTimeout(pending.current?.timer), []);

  const flush = () => {
    if (pending.current === null || returning.current) return;
    const { next, by, timer } = pending.current;
    clearTimeout(timer);
    pending.current = null;
    const key = stateKey(next);
    if (key === address.latest) return;
    const replace = by === CORRECTION || by === lastBy.current;
    if (!replace) before.current = address.latest;
    address.write(key);
    if (replace && key === before.current) {
      // Put back to what the entry before says: beside an equal one, Back would seem to do nothing.
      returning.current = true;
      lastBy.current = null;
      before.current = null;
      back();
      return;
    }
    setParams((now) => stateToUrl(next, now), { replace });
    lastBy.current = by;
  };
  useArrival(() => {
    if (!returning.current) return;
    returning.current = false;
    flush();
  });

  const change = (changed: (now: SearchState) => SearchState, by: string) => {
    const next = changed(latest.current);
    // What another control still waits to say is said first, in an entry of its own.
    if (pending.current !== null && pending.current.by !== by) flush();
    clearTimeout(pending.current?.timer);
    show(next);
    pending.current = { next, by, timer: window.setTimeout(flush, SETTLED_MS) };
  };

  return {
    state,
    settled,
    change,
    flush,
    changeAtOnce: (next, by) => {
      change(() => next, by);
      flush();
    },
  };
}

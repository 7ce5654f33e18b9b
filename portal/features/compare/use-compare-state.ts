import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useAddress } from '../../client/use-address.ts';
import { useOwnAddress } from '../../client/use-own-address.ts';
import { compareFromUrl } from './compare-state.ts';

/** So long nothing is typed before it is searched for. */
const SETTLED_MS = 300;

/** What is selected after a press; the same list where nothing changes. */
export type Choose = (ids: readonly string[]) => readonly string[];

/** The comparison, held in the address: a change of the selection is an entry of the history, typing is none. */
export function useCompareState() {
  const { params, change } = useAddress();
  const { ids, text: settledText } = useMemo(() => compareFromUrl(params), [params]);
  const [text, setText] = useState(settledText);
  const address = useOwnAddress(
    (now) => compareFromUrl(now).text,
    (now) => setText(compareFromUrl(now).text),
  );

  const search = (next: string) => {
    if (next.trim() === address.latest) return;
    address.write(next.trim());
    change({ q: next.trim() }, { replace: true });
  };
  const settled = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => settled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return {
    ids,
    /** As the field shows it. */
    text,
    /** What is searched for. */
    settledText,
    type: setText,
    /** Searches at once. */
    settle: (next = text) => {
      setText(next);
      search(next);
    },
    /** By what the browser's address says: a press may come before the one before it is drawn. */
    select: (choose: Choose) => {
      const { ids } = compareFromUrl(new URLSearchParams(location.search));
      const next = choose(ids);
      if (next !== ids) change({ ids: next.join(',') });
    },
  };
}

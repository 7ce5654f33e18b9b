import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { compareFromUrl, compareToUrl } from './compare-state.ts';

/** So long nothing is typed before it is searched for. */
const SETTLED_MS = 300;

/** The comparison, held in the address: a change of the selection is an entry of the history, typing is none. */
export function useCompareState() {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const { ids, text: settledText } = useMemo(() => compareFromUrl(params), [params]);
  const [text, setText] = useState(settledText);
  const written = useRef(settledText);

  const search = (next: string) => {
    if (next.trim() === written.current) return;
    written.current = next.trim();
    setParams((now) => compareToUrl({ ...compareFromUrl(now), text: next }, now), {
      replace: true,
    });
  };
  const settled = useEffectEvent(search);
  useEffect(() => {
    const timer = setTimeout(() => settled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);

  useEffect(() => {
    // Back, Forward or a link brought another text.
    const arrived = compareFromUrl(new URLSearchParams(location.search)).text;
    if (arrived === written.current) return;
    written.current = arrived;
    setText(arrived);
  }, [location]);

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
    select: (next: readonly string[]) =>
      setParams((now) => compareToUrl({ ...compareFromUrl(now), ids: next }, now)),
  };
}

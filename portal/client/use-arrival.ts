import { useEffect, useEffectEvent } from 'react';

/** Heard of from the browser where Back or Forward leads: a busy page may draw nothing of it. */
export function useArrival(onArrival: () => void): void {
  const arrive = useEffectEvent(onArrival);
  useEffect(() => {
    // Once: the router draws where it leads at once, and what is put down and taken up again meanwhile hears nothing.
    const hear = () => arrive();
    addEventListener('popstate', hear);
    return () => removeEventListener('popstate', hear);
  }, []);
}

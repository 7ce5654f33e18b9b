import { useEffect } from 'react';
import { untilServerAnswers } from '../client/connection.ts';

/** Code that could not be loaded is asked for again when the device has a connection again. */
export function useRetryOnline(retry: (() => void) | null): void {
  useEffect(() => {
    if (retry === null) return undefined;
    const gone = new AbortController();
    const retryOnceAnswered = async () => {
      await untilServerAnswers(gone.signal);
      if (!gone.signal.aborted) retry();
    };
    const { signal } = gone;
    window.addEventListener('online', () => void retryOnceAnswered(), { signal, once: true });
    return () => gone.abort();
  }, [retry]);
}

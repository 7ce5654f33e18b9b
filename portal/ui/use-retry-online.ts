import { useEffect } from 'react';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/**
 * Code that could not be loaded is asked for again when the device has a connection again. A device says so
 * before the first answer can come, so that the server is asked for something small until it gives it.
 */
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

async function untilServerAnswers(signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

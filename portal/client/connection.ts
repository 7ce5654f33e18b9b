import { onlineManager } from '@tanstack/react-query';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;

/** Asks the server for something small until it answers. A device says that it is online before any answer can come. */
export async function untilServerAnswers(signal: AbortSignal): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** Has failed queries asked again once the server answers: at the device's word alone they would fail for good. */
export function heedConnection(): void {
  onlineManager.setEventListener((setOnline) => {
    const gone = new AbortController();
    let waiting = new AbortController();
    const onOffline = () => {
      waiting.abort();
      setOnline(false);
    };
    const onOnline = async () => {
      waiting.abort();
      waiting = new AbortController();
      const { signal } = waiting;
      await untilServerAnswers(signal);
      if (!signal.aborted) setOnline(true);
    };
    window.addEventListener('offline', onOffline, { signal: gone.signal });
    window.addEventListener('online', () => void onOnline(), { signal: gone.signal });
    return () => {
      gone.abort();
      waiting.abort();
    };
  });
}

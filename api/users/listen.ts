import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Hear } from './store.ts';

/** A server that is gone is asked for again after so long. */
const AGAIN_AFTER_MS = 500;

/**
 * Hears a channel on a connection of its own. One that breaks is replaced until `signal` says that it is
 * over; what was told meanwhile is lost.
 * @returns once the first connection hears, or was refused
 */
export function listenOn(
  url: string,
  channel: string,
  hear: Hear,
  { signal, onError }: { signal: AbortSignal; onError: (error: Error) => void },
): Promise<void> {
  return new Promise((isTried) => {
    const hold = async (): Promise<void> => {
      while (!signal.aborted) {
        const client = new Client({
          connectionString: url,
          keepAlive: true,
          connectionTimeoutMillis: 5_000,
        });
        await hearUntilEnd(client, channel, hear, { signal, onError, onHearing: isTried });
        isTried();
        await wait(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
      }
    };
    void hold();
  });
}

async function hearUntilEnd(
  client: Client,
  channel: string,
  hear: Hear,
  on: { signal: AbortSignal; onError: (error: Error) => void; onHearing: () => void },
): Promise<void> {
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  const end = (): void => void client.end().catch(on.onError);
  client.on('error', on.onError);
  client.on('notification', ({ payload = '' }) => hear(payload));
  on.signal.addEventListener('abort', end);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    on.onHearing();
    await ended;
  } catch (error) {
    on.onError(error as Error);
    end();
  } finally {
    on.signal.removeEventListener('abort', end);
  }
}

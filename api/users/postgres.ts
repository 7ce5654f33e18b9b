import { Pool } from 'pg';
import { guarded } from './errors.ts';
import { listenOn } from './listen.ts';
import { UserStoreUnavailable, type Queries, type Row, type UserStore } from './store.ts';

/** Longer than any statement takes, those of migrations too: a server that is silent for so long hangs. */
const ANSWERS_WITHIN_MS = 60_000;

/**
 * A Postgres server through a pool of connections.
 * @throws UserStoreUnavailable when the server cannot be reached within five seconds
 */
export async function openPostgres(
  url: string,
  onError: (error: Error) => void,
  { answersWithinMs = ANSWERS_WITHIN_MS }: { answersWithinMs?: number } = {},
): Promise<UserStore> {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    query_timeout: answersWithinMs,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new UserStoreUnavailable(
      `Postgres at ${new URL(url).host} cannot be used: ${(error as Error).message}. Check DATABASE_URL.`,
    );
  }
  const closing = new AbortController();
  return {
    query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
      (await guarded(() => pool.query(text, [...values]))).rows as R[],
    async tx<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
      const client = await guarded(() => pool.connect());
      let isBroken = false;
      try {
        await guarded(() => client.query('begin'));
        const result = await work({
          query: async <R extends Row>(text: string, values: readonly unknown[] = []) =>
            (await guarded(() => client.query(text, [...values]))).rows as R[],
        });
        await guarded(() => client.query('commit'));
        return result;
      } catch (error) {
        // A connection that is lost, or cannot even do that, is not given to anybody again.
        if (error instanceof UserStoreUnavailable) isBroken = true;
        else await client.query('rollback').catch(() => (isBroken = true));
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    listen: (channel, hear) => listenOn(url, channel, hear, { signal: closing.signal, onError }),
    async close() {
      closing.abort();
      await pool.end();
    },
  };
}

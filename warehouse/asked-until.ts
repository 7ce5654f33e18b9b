import type { Reader, Warehouse } from './client.ts';

/**
 * The same warehouse for work that may be broken off: once `signal` is aborted nothing more is asked of it,
 * and every call rejects with the signal's reason. What the engine of this process is at is ended, but for rows
 * that are being stored: that is brief.
 */
export function askedUntil(warehouse: Warehouse, signal: AbortSignal): Warehouse {
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return work();
  };
  const orBy = (also: AbortSignal | undefined): AbortSignal =>
    also === undefined ? signal : AbortSignal.any([signal, also]);
  const reader = (of: Reader): Reader => ({
    rows: (sql, parameters, also) => ask(() => of.rows(sql, parameters, orBy(also))),
    async *stream<Row>(...[sql, parameters, also]: Parameters<Reader['stream']>) {
      signal.throwIfAborted();
      for await (const piece of of.stream<Row>(sql, parameters, orBy(also))) {
        yield piece;
        signal.throwIfAborted();
      }
    },
  });
  const { serving } = warehouse;
  return {
    ...warehouse,
    serving: {
      ...reader(serving),
      page: (sql, parameters) => ask(() => serving.page(sql, parameters)),
    },
    batch: reader(warehouse.batch),
    command: (sql, parameters, also) => ask(() => warehouse.command(sql, parameters, orBy(also))),
    insert: (insert) => ask(() => warehouse.insert(insert)),
    ping: () => ask(() => warehouse.ping()),
  };
}

import type { Reader, Warehouse } from './client.ts';

/**
 * The same warehouse for work that may be broken off: once `signal` is aborted nothing more is asked of it,
 * and every call rejects with the signal's reason. A statement under way ends first.
 */
export function askedUntil(warehouse: Warehouse, signal: AbortSignal): Warehouse {
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    return work();
  };
  const reader = (of: Reader): Reader => ({
    rows: (sql, parameters) => ask(() => of.rows(sql, parameters)),
    async *stream<Row>(sql: string, parameters?: Parameters<Reader['stream']>[1]) {
      signal.throwIfAborted();
      for await (const piece of of.stream<Row>(sql, parameters)) {
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
    command: (sql, parameters) => ask(() => warehouse.command(sql, parameters)),
    insert: (insert) => ask(() => warehouse.insert(insert)),
    ping: () => ask(() => warehouse.ping()),
  };
}

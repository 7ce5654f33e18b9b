import { inWorker } from '../in-worker.ts';
import type { FittedMarket } from '../market/fit-market.ts';
import { tableBuffers, type UnitTable } from './unit-table.ts';

/** More than a million unit months need. */
const HEAP_MB = 1_024;

/**
 * Fits in a thread of its own. The table is handed over and cannot be used afterwards. Rejects with
 * what the fit threw, or when aborted.
 */
export const fitInWorker = (table: UnitTable, signal?: AbortSignal): Promise<FittedMarket> =>
  inWorker(new URL('./fit-worker.ts', import.meta.url), table, {
    signal,
    transfer: tableBuffers(table),
    heapMb: HEAP_MB,
  });

import { Worker } from 'node:worker_threads';
import type { FittedMarket } from '../market/fit-market.ts';
import { tableBuffers, type UnitTable } from './unit-table.ts';

/** More than a million unit months need; a fit that grows past it fails alone. */
const HEAP_MB = 1_024;

/**
 * Fits in a thread of its own, so that the process goes on answering meanwhile. The table is handed
 * over and cannot be used afterwards. Rejects with what the fit threw, or when aborted.
 */
export async function fitInWorker(table: UnitTable, signal?: AbortSignal): Promise<FittedMarket> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./fit-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const abort = () => void worker.terminate();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await new Promise<FittedMarket>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) =>
        reject(signal?.reason ?? new Error(`The fit ended with code ${code} and without a model.`)),
      );
      worker.postMessage(table, tableBuffers(table));
    });
  } finally {
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

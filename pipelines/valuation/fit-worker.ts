import { parentPort } from 'node:worker_threads';
import { fitMarket } from '../market/fit-market.ts';
import type { UnitTable } from './unit-table.ts';

// The thread of `fitInWorker`: one table in, one fitted market out, then it ends.
parentPort?.once('message', (table: UnitTable) => {
  // The rule means windows: a thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(fitMarket(table));
});

import { parentPort } from 'node:worker_threads';
import { fitModel } from './fit-model.ts';
import type { UnitTable } from './unit-table.ts';

// The thread of `fitInWorker`: one table in, one model out, then it ends.
parentPort?.once('message', (table: UnitTable) => {
  // The rule means windows: a thread's port has no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  parentPort?.postMessage(fitModel(table));
});

import { readFile } from 'node:fs/promises';
import { fitInWorker } from '#pipelines/valuation/fit-in-worker.ts';
import { readUnits } from '#pipelines/valuation/read-units.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { unitCellSizes } from '#warehouse/queries/market-facts.ts';

/**
 * `refit-child.ts FOLDER UNITS scan|refit` on the units of one table, in a process of its own, so that
 * its peak memory is that of this alone. Prints {seconds, peakMb, rows}. `scan` only runs the grouped
 * scan of all units that a refit begins with, `unitCellSizes`. Needs /proc.
 */
const [directory = '', units = '', what = ''] = process.argv.slice(2);
const tables = { listings: 'listings', unit_listings: '', units, search_base: '' };
const warehouse = await openWarehouse({ directory });
const started = performance.now();
let rows = 0;
if (what === 'scan') rows = (await unitCellSizes(warehouse, tables)).length;
else {
  const table = await readUnits(warehouse, tables);
  rows = table.rows;
  await fitInWorker(table);
}
const seconds = (performance.now() - started) / 1_000;
const [, kilobytes = 'NaN'] =
  /^VmHWM:\s+(\d+) kB/m.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
await warehouse.close();
console.log(JSON.stringify({ seconds, peakMb: (Number(kilobytes) * 1_024) / 1e6, rows }));

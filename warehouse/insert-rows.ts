import type { Warehouse } from './client.ts';
import { encodeRows } from './encode-rows.ts';

/**
 * Inserts rows. The tables replace rows of one key, so that repeating it, whole or in other batches,
 * has the effect of once.
 */
export async function insertRows<Row extends object>(
  warehouse: Warehouse,
  table: string,
  rows: readonly Row[],
  columns: readonly (keyof Row & string)[],
): Promise<void> {
  if (rows.length === 0) return;
  await warehouse.insert({ table, columns, lines: await encodeRows(rows, columns) });
}

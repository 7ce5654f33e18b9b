import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Warehouse } from '#warehouse/client.ts';
import { unitCellSizes, unitMonths } from '#warehouse/queries/market-facts.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { createUnitTableBuilder, type UnitMonth, type UnitTable } from './unit-table.ts';

/**
 * More units say hardly more of a market, and take time and memory: of a larger one the fit reads so
 * many, fewer of the cells that have most, so that what is rare is read whole.
 */
const UNITS_MAX = 120_000;

/** The units of a market that the fit reads, once for each month they showed a price, in typed columns. */
export async function readUnits(
  warehouse: Warehouse,
  tables: MarketTables,
  most = UNITS_MAX,
): Promise<UnitTable> {
  const builder = createUnitTableBuilder();
  for await (const rows of readUnitMonths(warehouse, tables, most)) {
    for (const row of rows) builder.add(row);
    await nextTurn();
  }
  return builder.build();
}

/** The same, row by row. */
export async function* readUnitMonths(
  warehouse: Warehouse,
  tables: MarketTables,
  most = UNITS_MAX,
): AsyncGenerator<UnitMonth[]> {
  const sizes = await unitCellSizes(warehouse, tables);
  yield* unitMonths(warehouse, tables, mostOfEach(sizes, most));
}

/**
 * The most units a cell may have for all to be no more than `most`, by the sizes of cells in ascending
 * order; 1 where there are more cells than that.
 */
function mostOfEach(sizes: readonly { units: number; cells: number }[], most: number): number {
  let below = 0;
  let cells = sizes.reduce((sum, own) => sum + own.cells, 0);
  for (const own of sizes) {
    if (below + own.units * cells > most) return Math.max(1, Math.floor((most - below) / cells));
    below += own.units * own.cells;
    cells -= own.cells;
  }
  return Math.max(1, most);
}

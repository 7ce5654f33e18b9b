import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Warehouse } from '#warehouse/client.ts';
import { unitMonths } from '#warehouse/queries/market-facts.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { createUnitTableBuilder, type UnitTable } from './unit-table.ts';

/** Every unit of a market, once for each month it showed a price, in typed columns. */
export async function readUnits(warehouse: Warehouse, tables: MarketTables): Promise<UnitTable> {
  const builder = createUnitTableBuilder();
  for await (const rows of unitMonths(warehouse, tables)) {
    for (const row of rows) builder.add(row);
    await nextTurn();
  }
  return builder.build();
}

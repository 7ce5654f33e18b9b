import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMarket } from '#pipelines/units/build-market.ts';
import { readUnitMonths } from '#pipelines/valuation/read-units.ts';
import type { UnitMonth } from '#pipelines/valuation/unit-table.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';

const BATCH = 5_000;

/** What the fit would read of a market of just these sightings, from a warehouse of their own. */
export async function unitMonthsOf(sightings: AsyncIterable<Sighting>): Promise<UnitMonth[]> {
  const directory = await mkdtemp(join(tmpdir(), 'rigworth-backtest-'));
  const warehouse = await openWarehouse({ directory });
  try {
    await migrate(warehouse);
    let batch: Sighting[] = [];
    for await (const sighting of sightings) {
      batch.push(sighting);
      if (batch.length < BATCH) continue;
      await insertSightings(warehouse, batch);
      batch = [];
    }
    if (batch.length > 0) await insertSightings(warehouse, batch);
    const { tables } = await buildMarket(warehouse, 'backtest', { sample: 'auto' });
    const rows: UnitMonth[] = [];
    for await (const piece of readUnitMonths(warehouse, tables)) rows.push(...piece);
    return rows;
  } finally {
    await warehouse.close();
    await rm(directory, { recursive: true });
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { MARKET_TABLES } from '#warehouse/queries/market-tables.ts';
import { searchListings, type SearchFilters } from '#warehouse/queries/search.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { sighting } from './listings.ts';
import { rebuildMarket, type RebuiltMarket } from './rebuild-market.ts';

/** A market of a test file's own, with the questions that its tests ask. */
export interface TestMarket {
  warehouse: Warehouse;
  /** Takes every fact, run and table of the market away. */
  empty: () => Promise<void>;
  rebuild: () => Promise<RebuiltMarket>;
  /** As the loader does: facts, then the tail. */
  load: (...sightings: Sighting[]) => Promise<void>;
  rows: <Row>(sql: string) => Promise<Row[]>;
  search: (filters?: Partial<SearchFilters>) => ReturnType<typeof searchListings>;
  /** Titles of what is found, in its order. */
  titles: (filters?: Partial<SearchFilters>) => Promise<string[]>;
  close: () => Promise<void>;
}

export async function openMarket(): Promise<TestMarket> {
  const directory = mkdtempSync(join(tmpdir(), 'rigworth-market-'));
  const warehouse = await openWarehouse({ directory });
  await migrate(warehouse);
  let runs = 0;
  const search: TestMarket['search'] = (filters = {}) =>
    searchListings(warehouse, { limit: 100, offset: 0, ...filters });
  return {
    warehouse,
    async empty() {
      const facts = ['sightings', 'event_outcomes', 'ingest_runs', 'search_tail'];
      for (const table of [...facts, ...MARKET_TABLES])
        await warehouse.command(`TRUNCATE TABLE ${table}`);
    },
    rebuild: () => rebuildMarket(warehouse, `run-${(runs += 1)}`),
    async load(...sightings) {
      await insertSightings(warehouse, sightings);
      await extendTail(warehouse, sightings);
    },
    rows: (sql) => warehouse.batch.rows(sql),
    search,
    titles: async (filters) => (await search(filters)).rows.map((row) => row.title),
    async close() {
      await warehouse.close();
      rmSync(directory, { recursive: true });
    },
  };
}

/** A sighting of listing `id`, titled by it, on the day of November 2026. */
export const seen = (id: string, day: number, over: Partial<Sighting> = {}): Sighting =>
  sighting({
    source_id: id,
    title: id,
    observed_at: `2026-11-${String(day).padStart(2, '0')} 00:00:00.000`,
    ...over,
  });

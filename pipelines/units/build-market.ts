import { createHash } from 'node:crypto';
import type { Snapshot } from '#schemas/snapshot.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { fillPlaces } from '#warehouse/places.ts';
import {
  MARKET_TABLES,
  tablesBeside,
  type MarketTables,
} from '#warehouse/queries/market-tables.ts';
import {
  BUILT_BESIDE,
  COUNT_BUILT,
  COUNT_PLACES,
  CREATE_LIVES,
  createNext,
  DROP_NEXT,
  FILL_LISTINGS,
  FILL_LIVES,
  FILL_SEARCH_BASE,
  FILL_UNIT_LISTINGS,
  FILL_UNITS,
  SWAP,
  TRIM_TAIL,
  WAREHOUSE_NOW,
} from '#warehouse/queries/build-market.ts';
import { marketKind } from './market-kind.ts';

/** A market built beside the one in use: swap it in, or leave it; drop it in either case. */
export interface BuiltMarket {
  kind: Snapshot['kind'];
  tables: MarketTables;
  /** What entered the search's tail before this instant is in it. By the warehouse's clock. */
  since: string;
  /** `currentUnits`: those still observed, the search base. */
  counts: { listings: number; units: number; currentUnits: number };
}

/**
 * Builds listings, units and the search base anew from the facts, beside the tables in use. A run that
 * dies leaves those as they were, and its own for the next run to drop. So does one that stands still
 * while another begins: whatever it does with its tables afterwards fails, a swap that comes late too.
 */
export async function buildMarket(
  warehouse: Warehouse,
  runId: string,
  options: { sample: 'auto' | 'off' },
): Promise<BuiltMarket> {
  const one = async <Row>(sql: string, tables?: MarketTables): Promise<Row> => {
    const [row] = await warehouse.batch.rows<Row>(sql, tables);
    if (row === undefined) throw new TypeError(`No row from ${sql}`);
    return row;
  };
  // Taken before the facts are read: what enters the tail from now on may not be among them.
  const { now: since } = await one<{ now: string }>(WAREHOUSE_NOW);
  const decided = await marketKind(warehouse, options.sample);
  const sample = decided === 'sample';
  if ((await one<{ n: number }>(COUNT_PLACES)).n === 0) await fillPlaces(warehouse);
  for (const { name } of await warehouse.batch.rows<{ name: string }>(BUILT_BESIDE))
    await warehouse.command(DROP_NEXT, { next: name });

  const suffix = createHash('sha256').update(runId).digest('hex').slice(0, 8);
  const tables = tablesBeside(suffix);
  const lives = `lives_${suffix}`;
  try {
    for (const table of MARKET_TABLES)
      for (const statement of createNext(table))
        await warehouse.command(statement, { next: tables[table] });
    await warehouse.command(CREATE_LIVES, { lives });
    await warehouse.command(FILL_LIVES, { lives, sample });
    await warehouse.command(FILL_LISTINGS, { ...tables, lives, sample });
    await warehouse.command(FILL_UNIT_LISTINGS, tables);
    await warehouse.command(FILL_UNITS, tables);
    await warehouse.command(FILL_SEARCH_BASE, tables);
    const counts = await one<BuiltMarket['counts']>(COUNT_BUILT, tables);
    // The first real ones may have come in since it was decided.
    const kind = decided === 'empty' && counts.listings > 0 ? 'real' : decided;
    return { kind, tables, since, counts };
  } catch (error) {
    await dropMarket(warehouse, tables);
    throw error;
  } finally {
    await warehouse.command(DROP_NEXT, { next: lives });
  }
}

/** Puts a market that was built beside in use; its tables then hold what was in use before. */
export async function swapMarket(warehouse: Warehouse, { tables }: BuiltMarket): Promise<void> {
  await warehouse.command(SWAP, tables);
}

/**
 * Lets go of what the tail holds that is in the market. Only after the swap: trimmed before it, search
 * would go back to what the old base says. Where it fails the next market's trim does it too.
 */
export async function trimTail(warehouse: Warehouse, { since, kind }: BuiltMarket): Promise<void> {
  await warehouse.command(TRIM_TAIL, { since, sample: kind === 'sample' });
}

/** Lets go of the tables that are not in use. */
export async function dropMarket(warehouse: Warehouse, tables: MarketTables): Promise<void> {
  for (const table of MARKET_TABLES) await warehouse.command(DROP_NEXT, { next: tables[table] });
}

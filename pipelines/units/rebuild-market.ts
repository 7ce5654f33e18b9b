import { createHash } from 'node:crypto';
import type { Warehouse } from '#warehouse/client.ts';
import { fillPlaces } from '#warehouse/places.ts';
import {
  ABANDONED,
  ANY_REAL,
  COUNT_PLACES,
  COUNT_REBUILT,
  CREATE_LIVES,
  createNext,
  DROP_NEXT,
  FILL_LISTINGS,
  FILL_LIVES,
  FILL_SEARCH_BASE,
  FILL_UNIT_LISTINGS,
  FILL_UNITS,
  REBUILT_TABLES,
  SWAP,
  TRIM_TAIL,
  WAREHOUSE_NOW,
} from '#warehouse/queries/rebuild-market.ts';

export interface RebuiltMarket {
  /** Built from real sources as soon as one real sighting exists, else from the sample. */
  kind: 'real' | 'sample' | 'empty';
  listings: number;
  units: number;
  /** Units still observed: the search base. */
  currentUnits: number;
}

/**
 * Builds listings, units and the search base anew from the facts, beside the tables in use, and swaps
 * them in. A run that dies leaves the market as it was. One run at a time is the caller's affair
 * (the compute command's single partition); two at once would do no harm but waste work.
 */
export async function rebuildMarket(
  warehouse: Warehouse,
  runId: string,
  options: { sample: 'auto' | 'off' } = { sample: 'auto' },
): Promise<RebuiltMarket> {
  const one = async <Row>(sql: string): Promise<Row> => {
    const [row] = await warehouse.batch.rows<Row>(sql);
    if (row === undefined) throw new TypeError(`No row from ${sql}`);
    return row;
  };
  // Taken before the facts are read: what enters the tail from now on may not be among them.
  const { now: before } = await one<{ now: string }>(WAREHOUSE_NOW);
  const real = (await one<{ n: number }>(ANY_REAL)).n > 0;
  const sample = !real && options.sample === 'auto';
  if ((await one<{ n: number }>(COUNT_PLACES)).n === 0) await fillPlaces(warehouse);
  for (const { name } of await warehouse.batch.rows<{ name: string }>(ABANDONED))
    await warehouse.command(DROP_NEXT, { next: name });

  const suffix = createHash('sha256').update(runId).digest('hex').slice(0, 8);
  const next = Object.fromEntries(REBUILT_TABLES.map((table) => [table, `${table}_${suffix}`]));
  const lives = `lives_${suffix}`;
  try {
    for (const table of REBUILT_TABLES) {
      await warehouse.command(DROP_NEXT, { next: `${table}_${suffix}` });
      await warehouse.command(createNext(table), { next: `${table}_${suffix}` });
    }
    await warehouse.command(DROP_NEXT, { next: lives });
    await warehouse.command(CREATE_LIVES, { lives });
    await warehouse.command(FILL_LIVES, { lives, sample });
    await warehouse.command(FILL_LISTINGS, { ...next, lives, sample });
    await warehouse.command(FILL_UNIT_LISTINGS, next);
    await warehouse.command(FILL_UNITS, next);
    await warehouse.command(FILL_SEARCH_BASE, next);
    const names = Object.entries(next).map(([table, name]) => [`next_${table}`, name]);
    await warehouse.command(SWAP, Object.fromEntries(names));
    await warehouse.command(TRIM_TAIL, { before });
  } finally {
    for (const name of [lives, ...Object.values(next)])
      await warehouse.command(DROP_NEXT, { next: name });
  }
  const counts = await one<{ listings: number; units: number; current_units: number }>(
    COUNT_REBUILT,
  );
  return {
    kind: counts.listings === 0 ? 'empty' : sample ? 'sample' : 'real',
    listings: counts.listings,
    units: counts.units,
    currentUnits: counts.current_units,
  };
}

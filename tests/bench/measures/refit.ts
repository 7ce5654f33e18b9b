import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openWarehouse } from '#warehouse/client.ts';
import { atMost } from '../measure.ts';
import { ingestListings } from '../support/million-listings.ts';
import { benchFolder, scaled } from '../support/scale.ts';

/**
 * The valuation refitted on ten million units and on one, as a compute does it: read from the
 * warehouse and fitted in a thread. The units are those of a simulated market, each over and over
 * with other prices and a price cut. Memory is that above a process which only scans them all.
 */
const BASE = 50_000;
const MILLION = scaled(1_000_000);
const SECONDS_MAX = 60;
const MEMORY_MAX_MB = 1_000;
const COST_RATIO_MAX = 11;

const directory = join(benchFolder(), 'refit');
const market = await ingestListings(directory, BASE);
const warehouse = await openWarehouse({ directory });
for (const millions of [1, 10]) {
  const copies = Math.ceil((millions * MILLION) / market.units);
  await warehouse.command(`CREATE TABLE units_${millions} AS units`);
  await warehouse.command(
    `INSERT INTO units_${millions}
     SELECT * EXCEPT (copy, moved) REPLACE (
         concat(unit_id, '-', toString(copy)) AS unit_id,
         toUInt32(price * moved) AS price,
         [(observed_at - INTERVAL 45 DAY, toUInt32(ifNull(price, 0) * moved * 1.04))] AS prices
     )
     FROM
     (
         SELECT units.*, copy, exp((cityHash64(unit_id, copy) % 1000 - 500) / 4000) AS moved
         FROM units CROSS JOIN (SELECT number AS copy FROM numbers({copies:UInt32})) AS copies
     )`,
    { copies },
  );
}
await warehouse.close();

const scan = measure(10, 'scan');
const [one, ten] = [measure(1, 'refit'), measure(10, 'refit')];
console.log(
  JSON.stringify([
    atMost('refit of 10 million units', ten.seconds, 's', SECONDS_MAX, scan.seconds),
    atMost(
      'peak memory of the refit above the scan of `unitCellSizes`',
      ten.peakMb - scan.peakMb,
      'MB',
      MEMORY_MAX_MB,
      scan.peakMb,
    ),
    atMost(
      'refit of 10 million over 1 million',
      ten.seconds / one.seconds,
      'times',
      COST_RATIO_MAX,
      1,
    ),
  ]),
);

function measure(millions: number, what: string): { seconds: number; peakMb: number } {
  const script = join(import.meta.dirname, '../support/refit-child.ts');
  const child = spawnSync(process.execPath, [script, directory, `units_${millions}`, what], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`the ${what} ended with ${child.status ?? child.signal}`);
  const measured = JSON.parse(child.stdout.trim().split('\n').at(-1) ?? '{}') as {
    seconds: number;
    peakMb: number;
  };
  console.error(`${what} of ${millions} million: ${child.stdout.trim()}`);
  return measured;
}

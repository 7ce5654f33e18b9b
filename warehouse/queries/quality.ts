import type { Warehouse } from '../client.ts';

/** What is asked of a listing, and when it says it. */
const SAID = {
  year: 'year > 0',
  type: "type != ''",
  make: "make_id != ''",
  line: "line_id != ''",
  floorplan: "floorplan != ''",
  condition: "condition != 'unknown'",
  price: 'price IS NOT NULL',
  msrp: 'msrp IS NOT NULL',
  mileage: 'mileage IS NOT NULL',
  length: 'length_ft IS NOT NULL',
  weight: 'weight_lb IS NOT NULL',
  sleeps: 'sleeps IS NOT NULL',
  slides: 'slides IS NOT NULL',
  fuel: "fuel != ''",
  vin: 'vin_valid',
  stockNumber: "stock_number != ''",
  dealer: "dealer != ''",
  url: "url != ''",
  image: "image != ''",
  city: "city != ''",
  state: "state != ''",
  zip: "zip != ''",
} as const;

const COMPLETENESS = `
SELECT
    source,
    count() AS listings,
    [${Object.values(SAID)
      .map((said) => `countIf(${said})`)
      .join(', ')}] AS filled
FROM listings
GROUP BY source
ORDER BY listings DESC, source
LIMIT 500`;

export interface SourceCompleteness {
  source: string;
  listings: number;
  /** How many of them say each field. */
  filled: Record<string, number>;
}

/** How many listings of the market each source has, and how many of these say what. One scan. */
export async function completenessBySource({ batch }: Warehouse): Promise<SourceCompleteness[]> {
  const rows = await batch.rows<{ source: string; listings: number; filled: number[] }>(
    COMPLETENESS,
  );
  return rows.map(({ filled, ...row }) => ({
    ...row,
    filled: Object.fromEntries(Object.keys(SAID).map((field, at) => [field, filled[at] ?? 0])),
  }));
}

/** A unit that says neither price nor sticker, or whose type nobody knows, enters no figure. */
const UNITS = `
SELECT
    count() AS units,
    countIf(listings > 1) AS shared,
    sumIf(listings, listings > 1) AS sharing,
    countIf(sources > 1) AS acrossSources,
    sumIf(listings, type = '') AS withoutType,
    sumIf(listings, type != '' AND price IS NULL AND msrp IS NULL) AS withoutPrice
FROM units`;

export interface UnitQuality {
  units: number;
  /** Units that more than one listing shows, and how many listings do. */
  shared: number;
  sharing: number;
  acrossSources: number;
  /** Listings of units that enter no figure. */
  withoutType: number;
  withoutPrice: number;
}

export async function unitQuality({ batch }: Warehouse): Promise<UnitQuality> {
  const [row] = await batch.rows<UnitQuality>(UNITS);
  if (row === undefined) throw new TypeError(`No row from ${UNITS}`);
  return row;
}

/** Beyond 65,000 listings the number is an estimate, right to a percent: what matters is how many. */
const REMARKS = `
SELECT arrayJoin(remarks) AS remark, uniq(listing_id) AS listings
FROM sightings
WHERE sample = {sample:Bool}
GROUP BY remark
ORDER BY listings DESC, remark
LIMIT 200`;

/** What normalisation refused or mended, `field:reason`, and in how many listings. */
export const remarkCounts = (
  { batch }: Warehouse,
  sample: boolean,
): Promise<{ remark: string; listings: number }[]> =>
  batch.rows<{ remark: string; listings: number }>(REMARKS, { sample });

const RUNS = `
SELECT
    sum(duplicates) AS duplicates,
    sumMap(dropped) AS dropped
FROM ingest_runs FINAL
WHERE state = 'loaded' AND sample = {sample:Bool}
    AND source NOT IN (SELECT source FROM registration_takes)`;

/**
 * Events of listings that came again, and those that were not wanted, by reason: of all runs, as each was first
 * loaded. What a better normaliser made of them since is not in it.
 */
export async function runQuality(
  { batch }: Warehouse,
  sample: boolean,
): Promise<{ duplicates: number; dropped: Record<string, number> }> {
  const [row] = await batch.rows<{ duplicates: number; dropped: Record<string, number> }>(RUNS, {
    sample,
  });
  return row ?? { duplicates: 0, dropped: {} };
}

import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '../client.ts';
import { rowsOf } from './rows-of.ts';

/** What the market knows of the unit that a listing belongs to. */
export interface Known {
  unit_id: string;
  first_seen: string;
  last_seen: string;
  /** Any listing of the unit was on offer. */
  current: boolean;
  /** How many listings show the unit. */
  listings: number;
  /** The listing stands for its unit, or nothing of the unit is on offer: whatever it shows is shown. */
  stands: boolean;
  /** Milliseconds: the newest state of the listing where it stands for its unit, else of the unit. */
  version: number;
}

const UNITS_OF_LISTINGS = `
SELECT
    listing_id, unit_id, current, listings, representative OR NOT current AS stands, first_seen, last_seen,
    if(representative, version, toUInt64(greatest(toUnixTimestamp64Milli(told_at), 0))) AS version
FROM unit_listings
WHERE listing_id IN {ids:Array(String)}`;

const UNITS_OF_VINS = `
SELECT
    arrayFirst(vin -> sipHash64(vin) = vin_hash, {vins:Array(String)}) AS vin,
    unit_id, current, listings, NOT current AS stands, first_seen, last_seen,
    toUInt64(greatest(toUnixTimestamp64Milli(told_at), 0)) AS version
FROM unit_listings
WHERE vin_hash IN (SELECT sipHash64(arrayJoin({vins:Array(String)})))
LIMIT 1 BY unit_id`;

/** By listing, else by VIN: a listing not seen before may show a unit that is known. */
export async function knownUnits(
  warehouse: Warehouse,
  sightings: readonly Sighting[],
): Promise<(sighting: Sighting) => Known | undefined> {
  const ids = sightings.map((sighting) => sighting.listing_id);
  const listings = await rowsOf<Known & { listing_id: string }>(
    warehouse,
    UNITS_OF_LISTINGS,
    'ids',
    ids,
  );
  const byListing = new Map(listings.map((row) => [row.listing_id, row]));
  const vins = sightings
    .filter(
      ({ listing_id, vin, vin_valid }) => vin_valid && vin !== '' && !byListing.has(listing_id),
    )
    .map(({ vin }) => vin);
  const units = await rowsOf<Known & { vin: string }>(warehouse, UNITS_OF_VINS, 'vins', vins);
  const byVin = new Map(units.map((row) => [row.vin, row]));
  return ({ listing_id, vin, vin_valid }) =>
    byListing.get(listing_id) ?? (vin_valid ? byVin.get(vin) : undefined);
}

/** Twenty units of a million in 8 ms; `units` is not sorted by id and takes 50. */
const TYPES_ON_OFFER = `
WITH arrayMap(id -> sipHash64(id), {ids:Array(String)}) AS keys
SELECT transform(unit_key, keys, {ids:Array(String)}, '') AS unit_id, type
FROM search_base
WHERE unit_key IN (SELECT sipHash64(arrayJoin({ids:Array(String)}))) AND type != ''`;

/** Reads through all units: only for those that are on offer again. */
const TYPES_OF_UNITS = `
SELECT unit_id, type
FROM units
WHERE unit_id IN {ids:Array(String)} AND type != ''`;

/** A unit that says no type keeps the one that those like it gave it. */
export async function typesGiven(
  warehouse: Warehouse,
  untyped: readonly Known[],
): Promise<ReadonlyMap<string, Sighting['type']>> {
  const typesOf = (sql: string, units: readonly Known[]) => {
    const ids = [...new Set(units.map(({ unit_id }) => unit_id))];
    return rowsOf<{ unit_id: string; type: Sighting['type'] }>(warehouse, sql, 'ids', ids);
  };
  const typed = [
    ...(await typesOf(
      TYPES_ON_OFFER,
      untyped.filter(({ current }) => current),
    )),
    ...(await typesOf(
      TYPES_OF_UNITS,
      untyped.filter(({ current }) => !current),
    )),
  ];
  return new Map(typed.map(({ unit_id, type }) => [unit_id, type]));
}

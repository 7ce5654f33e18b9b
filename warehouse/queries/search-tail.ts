import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '../client.ts';
import { placeOf } from '../places.ts';
import { insertRows } from '../insert-rows.ts';
import { TRIM_TAIL } from './build-market.ts';
import { CARD_COLUMNS, FILTER_COLUMNS, TEXT_COLUMNS } from './search-card.ts';

/** The tail is read with FINAL by every search: this many rows at most. */
const TAIL_LIMIT = 50_000;

/** `base`: changes with every market that is swapped in. An empty market is not of the sample. */
const STATE = `
SELECT
    (SELECT count() FROM search_tail) AS tail,
    (SELECT coalesce(any(sample), false) FROM (SELECT sample FROM search_base LIMIT 1)) AS sample,
    (
        SELECT toString(uuid)
        FROM system.tables
        WHERE database = currentDatabase() AND name = 'search_base'
    ) AS base`;

interface State {
  tail: number;
  sample: boolean;
  base: string;
}

async function stateOf(warehouse: Warehouse): Promise<State> {
  const [state] = await warehouse.batch.rows<State>(STATE);
  if (state === undefined) throw new TypeError(`No row from ${STATE}`);
  return state;
}

/** What the market knows of the unit that a listing belongs to. */
interface Known {
  unit_id: string;
  first_seen: string;
  last_seen: string;
  /** Any listing of the unit was on offer. */
  current: boolean;
  /** The listing stands for its unit, or nothing of the unit is on offer: whatever it shows is shown. */
  stands: boolean;
  /** Milliseconds: the newest state of the listing where it stands for its unit, else of the unit. */
  version: number;
}

const UNITS_OF_LISTINGS = `
SELECT
    listing_id, unit_id, current, representative OR NOT current AS stands, first_seen, last_seen,
    if(representative, version, toUInt64(greatest(toUnixTimestamp64Milli(told_at), 0))) AS version
FROM unit_listings
WHERE listing_id IN {ids:Array(String)}`;

const UNITS_OF_VINS = `
SELECT
    arrayFirst(vin -> sipHash64(vin) = vin_hash, {vins:Array(String)}) AS vin,
    unit_id, current, NOT current AS stands, first_seen, last_seen,
    toUInt64(greatest(toUnixTimestamp64Milli(told_at), 0)) AS version
FROM unit_listings
WHERE vin_hash IN (SELECT sipHash64(arrayJoin({vins:Array(String)})))
LIMIT 1 BY unit_id`;

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

/** A server takes no parameter of more than 128 KiB (http_max_field_value_size): so many ids are half of that. */
const IDS_AT_ONCE = 1_000;

/** The rows of these ids, or VINs, however many they are. */
async function rowsOf<Row>(
  { batch }: Warehouse,
  sql: string,
  name: 'ids' | 'vins',
  values: readonly string[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < values.length; at += IDS_AT_ONCE)
    rows.push(...(await batch.rows<Row>(sql, { [name]: values.slice(at, at + IDS_AT_ONCE) })));
  return rows;
}

/** By listing, else by VIN: a listing not seen before may show a unit that is known. */
async function knownUnits(
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

/**
 * Whether a sighting changes what search shows of its unit: it is newer than what the market knows, and
 * where it is of another listing than the one that stands for the unit, it could stand for it instead.
 */
function enters(sighting: Sighting, known: Known | undefined): boolean {
  if (known === undefined) return true;
  if (versionOf(sighting) <= known.version) return false;
  return known.stands || (sighting.removed_at === null && sighting.price_state === 'listed');
}

/** A unit that says no type keeps the one that those like it gave it. */
async function typesGiven(
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

/**
 * Shows new states of listings to search before the next compute. Only what is newer than the base
 * enters, so events may come in any order; a sample never enters a real market. When the tail is full
 * the rest waits for the compute that follows every run. Returns how many rows entered.
 *
 * Listings of a unit are joined by what the market knows: two new ones of one VIN are two cards, and one
 * that was shown and is gone again stays in its unit's card, until the next compute.
 */
export async function extendTail(
  warehouse: Warehouse,
  sightings: readonly Sighting[],
): Promise<number> {
  if (sightings.length === 0) return 0;
  const before = await stateOf(warehouse);
  const latest = latestByListing(sightings.filter(({ sample }) => sample === before.sample));
  const room = TAIL_LIMIT - before.tail;
  if (latest.size === 0 || room < latest.size) return 0;
  const entering = [...latest.values()];
  const knownOf = await knownUnits(warehouse, entering);
  const changed = entering
    .map((sighting) => ({ sighting, known: knownOf(sighting) }))
    .filter(({ sighting, known }) => enters(sighting, known));
  if (changed.length === 0) return 0;
  const untyped = changed.flatMap(({ sighting, known }) =>
    sighting.type === '' && known !== undefined ? [known] : [],
  );
  const given = await typesGiven(warehouse, untyped);
  const rows = changed.map(({ sighting, known }) => tailRow(shownAs(sighting, known, given)));
  await insertRows(warehouse, 'search_tail', rows, COLUMNS);
  // A market swapped in meanwhile trimmed the tail without these rows, which were made for the last.
  const { base, sample } = await stateOf(warehouse);
  if (base !== before.base) await warehouse.command(TRIM_TAIL, { since: EVER, sample });
  return rows.length;
}

/** Before anything entered the tail (the engine's text of 1970 is one that it cannot read itself). */
const EVER = '2000-01-01 00:00:00.000';

/** Milliseconds of the sighting, as `listings.version`: never below 0. */
const versionOf = (sighting: Sighting): number =>
  Math.max(0, Date.parse(`${sighting.observed_at.replace(' ', 'T')}Z`));

/** As `ON_OFFER` of the market's build. Instants in one fixed form compare as text. */
const sawItOnOffer = ({ removed_at, observed_at }: Sighting): boolean =>
  removed_at === null || removed_at > observed_at;

function latestByListing(sightings: readonly Sighting[]): Map<string, Sighting> {
  const latest = new Map<string, Sighting>();
  for (const sighting of sightings) {
    const other = latest.get(sighting.listing_id);
    // Instants in one fixed form compare as text.
    if (other === undefined || other.observed_at <= sighting.observed_at)
      latest.set(sighting.listing_id, sighting);
  }
  return latest;
}

/** A sighting as the state of its unit. */
const shownAs = (
  sighting: Sighting,
  before: Known | undefined,
  typesGiven: ReadonlyMap<string, Sighting['type']>,
) => ({
  ...sighting,
  type: sighting.type || (typesGiven.get(before?.unit_id ?? '') ?? ''),
  unit_id: before?.unit_id ?? sighting.listing_id,
  first_seen: before?.first_seen ?? sighting.first_seen_at ?? sighting.observed_at,
  last_seen: sawItOnOffer(sighting)
    ? sighting.observed_at
    : (before?.last_seen ?? sighting.observed_at),
});

function tailRow(shown: ReturnType<typeof shownAs>) {
  const place = placeOf(shown);
  return {
    ...shown,
    lat: place?.lat ?? 'nan',
    lon: place?.lon ?? 'nan',
    card: JSON.stringify(Object.fromEntries(CARD_COLUMNS.map((name) => [name, shown[name]]))),
    visible: shown.removed_at === null,
    version: versionOf(shown),
  };
}

const COLUMNS = [
  'unit_id', ...FILTER_COLUMNS, ...TEXT_COLUMNS, 'lat', 'lon', 'card', 'visible', 'version',
] as const satisfies readonly (keyof ReturnType<typeof tailRow>)[]; // prettier-ignore

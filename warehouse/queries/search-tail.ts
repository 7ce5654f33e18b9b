import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '../client.ts';
import { placeOf } from '../places.ts';
import { insertRows } from '../insert-rows.ts';
import { TRIM_TAIL } from './build-market.ts';
import { CARD_COLUMNS, FILTER_COLUMNS, TEXT_COLUMNS } from './search-card.ts';

/** The tail is read with FINAL by every search: this many rows at most. */
export const TAIL_LIMIT = 50_000;

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

const UNITS_OF = `
SELECT listing_id, unit_id, representative, first_seen, version
FROM unit_listings
WHERE listing_id IN {ids:Array(String)}`;

interface Known {
  listing_id: string;
  unit_id: string;
  representative: boolean;
  first_seen: string;
  version: number;
}

/**
 * Shows new states of listings to search before the next compute. Only what is newer than the base
 * enters, so events may come in any order; a sample never enters a real market. When the tail is full
 * the rest waits for the compute that follows every run. Returns how many rows entered.
 *
 * A listing not seen before is a unit of its own here, even where its VIN is known: no table is sorted
 * by VIN, so asking would read every listing for each batch. The next compute joins them.
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
  const found = await warehouse.batch.rows<Known>(UNITS_OF, { ids: [...latest.keys()] });
  const known = new Map(found.map((row) => [row.listing_id, row]));
  const rows = [...latest.values()].flatMap((sighting) => {
    const listing = known.get(sighting.listing_id);
    if (listing !== undefined && versionOf(sighting) <= listing.version) return [];
    // A unit outlives the loss of a listing that does not stand for it.
    if (sighting.removed_at !== null && listing?.representative === false) return [];
    return tailRow(sighting, listing);
  });
  await insertRows(warehouse, 'search_tail', rows, COLUMNS);
  // A market swapped in meanwhile trimmed the tail without these rows, which were made for the last.
  const { base, sample } = await stateOf(warehouse);
  if (base !== before.base) await warehouse.command(TRIM_TAIL, { since: EVER, sample });
  return rows.length;
}

/** Before anything entered the tail (the engine's text of 1970 is one that it cannot read itself). */
const EVER = '2000-01-01 00:00:00.000';

/** Milliseconds of the sighting, as `listings.version`. */
const versionOf = (sighting: Sighting): number =>
  Date.parse(`${sighting.observed_at.replace(' ', 'T')}Z`);

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

function tailRow(sighting: Sighting, before: Known | undefined) {
  const place = placeOf(sighting);
  const shown = {
    ...sighting,
    unit_id: before?.unit_id ?? sighting.listing_id,
    first_seen: before?.first_seen ?? sighting.first_seen_at ?? sighting.observed_at,
    last_seen: sighting.observed_at,
  };
  return {
    ...shown,
    lat: place?.lat ?? 'nan',
    lon: place?.lon ?? 'nan',
    card: JSON.stringify(Object.fromEntries(CARD_COLUMNS.map((name) => [name, shown[name]]))),
    visible: sighting.removed_at === null,
    version: versionOf(sighting),
  };
}

const COLUMNS = [
  'unit_id', ...FILTER_COLUMNS, ...TEXT_COLUMNS, 'lat', 'lon', 'card', 'visible', 'version',
] as const satisfies readonly (keyof ReturnType<typeof tailRow>)[]; // prettier-ignore

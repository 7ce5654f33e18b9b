import type { Warehouse } from '../client.ts';
import { stillOnOffer } from './after-ends.ts';
import { RANK } from './build-market.ts';
import { CARD_COLUMNS, type SearchCard } from './search-card.ts';

/** A listing as it stands, whether it is on the market or not. */
export interface KnownListing {
  card: SearchCard;
  /** Still observed. */
  current: boolean;
}

const OWN_COLUMNS = CARD_COLUMNS.filter((column) => column !== 'unit_id')
  .map((column) => `listing.${column} AS ${column}`)
  .join(', ');

/** Whether a listing is on the market is of its own latest sighting: the tail has one row for the whole unit. */
const COMPUTED = `
SELECT ${OWN_COLUMNS}, unit.unit_id AS unit_id, toBool(${stillOnOffer('listing')}) AS current
FROM listings AS listing
LEFT JOIN (SELECT listing_id, unit_id FROM unit_listings WHERE listing_id IN {ids:Array(String)}) AS unit
ON unit.listing_id = listing.listing_id
LEFT JOIN
(
    SELECT listing_id, sample, observed_at, removed_at
    FROM sightings
    WHERE (source, source_id) IN (SELECT source, source_id FROM listings WHERE listing_id IN {ids:Array(String)})
    ORDER BY ${RANK} DESC
    LIMIT 1 BY listing_id, sample
) AS latest
ON latest.listing_id = listing.listing_id AND latest.sample = listing.sample
WHERE listing.listing_id IN {ids:Array(String)}`;

/** Units that changed since the last compute: those of the listings, and listings that are new. */
const CHANGED = `
SELECT card, visible
FROM search_tail FINAL
WHERE unit_key IN (SELECT sipHash64(unit_id) FROM unit_listings WHERE listing_id IN {ids:Array(String)})
   OR unit_key IN (SELECT sipHash64(arrayJoin({ids:Array(String)})))`;

/** Listings that came since and show a unit that was known before: no table knows them but their card. */
const JOINED = `
SELECT card, visible
FROM search_tail FINAL
WHERE JSONExtractString(card, 'listing_id') IN {ids:Array(String)}`;

/** Listings by their ids, the newest state of each; ids nobody knows are left out. */
export async function listingsById(
  { serving }: Warehouse,
  ids: readonly string[],
): Promise<Map<string, KnownListing>> {
  if (ids.length === 0) return new Map();
  type Changed = { card: string; visible: boolean };
  const [computed, changed] = await Promise.all([
    serving.rows<SearchCard & { current: boolean }>(COMPUTED, { ids }),
    serving.rows<Changed>(CHANGED, { ids }),
  ]);
  const found = new Map<string, KnownListing>();
  for (const { current, ...card } of computed) found.set(card.listing_id, { card, current });
  const take = (rows: readonly Changed[]): void => {
    for (const { card: text, visible } of rows) {
      const card = JSON.parse(text) as SearchCard;
      const { listing_id: id } = card;
      if (ids.includes(id)) found.set(id, { card, current: found.get(id)?.current ?? visible });
    }
  };
  take(changed);
  // Read from every card of the tail: only where an id is still nobody's.
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length > 0) take(await serving.rows<Changed>(JOINED, { ids: missing }));
  return found;
}

import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '../client.ts';
import { RANK } from './build-market.ts';
import type { Known } from './known-units.ts';
import { rowsOf } from './rows-of.ts';

/** What the tail comes to say of a unit. */
export interface Change {
  /** What is shown of the unit; where it is an end, it is hidden. */
  sighting: Sighting;
  known: Known | undefined;
  /** The end for which the sighting, of another listing, stands in. */
  end?: Sighting | undefined;
}

interface OfUnit {
  unit_id: string;
}

interface InTail extends OfUnit {
  listing_id: string;
  last_seen: string;
}

/** What the tail shows of units, or hides. */
const IN_TAIL = `
SELECT
    JSONExtractString(card, 'unit_id') AS unit_id,
    JSONExtractString(card, 'listing_id') AS listing_id,
    JSONExtractString(card, 'last_seen') AS last_seen
FROM search_tail FINAL
WHERE unit_key IN (SELECT sipHash64(arrayJoin({ids:Array(String)})))`;

/**
 * Whether a listing of the market is on offer by its `latest` sighting: as it was built, unless it ended or was seen
 * since.
 */
export const stillOnOffer = (listing: string): string =>
  `latest.removed_at IS NULL
    AND (${listing}.current OR toUnixTimestamp64Milli(latest.observed_at) > ${listing}.version)`;

/**
 * Of units of which a listing ended, the latest sighting of the listing that stands for each now: by the rule of the
 * market's build, among those that the market has on offer and no end was told of, or that were seen since.
 */
const STAND_INS = `
WITH members AS
(
    SELECT unit.unit_id AS unit_id, source, source_id, current, version
    FROM listings
    INNER JOIN
    (
        SELECT listing_id, unit_id FROM unit_listings WHERE unit_id IN {ids:Array(String)}
    ) AS unit ON unit.listing_id = listings.listing_id
    WHERE listing_id IN (SELECT listing_id FROM unit_listings WHERE unit_id IN {ids:Array(String)})
)
SELECT latest.*, members.unit_id AS unit_id
FROM
(
    SELECT *
    FROM sightings
    WHERE (source, source_id) IN (SELECT source, source_id FROM members)
    ORDER BY ${RANK} DESC
    LIMIT 1 BY listing_id
) AS latest
INNER JOIN members ON members.source = latest.source AND members.source_id = latest.source_id
WHERE ${stillOnOffer('members')}
ORDER BY latest.price_state = 'listed' DESC, latest.observed_at DESC, latest.listing_id
LIMIT 1 BY members.unit_id`;

/**
 * An end changes what is shown of a unit only where it is of the listing that is shown. The unit goes on by another
 * that is on offer, if there is one; else it is hidden. `onOffer`: what the batch of the ends shows beside them, which
 * may be of a listing that no market has yet.
 */
export async function afterEnds(
  warehouse: Warehouse,
  ends: readonly Change[],
  onOffer: readonly Change[],
): Promise<Change[]> {
  const inTail = byUnit(await rowsOf<InTail>(warehouse, IN_TAIL, 'ids', ends.map(unitOf)));
  const ofShown = ends.filter((end) => {
    const row = inTail.get(unitOf(end));
    return row ? row.listing_id === end.sighting.listing_id : (end.known?.stands ?? true);
  });
  const ofSeveral = ofShown.filter(({ known }) => known && (known.listings > 1 || !known.stands));
  const standIns = byUnit(
    await rowsOf<Sighting & OfUnit>(warehouse, STAND_INS, 'ids', ofSeveral.map(unitOf)),
  );
  const beside = Map.groupBy(onOffer, unitOf);
  return ofShown.map(({ sighting: end, known: before }) => {
    const unit = unitOf({ sighting: end, known: before });
    const inMarket = standIns.get(unit);
    const [standIn] = [
      ...(beside.get(unit) ?? []).map(({ sighting }) => sighting),
      ...(inMarket ? [inMarket] : []),
    ].toSorted(byStanding);
    const lastSeen = latestOf(inTail.get(unit)?.last_seen, before?.last_seen, standIn?.observed_at);
    const known = before && { ...before, last_seen: lastSeen };
    return standIn ? { sighting: standIn, known, end } : { sighting: end, known };
  });
}

/** A unit that no compute has seen is that of its listing. */
export const unitOf = ({ sighting, known }: Change): string =>
  known?.unit_id ?? sighting.listing_id;

const byUnit = <Row extends OfUnit>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.unit_id, row]));

/** As `STAND_INS` orders. Instants in one fixed form compare as text. */
const byStanding = (a: Sighting, b: Sighting): number =>
  Number(b.price_state === 'listed') - Number(a.price_state === 'listed') ||
  Number(b.observed_at > a.observed_at) - Number(a.observed_at > b.observed_at) ||
  Number(a.listing_id > b.listing_id) - Number(b.listing_id > a.listing_id);

/** Instants in one fixed form compare as text. */
const latestOf = (...instants: (string | undefined)[]): string =>
  instants.reduce<string>((latest, at = '') => (at > latest ? at : latest), '');

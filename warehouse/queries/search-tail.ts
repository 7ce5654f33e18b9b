import type { Sighting } from '#schemas/facts.ts';
import type { Warehouse } from '../client.ts';
import { insertRows } from '../insert-rows.ts';
import { placeOf } from '../places.ts';
import { afterEnds, unitOf, type Change } from './after-ends.ts';
import { TRIM_TAIL } from './build-market.ts';
import { knownUnits, typesGiven, type Known } from './known-units.ts';
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

/**
 * Whether a sighting may change what search shows of its unit: it is newer than what the market knows, and
 * where it is of another listing than the one that stands for the unit, it could stand for it instead, or
 * ends one that does so since.
 */
function enters(sighting: Sighting, known: Known | undefined): boolean {
  if (known === undefined) return true;
  if (versionOf(sighting) <= known.version) return false;
  return known.stands || sighting.removed_at !== null || sighting.price_state === 'listed';
}

/**
 * Shows new states of listings to search before the next compute. Only what is newer than the base
 * enters, so events may come in any order; a sample never enters a real market. When the tail is full
 * the rest waits for the compute that follows every run. Returns how many rows entered.
 *
 * A unit of which the listing that is shown ends goes on by another that is on offer (`afterEnds`).
 * Listings of a unit are joined by what the market knows: two new ones of one VIN are two cards until the
 * next compute.
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
  const newer = entering
    .map((sighting): Change => ({ sighting, known: knownOf(sighting) }))
    .filter(({ sighting, known }) => enters(sighting, known));
  const ends = newer.filter(({ sighting }) => sighting.removed_at !== null);
  const onOffer = newer.filter(({ sighting }) => sighting.removed_at === null);
  const changed = [...onOffer, ...(await afterEnds(warehouse, ends, onOffer))];
  if (changed.length === 0) return 0;
  const untyped = changed.flatMap(({ sighting, known }) =>
    sighting.type === '' && known !== undefined ? [known] : [],
  );
  const given = await typesGiven(warehouse, untyped);
  const rows = changed.map((change) => tailRow(change, shownAs(change, given)));
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

/** As `ON_OFFER` of the market's build. */
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
const shownAs = (change: Change, given: ReadonlyMap<string, Sighting['type']>) => {
  const { sighting, known, end } = change;
  const unitId = unitOf(change);
  return {
    ...sighting,
    type: sighting.type || (given.get(unitId) ?? ''),
    unit_id: unitId,
    first_seen: known?.first_seen ?? sighting.first_seen_at ?? sighting.observed_at,
    last_seen:
      end === undefined && sawItOnOffer(sighting)
        ? sighting.observed_at
        : (known?.last_seen ?? sighting.observed_at),
  };
};

function tailRow({ sighting, end }: Change, shown: ReturnType<typeof shownAs>) {
  const place = placeOf(shown);
  const card = Object.fromEntries(CARD_COLUMNS.map((name) => [name, shown[name]]));
  return {
    ...shown,
    lat: place?.lat ?? 'nan',
    lon: place?.lon ?? 'nan',
    card: JSON.stringify(card),
    visible: shown.removed_at === null,
    version: versionOf(end ?? sighting),
  };
}

const COLUMNS = [
  'unit_id', ...FILTER_COLUMNS, ...TEXT_COLUMNS, 'lat', 'lon', 'card', 'visible', 'version',
] as const satisfies readonly (keyof ReturnType<typeof tailRow>)[]; // prettier-ignore

import { readMigrations } from '../migrations.ts';
import type { MARKET_TABLES } from './market-tables.ts';
import { CARD_COLUMNS, FILTER_COLUMNS, TEXT_COLUMNS } from './search-card.ts';
import { JOIN_LIKE, TYPE_OF_LIKE } from './type-of-like.ts';

/**
 * The statements that build the market anew from the facts, in their order: listings, units, search
 * base. Each fills a table of the run's own (`MarketTables`); `SWAP` puts them all in place at once.
 * No table is read that another run writes, and nothing is counted up: the result is a function of the
 * facts alone, so the order in which they came cannot matter (except for `now`, nothing else enters).
 */

/** Columns of a listing's state, taken together from its latest sighting. */
const STATE = [
  'condition', 'year', 'type', 'maker_id', 'make_id', 'written_make', 'make_in_title', 'line_id',
  'line_name', 'floorplan', 'name_basis', 'title', 'price_state', 'price', 'msrp', 'mileage',
  'length_ft', 'weight_lb', 'sleeps', 'slides', 'fuel', 'horsepower', 'vin', 'vin_valid', 'stock_number', 'dealer_key',
  'dealer', 'url', 'image', 'city', 'state', 'zip', 'region', 'days_on_lot', 'removed_at',
] as const; // prettier-ignore

/** Columns a unit takes from its representative listing. */
const UNIT_STATE = [
  'source', 'sample', 'condition', 'year', 'type', 'maker_id', 'make_id', 'line_id', 'line_name',
  'floorplan', 'name_basis', 'title', 'price_state', 'price', 'msrp', 'mileage', 'length_ft',
  'weight_lb', 'sleeps', 'slides', 'fuel', 'horsepower', 'dealer_key', 'dealer', 'url', 'image',
  'city', 'state', 'zip', 'region', 'days_on_lot', 'prices',
] as const; // prettier-ignore

/**
 * The statements that make a table of the shape that this program fills. The one in use may lack columns though they
 * were added: a run of an older program that was under way then swaps its own tables in.
 */
export const createNext = (table: (typeof MARKET_TABLES)[number]): string[] => [
  `CREATE TABLE {next:Identifier} AS ${table}`,
  ...readMigrations()
    .flatMap(({ statements }) => statements)
    .filter((statement) => new RegExp(`^ALTER TABLE ${table}\\s+ADD COLUMN`).test(statement))
    .map((statement) => statement.replace(table, '{next:Identifier}')),
];
export const DROP_NEXT = 'DROP TABLE IF EXISTS {next:Identifier}';

/** What a run works with and drops: not a table of the market. */
export const CREATE_LIVES = `
CREATE TABLE {lives:Identifier}
(
    source LowCardinality(String),
    latest UInt128,
    seen_from DateTime64(3, 'UTC'),
    seen_to DateTime64(3, 'UTC'),
    told_to DateTime64(3, 'UTC'),
    said_from Nullable(DateTime64(3, 'UTC')),
    sightings UInt32,
    prices Array(Tuple(at DateTime64(3, 'UTC'), price UInt32)),
    -- As last seen on offer; '' of what never was.
    price_state LowCardinality(String),
    price Nullable(UInt32)
)
ENGINE = MergeTree
ORDER BY tuple()`;

/** Tables of every run: of those that died, and of those that do not know yet that another computes. */
export const BUILT_BESIDE = `
SELECT name
FROM system.tables
WHERE database = currentDatabase()
    AND match(name, '^(lives|listings|unit_listings|units|search_base)_[0-9a-f]{8}$')`;

/** Which sightings there are. */
export const MARKET_OF_FACTS = `
SELECT
    EXISTS(SELECT 1 FROM sightings WHERE NOT sample) AS real,
    EXISTS(SELECT 1 FROM sightings WHERE sample) AS sample`;

export const COUNT_PLACES = 'SELECT count() AS n FROM places';

export const WAREHOUSE_NOW = "SELECT now64(3, 'UTC') AS now";

const stateColumns = STATE.join(', ');

/** Whether a sighting saw its listing on offer: one that tells of an end then, or before, did not. */
export const ON_OFFER = 'ifNull(removed_at > observed_at, true)';

/**
 * Where a sighting stands in its listing's life, as one number: when it was seen (milliseconds), which
 * event it is, so that sightings of one instant have one winner, and by which normaliser it was read.
 * Numbers keep the aggregation's states small; an instant before 1970 is none, and counts as 1970.
 */
export const RANK = `(bitShiftLeft(toUInt128(greatest(toUnixTimestamp64Milli(observed_at), 0)), 80)
        + bitShiftLeft(toUInt128(sipHash64(event_id)), 16)
        + least(normaliser_version, 65535))`;

/** The event of a rank, whichever normaliser read it. */
const eventOf = (rank: string): string => `bitShiftRight(${rank}, 16)`;

/** The instant of a rank, in milliseconds. */
const instantOf = (rank: string): string => `bitShiftRight(${rank}, 80)`;

/** The items of an ascending array after which `what` of the rank is another: the last of each. */
const lastOfEach = (what: (rank: string) => string, items: string): string => `arrayFilter(
        (item, next) -> next IS NULL OR ${what('item.1')} != next,
        ${items},
        arrayShiftLeft(arrayMap(item -> toNullable(${what('item.1')}), ${items}), 1)
    )`;

/**
 * What a listing's sightings say together, narrow: which is the latest, when it was seen, its prices.
 * Facts that stand twice until the engine merges them do no harm: of an event only its best reading
 * counts, and every other aggregate takes them for one. `prices`: the last price of each instant, then
 * of equal prices in a row the first. What was never on offer was seen when it was told of, and at the
 * prices told then; an end of what was repeats a price that may have changed since, or been taken away.
 */
export const FILL_LIVES = `
INSERT INTO {lives:Identifier}
SELECT source, latest, seen_from, seen_to, told_to, said_from, sightings, prices, last_offer.5, last_offer.2
FROM
(
SELECT
    source,
    max(${RANK}) AS latest,
    min(observed_at) AS seen_from,
    max(observed_at) AS told_to,
    uniqExact(sipHash64(event_id)) AS sightings,
    arraySort(groupArray((${RANK}, price, first_seen_at, ${ON_OFFER}, toString(price_state)))) AS readings,
    ${lastOfEach(eventOf, 'readings')} AS events,
    arrayFilter(item -> item.4, events) AS offers,
    offers[-1] AS last_offer,
    toInt64(${instantOf('last_offer.1')}) AS seen_at,
    if(seen_at = 0, told_to, fromUnixTimestamp64Milli(seen_at, 'UTC')) AS seen_to,
    arrayReduce('min', arrayMap(item -> item.3, events)) AS said_from,
    arrayFilter(item -> item.2 IS NOT NULL, if(empty(offers), events, offers)) AS priced,
    ${lastOfEach(instantOf, 'priced')} AS last_of_instant,
    arrayFilter(
        (item, before) -> before IS NULL OR before != item.2,
        last_of_instant,
        arrayShiftRight(arrayMap(item -> item.2, last_of_instant), 1)
    ) AS changes,
    arrayMap(
        item -> (fromUnixTimestamp64Milli(toInt64(${instantOf('item.1')}), 'UTC'), assumeNotNull(item.2)),
        changes
    ) AS prices
FROM sightings
WHERE sample = {sample:Bool}
GROUP BY source, source_id, listing_id
)`;

/** The newest sweep of each source that was swept. */
const SWEEPS = `
        SELECT source, toNullable(max(swept_at)) AS at
        FROM ingest_runs FINAL
        WHERE state = 'loaded' AND coverage = 'full' AND swept_at IS NOT NULL
        GROUP BY source`;

/** Listings that were seen since, though what was seen could not be read. */
const SEEN_UNREAD = `
        SELECT letters.source, letters.source_id
        FROM event_outcomes AS letters
        INNER JOIN (${SWEEPS}) AS swept ON swept.source = letters.source
        WHERE letters.outcome = 'dead_letter'
            AND letters.source_id != ''
            AND letters.seen_at >= swept.at`;

/** What a listing that ended was asked for when it was last on offer, where it ever was. */
const whenOffered = (name: string): string =>
  `if(facts.on_offer OR lives.price_state = '', facts.${name}, lives.${name})`;
const STATED: Record<string, string> = {
  price: whenOffered('price'),
  price_state: whenOffered('price_state'),
};

/**
 * The latest sighting's state with what all of them say. A better normaliser's row may have replaced
 * it since the lives were read: the same event, as good or better, stands for it.
 */
export const FILL_LISTINGS = `
INSERT INTO {listings:Identifier}
(listing_id, source, source_id, sample, ${stateColumns},
 first_seen, last_seen, sightings, prices, current, version)
SELECT
    facts.listing_id, facts.source, facts.source_id, facts.sample,
    ${STATE.map((name) => STATED[name] ?? `facts.${name}`).join(', ')},
    least(lives.seen_from, coalesce(lives.said_from, lives.seen_from)) AS first_seen,
    lives.seen_to AS last_seen,
    lives.sightings,
    lives.prices,
    facts.removed_at IS NULL
        AND (lives.told_to >= lives.swept_at OR (facts.source, facts.source_id) IN (${SEEN_UNREAD}))
        AS current,
    toUInt64(greatest(toUnixTimestamp64Milli(lives.told_to), 0)) AS version
FROM
(
    SELECT listing_id, source, source_id, sample, ${stateColumns}, ${RANK} AS rank,
        ${ON_OFFER} AS on_offer
    FROM sightings
    WHERE sample = {sample:Bool}
) AS facts
INNER JOIN
(
    SELECT
        latest, seen_from, seen_to, told_to, said_from, sightings, prices, price_state, price,
        coalesce(swept.at, toDateTime64(0, 3, 'UTC')) AS swept_at
    FROM {lives:Identifier} AS lives
    LEFT JOIN (${SWEEPS}) AS swept ON swept.source = lives.source
) AS lives ON ${eventOf('lives.latest')} = ${eventOf('facts.rank')}
WHERE facts.rank >= lives.latest
LIMIT 1 BY ${eventOf('rank')}
SETTINGS join_algorithm = 'grace_hash', max_bytes_in_join = 150000000`;

/**
 * The rule that makes listings one unit, as a key: equal keys are one unit.
 *  - a valid VIN decides, whatever else differs;
 *  - without one, dealer, stock number, year and make must all be known and equal. Where such a group
 *    names exactly one VIN, it is that VIN's unit; where it names several, the listings without a VIN
 *    are a unit of their own, since nothing says which of the VINs they are;
 *  - else the listing stands alone.
 * Every listing has one key, made from the set of listings alone: no chains, no order.
 */
export const FILL_UNIT_LISTINGS = `
INSERT INTO {unit_listings:Identifier}
(listing_id, unit_id, representative, listings, sources, current, first_seen, last_seen, told_at,
 vin_hash, version)
WITH
    keyed AS
    (
        SELECT
            listing_id, source, first_seen, last_seen, version, current,
            price_state = 'listed' AS priced,
            if(vin_valid AND vin != '', sipHash128('vin', vin), toFixedString('', 16)) AS vin_key,
            if(vin_valid AND vin != '', sipHash64(vin), 0) AS vin_hash,
            if(
                stock_number != '' AND dealer_key != '' AND year > 0 AND make_id != '',
                sipHash128('stock', dealer_key, stock_number, year, make_id),
                toFixedString('', 16)
            ) AS stock_key
        FROM {listings:Identifier}
    ),
    vins_of_stock AS
    (
        SELECT stock_key, min(vin_key) AS only_vin
        FROM keyed
        WHERE stock_key != toFixedString('', 16) AND vin_key != toFixedString('', 16)
        GROUP BY stock_key
        HAVING min(vin_key) = max(vin_key)
    ),
    grouped AS
    (
        SELECT
            keyed.listing_id AS listing_id, source, first_seen, last_seen, version, current, priced,
            vin_hash,
            multiIf(
                keyed.vin_key != toFixedString('', 16), keyed.vin_key,
                keyed.stock_key = toFixedString('', 16), sipHash128('listing', keyed.listing_id),
                vins_of_stock.only_vin != toFixedString('', 16), vins_of_stock.only_vin,
                keyed.stock_key
            ) AS unit_key
        FROM keyed
        LEFT ANY JOIN vins_of_stock ON vins_of_stock.stock_key = keyed.stock_key
    )
SELECT
    listing_id,
    min(listing_id) OVER unit AS unit_id,
    row_number() OVER
    (
        PARTITION BY unit_key
        ORDER BY current DESC, priced DESC, version DESC, listing_id
    ) = 1 AS representative,
    count() OVER unit AS listings,
    uniqExact(source) OVER unit AS sources,
    max(current) OVER unit AS any_current,
    min(first_seen) OVER unit AS unit_first_seen,
    max(last_seen) OVER unit AS unit_last_seen,
    fromUnixTimestamp64Milli(toInt64(max(version) OVER unit), 'UTC') AS unit_told_at,
    vin_hash,
    version
FROM grouped
WINDOW unit AS (PARTITION BY unit_key)`;

const unitColumns = UNIT_STATE.join(', ');
const shownAs = (name: (typeof UNIT_STATE)[number]): string =>
  name === 'type' ? TYPE_OF_LIKE : `shown.${name}`;
/**
 * A unit as its representative shows it; where that says no type, as those like it are. The narrow sides of the joins
 * are those held in memory.
 */
export const FILL_UNITS = `
INSERT INTO {units:Identifier}
(unit_id, listing_id, listings, sources, current, first_seen, last_seen, told_at, observed_at,
 ${unitColumns})
SELECT
    members.unit_id, shown.listing_id, members.listings, members.sources, members.current,
    members.first_seen, members.last_seen, members.told_at,
    fromUnixTimestamp64Milli(toInt64(shown.version), 'UTC') AS observed_at,
    ${UNIT_STATE.map(shownAs).join(', ')}
FROM {listings:Identifier} AS shown
INNER JOIN
(
    SELECT listing_id, unit_id, listings, sources, current, first_seen, last_seen, told_at
    FROM {unit_listings:Identifier}
    WHERE representative
) AS members ON members.listing_id = shown.listing_id
${JOIN_LIKE}
SETTINGS join_algorithm = 'grace_hash', max_bytes_in_join = 150000000`;

const SEARCHED = [...FILTER_COLUMNS, ...TEXT_COLUMNS];
/** A ZIP places a unit; where it is unknown, its city does; where both are, it is in no radius. */
export const FILL_SEARCH_BASE = `
INSERT INTO {search_base:Identifier}
(unit_id, ${SEARCHED.join(', ')}, lat, lon, card)
SELECT
    units.unit_id,
    ${SEARCHED.map((name) => `units.${name}`).join(', ')},
    multiIf(by_zip.key != '', by_zip.lat, by_city.key != '', by_city.lat, nan) AS lat,
    multiIf(by_zip.key != '', by_zip.lon, by_city.key != '', by_city.lon, nan) AS lon,
    formatRowNoNewline('JSONEachRow', ${CARD_COLUMNS.join(', ')}) AS card
FROM {units:Identifier} AS units
LEFT ANY JOIN (SELECT key, lat, lon FROM places) AS by_zip ON by_zip.key = units.zip
LEFT ANY JOIN (SELECT key, lat, lon FROM places) AS by_city
    ON by_city.key = concat(lowerUTF8(units.city), '|', units.state)
WHERE units.current`;

/**
 * One table after the other, within milliseconds: the engine exchanges each pair as one, not all four.
 * A reader keeps the tables it began with. Dying in the middle leaves some of them new; the command was
 * not committed then, comes again, and builds all of them anew.
 */
export const SWAP = `
EXCHANGE TABLES
    {listings:Identifier} AND listings,
    {unit_listings:Identifier} AND unit_listings,
    {units:Identifier} AND units,
    {search_base:Identifier} AND search_base`;

/**
 * What the tail held when the rebuild began is in the facts the rebuild read. What came later stays,
 * unless the base knows a state of the unit that is as new (events come in any order), or it is of the
 * sample and the market is real now, or the other way round. A row's unit may be named by any listing of
 * it: the tail did not know which other listings it joins.
 */
export const TRIM_TAIL = `
DELETE FROM search_tail
WHERE added_at < {since:DateTime64(3, 'UTC')}
    OR sample != {sample:Bool}
    OR (unit_id, version) IN
    (
        SELECT tail.unit_id, tail.version
        FROM search_tail AS tail
        INNER JOIN
        (
            SELECT listing_id, greatest(toUnixTimestamp64Milli(told_at), 0) AS told
            FROM unit_listings
            WHERE listing_id IN
            (
                SELECT unit_id FROM search_tail WHERE added_at >= {since:DateTime64(3, 'UTC')}
            )
        ) AS base ON base.listing_id = tail.unit_id
        WHERE tail.version <= base.told
    )`;

export const COUNT_BUILT = `
SELECT
    (SELECT count() FROM {listings:Identifier}) AS listings,
    (SELECT count() FROM {units:Identifier}) AS units,
    (SELECT count() FROM {search_base:Identifier}) AS currentUnits`;

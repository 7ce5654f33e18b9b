import type { ListingCondition, PriceState, Region, RvTypeId } from '#schemas/vocabulary.ts';
import type { Parameter, Reader, Warehouse } from '../client.ts';
import { placeOfZip } from '../places.ts';

/** What a search asks for. What is not said does not filter. */
export interface SearchFilters {
  types?: readonly RvTypeId[];
  /** Every word must occur in the title, make, line, floorplan, dealer or city, in any case. */
  keyword?: string;
  /** ZIP code: only units within `radiusMiles` of it. One that does not exist finds nothing. */
  zip?: string;
  radiusMiles?: number;
  makeIds?: readonly string[];
  lineIds?: readonly string[];
  conditions?: readonly ListingCondition[];
  /** Whole US dollars. Either bound leaves out units without a price. */
  priceMin?: number;
  priceMax?: number;
  yearMin?: number;
  yearMax?: number;
  /** `relevance` is nearest first where a ZIP is asked for, else newest first. */
  sort?: SearchSort;
  limit: number;
  offset: number;
}

export type SearchSort = keyof typeof ORDER | 'relevance';

/** One unit as a result shows it. Instants are `YYYY-MM-DD HH:MM:SS.mmm` UTC. */
export interface SearchRow {
  unit_id: string;
  /** The listing that stands for the unit: what is saved and linked. */
  listing_id: string;
  source: string;
  sample: boolean;
  condition: ListingCondition;
  year: number;
  type: RvTypeId | '';
  make_id: string;
  line_id: string;
  line_name: string;
  floorplan: string;
  title: string;
  price_state: PriceState;
  price: number | null;
  msrp: number | null;
  mileage: number | null;
  length_ft: number | null;
  sleeps: number | null;
  slides: number | null;
  dealer: string;
  url: string;
  image: string;
  city: string;
  state: string;
  zip: string;
  region: Region | '';
  days_on_lot: number | null;
  first_seen: string;
  last_seen: string;
  /** Miles from the ZIP asked for; null without one. */
  distance: number | null;
}

/** The allow-list of orders. The unit's key ends each, so that pages neither repeat nor miss a unit. */
const ORDER = {
  newest: ['first_seen', 'DESC'],
  'price-asc': ['price', 'ASC NULLS LAST'],
  'price-desc': ['price', 'DESC NULLS LAST'],
  'year-desc': ['year', 'DESC'],
  'year-asc': ['year', 'ASC'],
  'mileage-asc': ['mileage', 'ASC NULLS LAST'],
  distance: ['distance', 'ASC'],
} as const;

const COLUMNS = [
  'unit_id', 'listing_id', 'source', 'sample', 'condition', 'year', 'type', 'make_id', 'line_id',
  'line_name', 'floorplan', 'title', 'price_state', 'price', 'msrp', 'mileage', 'length_ft',
  'sleeps', 'slides', 'dealer', 'url', 'image', 'city', 'state', 'zip', 'region', 'days_on_lot',
  'first_seen', 'last_seen',
].join(', '); // prettier-ignore

const MILES_PER_DEGREE = 69.05;
const METRES_PER_MILE = 1_609.344;
const DEFAULT_RADIUS = 100;

/** Great-circle distance in miles on a sphere (haversine, ClickHouse's `greatCircleDistance`). */
const DISTANCE = `greatCircleDistance(lon, lat, {lon:Float64}, {lat:Float64}) / ${METRES_PER_MILE}`;

interface Condition {
  sql: string;
  parameters: Record<string, Parameter>;
}

/**
 * One page of units still observed, and how many match in all. Two statements at once, page and
 * count: a scan of narrow columns each, where one statement with a count over the whole would carry
 * every column of every match to the end.
 */
export async function searchListings(
  warehouse: Warehouse,
  filters: SearchFilters,
): Promise<{ rows: SearchRow[]; total: number }> {
  const place = filters.zip === undefined ? undefined : placeOfZip(filters.zip);
  if (filters.zip !== undefined && place === undefined) return { rows: [], total: 0 };
  const conditions = conditionsOf(filters, place);
  const where = conditions.map(({ sql }) => sql).join(' AND ') || '1';
  const sort = filters.sort ?? 'relevance';
  const near = sort === 'relevance' || sort === 'distance';
  const [column, direction] = ORDER[near ? (place ? 'distance' : 'newest') : sort];
  const parameters = Object.assign({}, ...conditions.map((condition) => condition.parameters));
  const asked: Asked = {
    where,
    distance: place ? DISTANCE : 'NULL',
    column,
    order: `ORDER BY ${column} ${direction}, unit_key`,
    parameters,
    page: {
      limit: filters.limit,
      offset: filters.offset,
      reach: filters.offset + filters.limit,
    },
  };
  const { serving } = warehouse;
  const [tail] = await serving.rows<{ n: number }>(TAIL_SIZE);
  const source = (tail?.n ?? 0) === 0 ? baseOnly : baseAndTail;
  const { page, count } = source(serving, asked);
  const [rows, counts] = await Promise.all([page, count]);
  return { rows, total: counts[0]?.n ?? 0 };
}

const TAIL_SIZE = 'SELECT count() AS n FROM search_tail';

interface Asked {
  where: string;
  distance: string;
  /** What the order is by, alone: all that must be read of a row that may not be on the page. */
  column: string;
  order: string;
  parameters: Record<string, Parameter>;
  page: { limit: number; offset: number; reach: number };
}

interface Answer {
  page: Promise<SearchRow[]>;
  count: Promise<{ n: number }[]>;
}

const PAGE = 'LIMIT {limit:UInt32} OFFSET {offset:UInt32}';

/** The engine reads the wide columns of the page's rows only, however far behind it is. */
function baseOnly(serving: Reader, { where, distance, order, parameters, page }: Asked): Answer {
  return {
    page: serving.rows(
      `SELECT ${COLUMNS}, ${distance} AS distance FROM search_base WHERE ${where} ${order} ${PAGE}`,
      { ...parameters, ...page },
    ),
    count: serving.rows(`SELECT count() AS n FROM search_base WHERE ${where}`, parameters),
  };
}

/** A unit that stands in the tail is taken from there alone: as changed, or as gone. */
const BASE = 'search_base WHERE unit_key NOT IN (SELECT unit_key FROM search_tail)';
const TAIL = `
(
    SELECT *, words, unit_key
    FROM search_tail FINAL
    WHERE visible
    ORDER BY version DESC, listing_id
    LIMIT 1 BY unit_id
)`;

/**
 * First the page's units by narrow columns, no more of each part than the page can reach, then these
 * units' rows: a page far behind would else carry every wide row before it.
 */
function baseAndTail(serving: Reader, asked: Asked): Answer {
  const { where, distance, column, order, parameters } = asked;
  const narrow = column === 'distance' ? `${distance} AS distance` : column;
  const reach = `${order} LIMIT {reach:UInt32}`;
  const keys = `
SELECT toString(unit_key) AS key, changed
FROM
(
    SELECT * FROM (SELECT unit_key, false AS changed, ${narrow} FROM ${BASE} AND (${where}) ${reach})
    UNION ALL
    SELECT * FROM (SELECT unit_key, true AS changed, ${narrow} FROM ${TAIL} WHERE ${where} ${reach})
)
${order} ${PAGE}`;
  const among = (keys: string): string =>
    `unit_key IN (SELECT arrayJoin(arrayMap(key -> toUInt64(key), {${keys}:Array(String)})))`;
  const wide = `SELECT ${COLUMNS}, unit_key, ${distance} AS distance`;
  const rows = `
SELECT ${COLUMNS}, distance
FROM
(
    ${wide} FROM search_base WHERE ${among('kept')}
    UNION ALL
    ${wide} FROM ${TAIL} WHERE ${among('changed')}
)
${order}`;
  const count = `
SELECT sum(n) AS n
FROM
(
    SELECT count() AS n FROM ${BASE} AND (${where})
    UNION ALL
    SELECT count() AS n FROM ${TAIL} WHERE ${where}
)`;
  const page = async (): Promise<SearchRow[]> => {
    const found = await serving.rows<{ key: string; changed: boolean }>(keys, {
      ...parameters,
      ...asked.page,
    });
    if (found.length === 0) return [];
    const keysOf = (changed: boolean): string[] =>
      found.filter((unit) => unit.changed === changed).map(({ key }) => key);
    return serving.rows(rows, { ...parameters, kept: keysOf(false), changed: keysOf(true) });
  };
  return { page: page(), count: serving.rows(count, parameters) };
}

function conditionsOf(
  filters: SearchFilters,
  place: { lat: number; lon: number } | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, parameters: Condition['parameters']): unknown =>
    conditions.push({ sql, parameters });
  const { types, makeIds, lineIds, conditions: states, keyword = '' } = filters;
  if (types?.length) add('type IN {types:Array(String)}', { types });
  if (makeIds?.length) add('make_id IN {makes:Array(String)}', { makes: makeIds });
  if (lineIds?.length) add('line_id IN {lines:Array(String)}', { lines: lineIds });
  if (states?.length) add('condition IN {conditions:Array(String)}', { conditions: states });
  if (filters.priceMin !== undefined)
    add('price >= {priceMin:Float64}', { priceMin: filters.priceMin });
  if (filters.priceMax !== undefined)
    add('price <= {priceMax:Float64}', { priceMax: filters.priceMax });
  if (filters.yearMin !== undefined) add('year >= {yearMin:Int32}', { yearMin: filters.yearMin });
  if (filters.yearMax !== undefined) add('year <= {yearMax:Int32}', { yearMax: filters.yearMax });
  if (place) add(...withinRadius(place, filters.radiusMiles ?? DEFAULT_RADIUS));
  for (const [n, word] of wordsOf(keyword).entries())
    add(`words LIKE {word${n}:String}`, { [`word${n}`]: `%${escapeLike(word)}%` });
  return conditions;
}

/** A box of degrees first, which drops most rows at two comparisons, then the circle. */
function withinRadius(
  { lat, lon }: { lat: number; lon: number },
  miles: number,
): [string, Record<string, number>] {
  const latDegrees = miles / MILES_PER_DEGREE;
  const lonDegrees = latDegrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [
    `lat BETWEEN {south:Float64} AND {north:Float64} AND lon BETWEEN {west:Float64} AND {east:Float64}
        AND ${DISTANCE} <= {miles:Float64}`,
    {
      lat,
      lon,
      miles,
      south: lat - latDegrees,
      north: lat + latDegrees,
      west: lon - lonDegrees * 1.05,
      east: lon + lonDegrees * 1.05,
    },
  ];
}

const MOST_WORDS = 8;
const wordsOf = (keyword: string): string[] =>
  keyword.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);

/** `%`, `_` and the escape itself stand for themselves. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

import type { ListingCondition, RvTypeId } from '#schemas/vocabulary.ts';
import type { Parameter, Serving, Warehouse } from '../client.ts';
import { placeOfZip } from '../places.ts';
import type { SearchCard } from './search-card.ts';

/** What a search asks for. What is not said does not filter. */
export interface SearchFilters {
  types?: readonly RvTypeId[];
  /** Every word must occur in the title, make's id, line, floorplan, dealer or city, in any case. */
  keyword?: string;
  /** Makes that a word, in lower case, finds too: by their names, which stand in no listing. */
  makesOfWord?: (word: string) => readonly string[];
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

export interface SearchRow extends SearchCard {
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

const MILES_PER_DEGREE = 69.05;
const METRES_PER_MILE = 1_609.344;
const DEFAULT_RADIUS = 100;

/** Great-circle distance in miles on a sphere (haversine, ClickHouse's `greatCircleDistance`). */
const DISTANCE = `greatCircleDistance(lon, lat, {lon:Float64}, {lat:Float64}) / ${METRES_PER_MILE}`;

interface Condition {
  sql: string;
  parameters: Record<string, Parameter>;
}

/** One page of units still observed, and how many match in all: one scan of narrow columns for both. */
export async function searchListings(
  warehouse: Warehouse,
  filters: SearchFilters,
): Promise<{ rows: SearchRow[]; total: number }> {
  const place = filters.zip === undefined ? undefined : placeOfZip(filters.zip);
  if (filters.zip !== undefined && place === undefined) return { rows: [], total: 0 };
  const conditions = conditionsOf(filters, place);
  const sort = filters.sort ?? 'relevance';
  const near = sort === 'relevance' || sort === 'distance';
  const [column, direction] = ORDER[near ? (place ? 'distance' : 'newest') : sort];
  const asked: Asked = {
    where: conditions.map(({ sql }) => sql).join(' AND ') || 'true',
    circle: place ? `${DISTANCE} <= {miles:Float64}` : 'true',
    distance: place ? DISTANCE : 'NULL',
    column,
    page: `ORDER BY ${column} ${direction}, unit_key LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: Object.assign(
      { limit: filters.limit, offset: filters.offset },
      ...conditions.map((condition) => condition.parameters),
    ),
  };
  const { serving } = warehouse;
  const [tail] = await serving.rows<{ n: number }>(TAIL_SIZE);
  return (tail?.n ?? 0) === 0 ? searchBase(serving, asked) : searchBoth(serving, asked);
}

const TAIL_SIZE = 'SELECT count() AS n FROM search_tail';

interface Asked {
  where: string;
  /** Whether a row that passed `where` is within the radius: asked of few, since it costs the most. */
  circle: string;
  distance: string;
  /** What the order is by, alone: all that must be read of a row that may not be on the page. */
  column: string;
  page: string;
  parameters: Record<string, Parameter>;
}

interface Found {
  rows: SearchRow[];
  total: number;
}

/** The engine reads the cards of the page's rows only, however far behind it is. */
async function searchBase(serving: Serving, asked: Asked): Promise<Found> {
  const { where, circle, distance, page, parameters } = asked;
  const { rows, total } = await serving.page<{ card: string; distance: number | null }>(
    `SELECT card, ${distance} AS distance FROM search_base PREWHERE ${where} WHERE ${circle} ${page}`,
    parameters,
  );
  return { rows: rows.map((row) => shown(row.card, row.distance)), total };
}

const shown = (card: string, distance: number | null): SearchRow => ({
  ...(JSON.parse(card) as SearchCard),
  distance,
});

const TAIL = '(SELECT * FROM search_tail FINAL WHERE visible)';

/**
 * First the page's units by narrow columns, then their cards. A unit that stands in the tail is taken
 * from there alone: as changed, or as gone.
 */
async function searchBoth(serving: Serving, asked: Asked): Promise<Found> {
  const { where, circle, distance, column, parameters } = asked;
  const narrow = `unit_key, ${distance} AS distance${column === 'distance' ? '' : `, ${column}`}`;
  // `identity`: for these thousands of keys the index by unit would cost more than it saves. Keys become
  // text once the page is known: beside a union the engine would make it of every row, and sort that.
  const { rows: units, total } = await serving.page<Unit>(
    `
SELECT toString(unit_key) AS key, changed, distance
FROM
(
    SELECT unit_key, changed, distance
    FROM
    (
        SELECT ${narrow}, false AS changed FROM search_base
        PREWHERE ${where}
        WHERE ${circle} AND identity(unit_key) NOT IN (SELECT unit_key FROM search_tail)
        UNION ALL
        SELECT ${narrow}, true AS changed FROM ${TAIL} WHERE ${where} AND ${circle}
    )
    ${asked.page}
)`,
    parameters,
  );
  const found = await serving.rows<{ key: string; card: string; changed: boolean }>(CARDS, {
    all: units.map(({ key }) => BigInt(key)),
    changed: units.filter(({ changed }) => changed).map(({ key }) => BigInt(key)),
  });
  // Of a unit in both, the tail's. One that stood there and was swapped into the base meanwhile is there.
  const ofBaseFirst = found.toSorted((a, b) => Number(a.changed) - Number(b.changed));
  const cards = new Map(ofBaseFirst.map(({ key, card }) => [key, card]));
  const rows = units.flatMap(({ key, distance }) => {
    const card = cards.get(key);
    // Gone between the two: the unit was removed.
    return card === undefined ? [] : [shown(card, distance)];
  });
  return { rows, total };
}

interface Unit {
  key: string;
  changed: boolean;
  distance: number | null;
}

const CARDS = `
SELECT toString(unit_key) AS key, card, false AS changed
FROM search_base
WHERE unit_key IN {all:Array(UInt64)}
UNION ALL
SELECT toString(unit_key) AS key, card, true AS changed
FROM ${TAIL}
WHERE unit_key IN {changed:Array(UInt64)}`;

function conditionsOf(
  filters: SearchFilters,
  place: { lat: number; lon: number } | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, parameters: Condition['parameters']): unknown =>
    conditions.push({ sql, parameters });
  const { types, makeIds, lineIds, conditions: states, keyword = '' } = filters;
  // What leaves the fewest rows first: the columns after it are read for those alone.
  if (types?.length) add('type IN {types:Array(String)}', { types });
  if (makeIds?.length) add('make_id IN {makes:Array(String)}', { makes: makeIds });
  if (lineIds?.length) add('line_id IN {lines:Array(String)}', { lines: lineIds });
  for (const [n, word] of wordsOf(keyword).entries()) {
    const places = ['names', 'seller', 'rest'].map((text) => `${text} LIKE {word${n}:String}`);
    const parameters: Condition['parameters'] = { [`word${n}`]: `%${escapeLike(word)}%` };
    const named = filters.makesOfWord?.(word) ?? [];
    if (named.length > 0) {
      places.push(`make_id IN {named${n}:Array(String)}`);
      parameters[`named${n}`] = named;
    }
    add(`(${places.join(' OR ')})`, parameters);
  }
  if (place) add(...withinRadius(place, filters.radiusMiles ?? DEFAULT_RADIUS));
  if (states?.length) add('condition IN {conditions:Array(String)}', { conditions: states });
  if (filters.priceMin !== undefined)
    add('price >= {priceMin:Float64}', { priceMin: filters.priceMin });
  if (filters.priceMax !== undefined)
    add('price <= {priceMax:Float64}', { priceMax: filters.priceMax });
  if (filters.yearMin !== undefined) add('year >= {yearMin:Int32}', { yearMin: filters.yearMin });
  if (filters.yearMax !== undefined) add('year <= {yearMax:Int32}', { yearMax: filters.yearMax });
  return conditions;
}

/** A box of degrees round the circle: it drops most rows at two comparisons. */
function withinRadius(
  { lat, lon }: { lat: number; lon: number },
  miles: number,
): [string, Record<string, number>] {
  const latDegrees = miles / MILES_PER_DEGREE;
  const lonDegrees = latDegrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [
    'lat BETWEEN {south:Float64} AND {north:Float64} AND lon BETWEEN {west:Float64} AND {east:Float64}',
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

/** The words a keyword asks for, each once, in lower case. */
export const wordsOf = (keyword: string): string[] => [
  ...new Set(keyword.toLowerCase().split(/\s+/).filter(Boolean)),
];

/** `%`, `_` and the escape itself stand for themselves. */
const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

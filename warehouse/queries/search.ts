import type { Parameter, Serving, Warehouse } from '../client.ts';
import type { SearchCard } from './search-card.ts';
import { allOf, askedFilters, parametersOf, type UnitFilters } from './search-filters.ts';

/** What a search asks for: which units, which of them, in which order. */
export interface SearchFilters extends UnitFilters {
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

/** One page of units still observed, and how many match in all: one scan of narrow columns for both. */
export async function searchListings(
  warehouse: Warehouse,
  filters: SearchFilters,
): Promise<{ rows: SearchRow[]; total: number }> {
  const found = askedFilters(filters);
  if (found === undefined || filters.makeIds?.length === 0) return { rows: [], total: 0 };
  const { conditions, place, circle, distance } = found;
  const sort = filters.sort ?? 'relevance';
  const near = sort === 'relevance' || sort === 'distance';
  const [column, direction] = ORDER[near ? (place ? 'distance' : 'newest') : sort];
  const asked: Asked = {
    where: allOf(conditions),
    circle,
    distance,
    column,
    page: `ORDER BY ${column} ${direction}, unit_key LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
    parameters: {
      ...parametersOf(conditions),
      limit: filters.limit,
      offset: filters.offset,
    },
  };
  const { serving } = warehouse;
  return (await hasTail(serving)) ? searchBoth(serving, asked) : searchBase(serving, asked);
}

/** Whether any unit changed since the base was built. */
export async function hasTail(serving: Serving): Promise<boolean> {
  const [tail] = await serving.rows<{ n: number }>('SELECT count() AS n FROM search_tail');
  return (tail?.n ?? 0) > 0;
}

interface Asked {
  where: string;
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

export const TAIL = '(SELECT * FROM search_tail FINAL WHERE visible)';

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
  const keysOf = (those: readonly Unit[]) => those.map(({ key }) => BigInt(key));
  const cards = await cardsOf(serving, {
    base: keysOf(units.filter(({ changed }) => !changed)),
    tail: keysOf(units.filter(({ changed }) => changed)),
  });
  // Swapped from the one into the other since the page was read: rare, so it is looked for apart.
  const moved = keysOf(units.filter(({ key }) => !cards.has(key)));
  if (moved.length > 0)
    for (const [key, card] of await cardsOf(serving, { base: moved, tail: moved }))
      cards.set(key, card);
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

/** Cards by their units' keys; of a unit in both, the tail's. */
async function cardsOf(
  serving: Serving,
  keys: { base: readonly bigint[]; tail: readonly bigint[] },
): Promise<Map<string, string>> {
  const found = await serving.rows<{ key: string; card: string; changed: boolean }>(CARDS, keys);
  const ofBaseFirst = found.toSorted((a, b) => Number(a.changed) - Number(b.changed));
  return new Map(ofBaseFirst.map(({ key, card }) => [key, card]));
}

const CARDS = `
SELECT toString(unit_key) AS key, card, false AS changed
FROM search_base
WHERE unit_key IN {base:Array(UInt64)}
UNION ALL
SELECT toString(unit_key) AS key, card, true AS changed
FROM ${TAIL}
WHERE unit_key IN {tail:Array(UInt64)}`;

import { FILTER_YEAR_MIN, PRICE_BAND, PRICE_FILTER_MAX } from '#schemas/constants.ts';
import {
  LISTING_CONDITIONS,
  RV_TYPE_IDS,
  STATES,
  type ListingCondition,
  type RvTypeId,
} from '#schemas/vocabulary.ts';
import type { Warehouse } from '../client.ts';
import { hasTail, TAIL } from './search.ts';
import {
  allOf,
  askedFilters,
  FACETS,
  parametersOf,
  type Facet,
  type UnitFilters,
} from './search-filters.ts';

/** How many units each choice of a filter finds, all other filters as they are. */
export interface Facets {
  /** That pass all filters. */
  total: number;
  /** Every type, condition and state there is. */
  types: { id: RvTypeId; count: number }[];
  conditions: { id: ListingCondition; count: number }[];
  states: { code: string; count: number }[];
  /** Those of any, most first. */
  makes: { id: string; count: number }[];
  /** Bands of `PRICE_BAND` dollars, cheapest first; the last holds all that asks more. */
  prices: number[];
  /** Model years from `FILTER_YEAR_MIN`, which holds the older ones, to the newest there is. */
  years: number[];
}

const STATE_CODES = STATES.map(({ code }) => code);
const PRICE_BANDS = PRICE_FILTER_MAX / PRICE_BAND;
/** No model is of so late a year. */
const YEAR_END = 2_100;

/** Each of so many whole numbers a row is counted under, by their facets; any other number under none. */
const COUNTED = {
  type: [0, RV_TYPE_IDS.length, 'transform(type, {typeIds:Array(String)}, {typeAt:Array(UInt8)}, 255)'],
  // As the column's Enum8 numbers them.
  condition: [1, LISTING_CONDITIONS.length + 1, 'toInt8(condition)'],
  state: [0, STATE_CODES.length, 'transform(state, {stateCodes:Array(String)}, {stateAt:Array(UInt8)}, 255)'],
  price: [0, PRICE_BANDS, `least(ifNull(toInt64(intDiv(price, ${PRICE_BAND})), -1), ${PRICE_BANDS - 1})`],
  year: [FILTER_YEAR_MIN, YEAR_END, `greatest(year, ${FILTER_YEAR_MIN})`],
} as const satisfies Partial<Record<Facet, [number, number, string]>>; // prettier-ignore

/**
 * One scan of narrow columns counts every choice. A unit that passes all filters counts for each facet;
 * one that fails a single facet's filter counts for that facet, whose other choices it shows; any other
 * unit for none.
 */
export async function countFacets(warehouse: Warehouse, filters: UnitFilters): Promise<Facets> {
  const asked = askedFilters(filters);
  if (asked === undefined) return facetsOf(NOTHING);
  const { conditions, circle } = asked;
  const always = conditions.filter(({ facet }) => facet === undefined);
  const own = FACETS.flatMap((facet) => {
    const its = conditions.filter((condition) => condition.facet === facet);
    return its.length === 0 ? [] : [{ facet, missed: `(NOT ifNull(${allOf(its)}, false))` }];
  });
  const missed = own.map((each) => each.missed).join(' + ') || '0';
  const where = own.length > 1 ? `${allOf(always)} AND ${missed} <= 1` : allOf(always);
  const columns = [
    'type, condition, make_id, state, price, year',
    `${missed} AS misses`,
    ...own.map((each) => `${each.missed} AS missed_${each.facet}`),
  ].join(', ');
  const counts = (facet: Facet): string =>
    own.some((each) => each.facet === facet) ? `misses = missed_${facet}` : 'misses = 0';
  const numbered = Object.entries(COUNTED).map(
    ([facet, [first, end, number]]) =>
      `countResampleIf(${first}, ${end}, 1)(${number}, ${counts(facet as Facet)}) AS ${facet}s`,
  );
  const { serving } = warehouse;
  const changed = await hasTail(serving);
  // A unit that stands in the tail is counted there alone, as search shows it.
  const base = `SELECT ${columns} FROM search_base PREWHERE ${where} WHERE ${circle}`;
  const rows = changed
    ? `${base} AND identity(unit_key) NOT IN (SELECT unit_key FROM search_tail)
        UNION ALL
        SELECT ${columns} FROM ${TAIL} WHERE ${where} AND ${circle}`
    : base;
  const [counted] = await serving.rows<Counted>(
    `
SELECT
    sum(passed) AS total,
    groupArrayIf((make_id, units), units > 0) AS makes,
    ${Object.keys(COUNTED)
      .map((facet) => `sumForEach(${facet}s) AS ${facet}s`)
      .join(', ')}
FROM
(
    SELECT make_id, countIf(misses = 0) AS passed, countIf(${counts('make')}) AS units, ${numbered.join(',\n        ')}
    FROM
    (
        ${rows}
    )
    GROUP BY make_id
)`,
    {
      ...parametersOf(conditions),
      typeIds: RV_TYPE_IDS,
      typeAt: RV_TYPE_IDS.map((_, at) => at),
      stateCodes: STATE_CODES,
      stateAt: STATE_CODES.map((_, at) => at),
    },
  );
  return facetsOf(counted ?? NOTHING);
}

/** As counted: makes with their units, and of every other facet a count for each of its numbers. */
type Counted = { total: number; makes: [string, number][] } & Record<
  `${keyof typeof COUNTED}s`,
  number[]
>;

/** The engine's answer for no row at all is empty lists. */
const NOTHING: Counted = {
  total: 0,
  makes: [],
  types: [],
  conditions: [],
  states: [],
  prices: [],
  years: [],
};

function facetsOf({ total, makes, types, conditions, states, prices, years }: Counted): Facets {
  return {
    total,
    types: RV_TYPE_IDS.map((id, at) => ({ id, count: types[at] ?? 0 })),
    conditions: LISTING_CONDITIONS.map((id, at) => ({ id, count: conditions[at] ?? 0 })),
    states: STATE_CODES.map((code, at) => ({ code, count: states[at] ?? 0 })),
    makes: makes
      .filter(([id]) => id !== '')
      .map(([id, count]) => ({ id, count }))
      .toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1)),
    prices: Array.from({ length: PRICE_BANDS }, (_, at) => prices[at] ?? 0),
    years: years.slice(0, years.findLastIndex((count) => count > 0) + 1),
  };
}

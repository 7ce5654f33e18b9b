import type { ListingCondition, RvTypeId } from '#schemas/vocabulary.ts';
import type { Parameter } from '../client.ts';
import { IN_FULL, placeOfZip, type Place } from '../places.ts';

/** Which units still observed are meant. What is not said does not filter. */
export interface UnitFilters {
  types?: readonly RvTypeId[];
  /** With every word must a word begin in the title, make's id, line, floorplan, dealer or city, in any case. */
  keyword?: string;
  /** Words of a model that is no line we know: looked for as a keyword's. */
  modelWords?: string;
  /** By words, as search holds them, the makes that each finds too: by their names, which stand in no listing. */
  makesOfWords?: (words: readonly string[]) => ReadonlyMap<string, readonly string[]>;
  /** ZIP code: only units within `radiusMiles` of it. One that does not exist finds nothing. */
  zip?: string;
  radiusMiles?: number;
  /** An empty list, of what was typed and is no make, finds nothing. */
  makeIds?: readonly string[];
  lineIds?: readonly string[];
  conditions?: readonly ListingCondition[];
  /** Two letters. */
  state?: string;
  /** Whole US dollars. Either bound leaves out units without a price. */
  priceMin?: number;
  priceMax?: number;
  yearMin?: number;
  yearMax?: number;
  /** What a keyword says beside those: as the rest of it, that holds for every choice that is counted. */
  ofKeyword?: Pick<
    UnitFilters,
    'types' | 'conditions' | 'state' | 'priceMin' | 'priceMax' | 'yearMin' | 'yearMax'
  >;
}

/** Filters whose choices are counted. */
export const FACETS = ['type', 'make', 'state', 'condition', 'price', 'year'] as const;
export type Facet = (typeof FACETS)[number];

export interface Condition {
  sql: string;
  parameters: Record<string, Parameter>;
  /** The filter it is of; the keyword and the place are of none. */
  facet?: Facet;
}

/** Filters as the engine is asked by them. */
export interface AskedFilters {
  /** In the order that leaves the fewest rows first: the columns after it are read for those alone. */
  conditions: Condition[];
  /** Miles of a row from the ZIP asked for; NULL without one. */
  distance: string;
  /** Whether a row that passed the conditions is within the radius: asked of few, since it costs the most. */
  circle: string;
  place: Place | undefined;
}

const MILES_PER_DEGREE = 69.05;
const METRES_PER_MILE = 1_609.344;
const DEFAULT_RADIUS = 100;

/** Great-circle distance in miles on a sphere (haversine, ClickHouse's `greatCircleDistance`). */
const DISTANCE = `greatCircleDistance(lon, lat, {lon:Float64}, {lat:Float64}) / ${METRES_PER_MILE}`;

/** Undefined where the ZIP asked for does not exist. */
export function askedFilters(filters: UnitFilters): AskedFilters | undefined {
  const place = filters.zip === undefined ? undefined : placeOfZip(filters.zip);
  if (filters.zip !== undefined && place === undefined) return undefined;
  return {
    conditions: conditionsOf(filters, place),
    distance: place ? DISTANCE : 'NULL',
    circle: place ? `${DISTANCE} <= {miles:Float64}` : 'true',
    place,
  };
}

/** All of the conditions, as one. */
export const allOf = (conditions: readonly Condition[]): string =>
  conditions.map(({ sql }) => sql).join(' AND ') || 'true';

export const parametersOf = (conditions: readonly Condition[]): Record<string, Parameter> =>
  Object.assign({}, ...conditions.map(({ parameters }) => parameters)) as Record<string, Parameter>;

/** @param prefix of the parameters' names */
function conditionsOf(
  filters: UnitFilters,
  place: Place | undefined,
  prefix: '' | 'said_' = '',
): Condition[] {
  const conditions: Condition[] = filters.ofKeyword
    ? conditionsOf(filters.ofKeyword, undefined, 'said_').map(({ sql, parameters }) => ({
        sql,
        parameters,
      }))
    : [];
  const add = (facet: Facet, sql: string, parameters: Condition['parameters'] = {}): unknown =>
    conditions.push({ facet, sql, parameters });
  const among = (facet: Facet, column: string, values: readonly string[]): unknown => {
    const name = `${prefix}${column}s`;
    return add(facet, `${column} IN {${name}:Array(String)}`, { [name]: values });
  };
  const { types, makeIds, lineIds, state, conditions: wanted } = filters;
  if (types?.length) among('type', 'type', types);
  if (makeIds?.length === 0) add('make', 'false');
  else if (makeIds) among('make', 'make_id', makeIds);
  if (lineIds?.length) among('make', 'line_id', lineIds);
  if (state !== undefined)
    add('state', `state = {${prefix}state:String}`, { [`${prefix}state`]: state });
  conditions.push(...wordConditions(filters));
  if (place) conditions.push(withinRadius(place, filters.radiusMiles ?? DEFAULT_RADIUS));
  if (wanted?.length) among('condition', 'condition', wanted);
  for (const [column, end, bound] of [
    ['price', 'Min', '>='],
    ['price', 'Max', '<='],
    ['year', 'Min', '>='],
    ['year', 'Max', '<='],
  ] as const) {
    const name = `${prefix}${column}${end}`;
    const value = filters[`${column}${end}`];
    const type = column === 'price' ? 'Float64' : 'Int32';
    if (value !== undefined) add(column, `${column} ${bound} {${name}:${type}}`, { [name]: value });
  }
  return conditions;
}

/** Words of the names of places, as search holds them. */
const WRITTEN_TWO_WAYS: ReadonlyMap<string, string> = new Map(
  Object.entries(IN_FULL).flatMap(([short, long]) => [
    [` ${short}`, ` ${long}`],
    [` ${long}`, ` ${short}`],
  ]),
);

function wordConditions(filters: UnitFilters): Condition[] {
  const { keyword = '', modelWords = '', makesOfWords } = filters;
  const ofKeyword = wordsOf(keyword);
  if (ofKeyword.length === 0 && keyword.trim() !== '') return [{ sql: 'false', parameters: {} }];
  const ofModel = wordsOf(modelWords);
  const makes = [ofKeyword, ofModel].map((words) => makesOfWords?.(words));
  return [...new Set([...ofKeyword, ...ofModel])].map((word, n, all) => {
    const texts = ['names', 'seller', 'rest'];
    const places = texts.map((text) => `${text} LIKE {word${n}:String}`);
    const parameters: Condition['parameters'] = { [`word${n}`]: `%${word}%` };
    // "30 ft" is a length.
    const isMeasure = /\d$/.test(all[n - 1] ?? '');
    const other = isMeasure ? undefined : WRITTEN_TWO_WAYS.get(word);
    if (other !== undefined) {
      places.push(...texts.map((text) => `${text} LIKE {other${n}:String}`));
      // A whole word: "saint" is no Starcraft.
      parameters[`other${n}`] = `%${other} %`;
    }
    const named = makes.flatMap((each) => each?.get(word) ?? []);
    if (named.length > 0) {
      places.push(`make_id IN {named${n}:Array(String)}`);
      parameters[`named${n}`] = named;
    }
    const sql = `(${places.join(' OR ')})`;
    // A model is of its make: whoever chooses another make leaves it.
    return ofKeyword.includes(word) ? { sql, parameters } : { sql, parameters, facet: 'make' };
  });
}

/** A box of degrees round the circle: it drops most rows at two comparisons. */
function withinRadius({ lat, lon }: Place, miles: number): Condition {
  const latDegrees = miles / MILES_PER_DEGREE;
  const lonDegrees = latDegrees / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return {
    sql: 'lat BETWEEN {south:Float64} AND {north:Float64} AND lon BETWEEN {west:Float64} AND {east:Float64}',
    parameters: {
      lat,
      lon,
      miles,
      south: lat - latDegrees,
      north: lat + latDegrees,
      west: lon - lonDegrees * 1.05,
      east: lon + lonDegrees * 1.05,
    },
  };
}

const POSSESSIVE = /(?<=\p{L})['’]s(?![\p{L}\p{N}])/giu;

/** The words a keyword asks for, each once, as search holds them; of marks alone there is none. */
export const wordsOf = (keyword: string): string[] => [
  ...new Set(
    keyword
      // Else an "s" is looked for, with which many a word begins.
      .replaceAll(POSSESSIVE, '')
      .split(/\s+/)
      .map((word) => asSearched(word).trimEnd())
      .filter(Boolean),
  ),
];

/** A text as search holds it: in lower case, a space before each word, and no marks, so that none is a wildcard. */
export const asSearched = (text: string): string =>
  ` ${text}`.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ');

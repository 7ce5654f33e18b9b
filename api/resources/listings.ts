import type { KnownName } from '#schemas/api/catalogue.ts';
import {
  listingsByIds,
  searchFacets,
  searchListings as searchCall,
  type FacetsQuery,
  type Listing,
  type SearchQuery,
} from '#schemas/api/listings.ts';
import { FILTER_YEAR_MIN, PRICE_BAND } from '#schemas/constants.ts';
import { thisYear } from '#schemas/clock.ts';
import { findState, findType, RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { rateDeal } from '#domain/decision/deal-rating.ts';
import { asListed } from '#domain/names/named-state.ts';
import { plainlyWritten, tellingWords } from '#domain/names/telling-words.ts';
import type { Warehouse } from '#warehouse/client.ts';
import { stateOfZip } from '#warehouse/places.ts';
import { listingsById } from '#warehouse/queries/listings-by-id.ts';
import { searchListings, type SearchRow } from '#warehouse/queries/search.ts';
import { countFacets } from '#warehouse/queries/search-facets.ts';
import { wordsOf, type UnitFilters } from '#warehouse/queries/search-filters.ts';
import type { Activity } from '../activity.ts';
import { Problem } from '../http/problem.ts';
import { route, type Route } from '../http/route.ts';
import type { Turns } from '../http/turns.ts';
import type { MarketHolder } from '../market.ts';
import { filtersToBlame } from './filters-to-blame.ts';
import { offersInstead, readingsBeside } from './keyword-offers.ts';
import { filtersInPlace, readKeyword, type Readings } from './read-keyword.ts';
import type { FindListings } from './saved-rvs.ts';
import { makesNamed, namesInKeyword, namesKnownTo, namesOf } from './search-names.ts';

/** A way to take a keyword. */
interface Way {
  filters: UnitFilters;
  /** What it may say, and whether its likeliest is taken in place of its words. */
  said: Readings;
  inPlace: boolean;
}

type Answered<Found> = Way & { found: Found };

/** The ways to take a keyword, the first that finds something answers. */
function inOrder(
  { isSure, isLikely }: Readings,
  asRead: readonly Way[],
  byWords: Way,
): readonly [Way, ...Way[]] {
  const [first, ...others] = asRead;
  if (first === undefined) return [byWords];
  if (isSure) return [first, ...others];
  return isLikely ? [first, ...others, byWords] : [byWords, first, ...others];
}

/** Search over what is on the market now, each unit once. */
export function listingRoutes(
  market: MarketHolder,
  warehouse: Warehouse,
  activity: Activity,
  marketReads: Turns,
): Route[] {
  const readingsOf = ({ keyword = '', state }: FacetsQuery): Readings =>
    readKeyword(keyword, {
      ...namesInKeyword(namesKnownTo(market)),
      newest: thisYear(),
      chosenState: state,
    });
  /**
   * The keyword as it is read where that is sure, where it is likely and finds something, or where its words find
   * nothing; else its words.
   */
  const answer = async <Found extends { total: number }>(
    query: FacetsQuery,
    look: (filters: UnitFilters) => Promise<Found>,
  ): Promise<Answered<Found>> => {
    const { filters } = filtersOf(query, market);
    const said = readingsOf(query);
    const asRead = [said, said.loosely].flatMap((way) => {
      const [read] = way?.readings ?? [];
      const meant = read && filtersInPlace(read, filters);
      return way && meant ? [{ said: way, filters: meant, inPlace: true }] : [];
    });
    const byWords = { said, filters, inPlace: false };
    const answerBy = async (way: Way) => ({ ...way, found: await look(way.filters) });
    const [first, ...others] = inOrder(said, asRead, byWords);
    let answered = await answerBy(first);
    for (const way of others) {
      if (answered.found.total > 0) break;
      const next = await answerBy(way);
      // Where nothing finds any, its words are what was asked.
      if (next.found.total > 0 || answered.inPlace) answered = next;
    }
    return answered;
  };
  /** Of one search: what it may have meant is often the same in two ways, and counted once. */
  const counting = () => {
    const totals = new Map<string, Promise<number>>();
    const count = async (query: FacetsQuery): Promise<number> => {
      const { found } = await answer(query, (filters) =>
        searchListings(warehouse, { ...filters, ...FOR_ITS_TOTAL }),
      );
      return found.total;
    };
    return (query: FacetsQuery): Promise<number> => {
      const key = JSON.stringify(query);
      const total = totals.get(key) ?? count(query);
      totals.set(key, total);
      return total;
    };
  };
  return [
    route(searchCall, async ({ query: asked, request, response }) => {
      const query = plainly(asked);
      // Without a snapshot there is no market yet, whatever the tables hold.
      void market.current;
      const { sort, limit, offset } = query;
      refuseDistanceFromNowhere(query);
      const { readAs } = filtersOf(query, market);
      const page = { ...(sort && { sort }), limit, offset };
      const { rows, total, filters, keywordReadAs, suggestions, emptiedBy } =
        await marketReads.take(response, async () => {
          const countOf = counting();
          const answered = await answer(query, (filters) =>
            searchListings(warehouse, { ...filters, ...page }),
          );
          const { found, filters, said, inPlace } = answered;
          const isNothing = found.total === 0;
          const offers = isNothing
            ? await offersInstead(query, said.loosely ?? said, readAs?.name ?? query.make, {
                known: namesKnownTo(market),
                countOf,
                readingsOf,
                newest: thisYear(),
              })
            : await readingsBeside(query, said, inPlace ? found.total : undefined, {
                countOf,
                readingsOf,
              });
          return {
            ...found,
            filters,
            ...offers,
            ...(isNothing && { emptiedBy: await filtersToBlame(query, countOf) }),
          };
        });
      activity.search(request, {
        ...subjectOf({ ...filters, ...filters.ofKeyword }),
        sample: market.isSample,
        results: total,
      });
      return {
        ...market.sampleMark,
        listings: rows.map((row) => toListing(row, market)),
        total,
        ...(readAs === undefined ? {} : { readAs }),
        ...(keywordReadAs === undefined ? {} : { keywordReadAs }),
        ...(emptiedBy === undefined ? {} : { emptiedBy }),
        ...(query.location !== undefined && stateOfZip(query.location) === undefined
          ? { unknownLocation: true }
          : {}),
        ...(suggestions === undefined ? {} : { suggestions }),
      };
    }),
    route(searchFacets, async ({ query: asked, response }) => {
      const query = plainly(asked);
      void market.current;
      const { found } = await marketReads.take(response, () =>
        answer(query, (filters) => countFacets(warehouse, filters)),
      );
      const { types, conditions, states, makes, prices, years } = found;
      return {
        ...market.sampleMark,
        types,
        conditions,
        states,
        makes: makes
          .slice(0, MOST_MAKES)
          .map(({ id, count }) => ({ id, name: market.nameOfMake(id), count })),
        prices: prices.map((count, band) => ({
          from: band * PRICE_BAND,
          to: band + 1 < prices.length ? (band + 1) * PRICE_BAND : null,
          count,
        })),
        years: years.map((count, at) => ({ year: FILTER_YEAR_MIN + at, count })),
      };
    }),
    route(listingsByIds, async ({ query: { ids }, response }) => {
      const find = findListings(market, warehouse);
      const known = await marketReads.take(response, () => find(ids));
      const listings = ids.flatMap((id) => known.get(id) ?? []);
      return { ...market.sampleMark, listings };
    }),
  ];
}

const plainly = <Query extends FacetsQuery>(query: Query): Query => ({
  ...query,
  keyword: query.keyword && plainlyWritten(query.keyword),
});

const FOR_ITS_TOTAL = { sort: 'newest', limit: 1, offset: 0 } as const;

/** More than the catalogue knows. */
const MOST_MAKES = 500;

/** Listings by id, for whoever saved them. */
export function findListings(market: MarketHolder, warehouse: Warehouse): FindListings {
  return async (ids) => {
    const known = await listingsById(warehouse, ids);
    return new Map(
      [...known].map(([id, { card, current }]) => [
        id,
        { listing: toListing({ ...card, distance: null }, market), onMarket: current },
      ]),
    );
  };
}

/** What a search is for: only what it decides on, so neither several makes nor several types. */
function subjectOf({ makeIds = [], lineIds = [], types = [], state, zip = '' }: UnitFilters) {
  const only = <Id extends string>(ids: readonly Id[]): Id | '' =>
    ids.length === 1 ? (ids[0] ?? '') : '';
  const lineId = only(lineIds);
  return {
    makeId: lineId === '' ? only(makeIds) : (lineId.split('/')[0] ?? ''),
    lineId,
    type: only(types),
    region: findState(state ?? stateOfZip(zip) ?? '')?.region ?? '',
  };
}

function refuseDistanceFromNowhere({ sort, location }: SearchQuery): void {
  if (sort === 'distance' && location === undefined)
    throw new Problem(
      422,
      'no_location',
      'Sorting by distance needs a ZIP code in location to measure from.',
    );
}

/** The filters of a query, its typed names resolved. */
function filtersOf(
  query: FacetsQuery,
  market: MarketHolder,
): { filters: UnitFilters; readAs?: KnownName } {
  const known = namesKnownTo(market);
  const { names, ...read } = namesOf(query, known);
  const { type, location, condition, state, priceMin, priceMax, yearMin, yearMax } = query;
  const { isMake } = namesInKeyword(known);
  const keyword =
    query.keyword === undefined ? undefined : asListed(tellingWords(query.keyword, isMake));
  refuseTooManyWords(keyword, names.modelWords);
  const filters = {
    ...names,
    ...(type === undefined ? {} : { types: typesOf(type) }),
    ...(keyword === undefined ? {} : { keyword }),
    makesOfWords: makesNamed(market),
    ...(location === undefined ? {} : { zip: location }),
    ...(condition === undefined ? {} : { conditions: [condition] }),
    ...(state === undefined ? {} : { state }),
    ...(priceMin === undefined ? {} : { priceMin }),
    ...(priceMax === undefined ? {} : { priceMax }),
    ...(yearMin === undefined ? {} : { yearMin }),
    ...(yearMax === undefined ? {} : { yearMax }),
  };
  return { filters, ...read };
}

/** Each word is looked for in every text there is: more than this many are a page, not a keyword. */
const MOST_WORDS = 20;

function refuseTooManyWords(keyword = '', modelWords = ''): void {
  const words = wordsOf(`${keyword} ${modelWords}`).length;
  if (words > MOST_WORDS)
    throw new Problem(
      422,
      'too_many_words',
      `Search for at most ${MOST_WORDS} words at once, not ${words}.`,
    );
}

/** @throws Problem naming the word that is no type, and those there are */
function typesOf(text: string): RvTypeId[] {
  return text.split(',').map((word) => {
    const type = findType(word);
    if (type === undefined)
      throw new Problem(
        422,
        'unknown_type',
        `'${word.trim()}' is not an RV type. Types: ${RV_TYPES.map(({ filterLabel }) => filterLabel).join(', ')}.`,
      );
    return type;
  });
}

const TYPES = new Map<string, Listing['type']>(
  RV_TYPES.map(({ id, name, category }) => [id, { id, name, category }]),
);

function toListing(row: SearchRow, market: MarketHolder): Listing {
  const make = market.catalogue.makeById(row.make_id);
  const name = [row.line_name, row.floorplan].filter(Boolean).join(' ');
  return {
    id: row.listing_id,
    listPrice: row.price === null ? null : String(row.price),
    priceState: row.price_state,
    mileage: row.mileage,
    location: [row.city, row.state].filter(Boolean).join(', '),
    condition: row.condition,
    images: row.image === '' ? [] : [row.image],
    make: { id: row.make_id, name: make?.name ?? 'Unknown' },
    type: TYPES.get(row.type) ?? { id: '', name: 'Unknown', category: 'other' },
    model: {
      name: name || 'Unknown',
      year: row.year,
      msrp: row.msrp,
      length: row.length_ft,
      weight: row.weight_lb,
      features: featuresOf(row),
    },
    floorplan: row.floorplan,
    dealer: row.dealer,
    url: row.url,
    firstSeen: instantOf(row.first_seen),
    lastSeen: instantOf(row.last_seen),
    ...(row.distance === null ? {} : { distance: Math.round(row.distance) }),
    ...(market.snapshot === undefined
      ? {}
      : {
          deal: rateDeal(market.current.evaluator, {
            listingId: row.listing_id,
            make: market.nameOfMake(row.make_id),
            model: name,
            year: row.year,
            condition: row.condition,
            mileage: row.mileage,
            state: row.state,
            price: row.price,
          }),
        }),
  };
}

function featuresOf({ sleeps, slides }: SearchRow): string[] {
  return [
    ...(sleeps === null ? [] : [`Sleeps ${sleeps}`]),
    ...(slides === null || slides === 0
      ? []
      : [slides === 1 ? '1 slide-out' : `${slides} slide-outs`]),
  ];
}

/** `YYYY-MM-DD HH:MM:SS.mmm` of the warehouse as ISO 8601. */
const instantOf = (text: string): string => `${text.replace(' ', 'T')}Z`;

import type { z } from 'zod';
import { moneyFromForm } from '#schemas/api/form.ts';
import { type facetsQuery, SEARCH_SORTS, type searchQuery } from '#schemas/api/listings.ts';
import { thisYear } from '#schemas/clock.ts';
import { FILTER_YEAR_MIN, PRICE_FILTER_MAX, SEARCH_PAGE_SIZE } from '#schemas/constants.ts';
import {
  CONDITIONS,
  FILTER_TYPE_ORDER,
  findState,
  findType,
  type RvTypeId,
} from '#schemas/vocabulary.ts';
import { idsFromUrl } from '../../client/listing-rules.ts';

export const CONDITION_CHOICES = ['all', ...CONDITIONS] as const;
export type ConditionChoice = (typeof CONDITION_CHOICES)[number];
export type Sort = (typeof SEARCH_SORTS)[number];

let yearOfVisit: number | undefined;
/** The newest model year the slider offers: of the visit, which midnight must not turn into a filter. */
export const filterYearMax = (): number => (yearOfVisit ??= thisYear());

/** What is filtered by, as the controls hold it. A bound at its end does not filter. */
export interface Filters {
  keyword: string;
  zip: string;
  /** Two letters; empty is any. */
  state: string;
  make: string;
  model: string;
  types: readonly RvTypeId[];
  condition: ConditionChoice;
  priceMin: number;
  priceMax: number;
  yearMin: number;
  yearMax: number;
}

/** All of the screen that its address says. */
export interface SearchState extends Filters {
  /** Null is the server's own order: nearest first with a ZIP code, else newest first. */
  sort: Sort | null;
  page: number;
  /** Ids of the listings picked for comparing. */
  compare: readonly string[];
}

export const NO_FILTERS: Filters = {
  keyword: '',
  zip: '',
  state: '',
  make: '',
  model: '',
  types: [],
  condition: 'all',
  priceMin: 0,
  priceMax: PRICE_FILTER_MAX,
  yearMin: FILTER_YEAR_MIN,
  // Read when it is needed: this module is there before an answer has told the server's clock.
  get yearMax() {
    return filterYearMax();
  },
};

/** The server refuses to page further. */
const OFFSET_MAX = 1_000_000;
export const PAGE_MAX = Math.floor(OFFSET_MAX / SEARCH_PAGE_SIZE) + 1;
/** As long as the contract takes them. */
const LONGEST = { keyword: 200, zip: 10, make: 100, model: 200 } as const;
/** What an address says; what it says wrongly is left at its default. */
export function stateFromUrl(params: URLSearchParams): SearchState {
  const text = (name: keyof typeof LONGEST) => (params.get(name) ?? '').slice(0, LONGEST[name]);
  const make = text('make');
  const types = (params.get('type') ?? '').split(',').map(findType);
  const [priceMin, priceMax] = boundsFromUrl(params, 'price', 0, PRICE_FILTER_MAX);
  const [yearMin, yearMax] = boundsFromUrl(params, 'year', FILTER_YEAR_MIN, filterYearMax());
  return {
    keyword: text('keyword'),
    zip: text('zip'),
    state: findState(params.get('state') ?? '')?.code ?? NO_FILTERS.state,
    make,
    model: make === '' ? '' : text('model'),
    types: FILTER_TYPE_ORDER.filter((type) => types.includes(type)),
    condition:
      CONDITION_CHOICES.find((known) => known === params.get('condition')?.toLowerCase()) ??
      NO_FILTERS.condition,
    priceMin,
    priceMax,
    yearMin,
    yearMax,
    sort: SEARCH_SORTS.find((known) => known === params.get('sort')) ?? null,
    page: within(Number(params.get('page') ?? 1), 1, PAGE_MAX) ?? 1,
    compare: idsFromUrl(params.get('compare')),
  };
}

function boundsFromUrl(
  params: URLSearchParams,
  name: 'price' | 'year',
  least: number,
  most: number,
): [number, number] {
  const bound = (end: 'Min' | 'Max', otherwise: number) => {
    const text = (params.get(name + end) ?? '').trim();
    return (text === '' ? null : within(Number(text), least, most)) ?? otherwise;
  };
  return ordered(bound('Min', least), bound('Max', most));
}

/** The nearest whole number within bounds; null for what is no number. */
const within = (value: number, least: number, most: number): number | null =>
  Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : null;

export const ordered = (a: number, b: number): [number, number] => (a <= b ? [a, b] : [b, a]);

/** A typed price in dollars; what is no number is the end that was left open (specification, section 5). */
export const priceFromText = (text: string, otherwise: number): number =>
  within(Number(moneyFromForm(text)), 0, PRICE_FILTER_MAX) ?? otherwise;

/** `params` with the state in it: defaults left out, what belongs to others kept. */
export function stateToUrl(state: SearchState, params = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(params);
  const set = (name: string, value: string, isDefault: boolean) => {
    if (isDefault) next.delete(name);
    else next.set(name, value);
  };
  for (const name of ['keyword', 'zip', 'make', 'model'] as const)
    set(name, state[name].trim(), state[name].trim() === '');
  for (const name of ['priceMin', 'priceMax', 'yearMin', 'yearMax'] as const)
    set(name, String(state[name]), state[name] === NO_FILTERS[name]);
  set('state', state.state, state.state === NO_FILTERS.state);
  set('type', state.types.join(','), state.types.length === 0);
  set('condition', state.condition, state.condition === NO_FILTERS.condition);
  set('sort', state.sort ?? '', state.sort === null);
  set('page', String(state.page), state.page === 1);
  set('compare', state.compare.join(','), state.compare.length === 0);
  return next;
}

export const stateKey = (state: SearchState): string => stateToUrl(state).toString();

/** Changed filters start again at the first page (specification, section 4). */
export const withFilters = (state: SearchState, change: Partial<Filters>): SearchState => ({
  ...state,
  ...change,
  ...(change.make !== undefined && change.make !== state.make && change.model === undefined
    ? { model: '' }
    : {}),
  page: 1,
});

/** By what they are then, or whatever they are; by which control. */
export type ChangeFilters = (
  change: Partial<Filters> | ((now: Filters) => Partial<Filters>),
  by: string,
) => void;

export const isZip = (text: string): boolean => /^\d{5}$/.test(text.trim());
/** Something is typed, and no zip code. */
export const isWrongZip = (text: string): boolean => text.trim() !== '' && !isZip(text);

const said = <T>(name: string, value: T, open: boolean): Record<string, T> =>
  open ? {} : { [name]: value };

/** No more than what filters, so that the same question has the same key. */
export function filtersQuery(state: Filters): z.input<typeof facetsQuery> {
  const { keyword, zip, make, model, types, condition } = state;
  return {
    ...said('keyword', keyword.trim(), keyword.trim() === ''),
    ...said('location', zip.trim(), !isZip(zip)),
    ...said('state', state.state, state.state === NO_FILTERS.state),
    ...said('make', make.trim(), make.trim() === ''),
    ...said('model', model.trim(), model.trim() === ''),
    ...said('type', types.join(','), types.length === 0),
    ...said('condition', condition, condition === 'all'),
    ...said('priceMin', state.priceMin, state.priceMin === NO_FILTERS.priceMin),
    ...said('priceMax', state.priceMax, state.priceMax === NO_FILTERS.priceMax),
    ...said('yearMin', state.yearMin, state.yearMin === NO_FILTERS.yearMin),
    ...said('yearMax', state.yearMax, state.yearMax === NO_FILTERS.yearMax),
  };
}

/** What the search is asked. */
export function queryOf(state: SearchState): z.input<typeof searchQuery> {
  return {
    ...filtersQuery(state),
    // Nearest first means nothing without a place.
    ...said(
      'sort',
      state.sort,
      state.sort === null || (state.sort === 'distance' && !isZip(state.zip)),
    ),
    limit: SEARCH_PAGE_SIZE,
    offset: (state.page - 1) * SEARCH_PAGE_SIZE,
  };
}

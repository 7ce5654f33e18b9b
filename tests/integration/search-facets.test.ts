import * as fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { FILTER_YEAR_MIN, PRICE_BAND } from '#schemas/constants.ts';
import type { Sighting } from '#schemas/facts.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { countFacets } from '#warehouse/queries/search-facets.ts';
import type { Facet, UnitFilters } from '#warehouse/queries/search-filters.ts';
import { openMarket, seen } from '../support/market.ts';

const market = await openMarket();
const { warehouse, empty, rebuild, load, search } = market;
beforeEach(empty);
afterAll(market.close);

const NEAR_BOISE = ['83702', '83651'];
/** Few values of each, so that filters leave something and drop something. */
const TYPES = ['class-a', 'fifth-wheel', 'pop-up'] as const;
const MAKES = ['jayco', 'thor', 'kz'];
const LINES = ['eagle', 'view'];
const CONDITIONS = ['new', 'used', 'unknown'] as const;
const STATES = ['ID', 'TX', 'DC', 'ZZ', ''];
const PRICES = [null, 0, 9_999, 10_000, 489_999, 2_000_000];
const YEARS = [1_987, 2_000, 2_001, 2_026];
const WORDS = ['bunk', 'diesel'];

const listing = fc.record({
  type: fc.constantFrom(...TYPES),
  make_id: fc.constantFrom(...MAKES, ''),
  line_name: fc.constantFrom(...LINES),
  condition: fc.constantFrom(...CONDITIONS),
  state: fc.constantFrom(...STATES),
  price: fc.constantFrom(...PRICES),
  year: fc.constantFrom(...YEARS),
  zip: fc.constantFrom(...NEAR_BOISE, '97201', ''),
  title: fc.constantFrom(...WORDS),
});
type Drawn = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const sometimes = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const asked = fc.record({
  types: sometimes(fc.subarray([...TYPES], { minLength: 1 })),
  makeIds: sometimes(fc.subarray(MAKES)),
  modelWords: sometimes(fc.constantFrom(...LINES)),
  conditions: sometimes(fc.subarray([...CONDITIONS], { minLength: 1 })),
  state: sometimes(fc.constantFrom('ID', 'TX')),
  priceMin: sometimes(fc.constantFrom(1, 10_000)),
  priceMax: sometimes(fc.constantFrom(9_999, 500_000)),
  yearMin: sometimes(fc.constantFrom(2_001)),
  yearMax: sometimes(fc.constantFrom(2_001)),
  keyword: sometimes(fc.constantFrom(...WORDS)),
  zip: sometimes(fc.constantFrom('83702')),
});
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never;

const given = (filters: Asked): UnitFilters =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

/** What each filter says of itself; those without a facet hold for every count. */
function passes(unit: Drawn, filters: Asked, but?: Facet): boolean {
  const of: Record<Facet, boolean> = {
    type: filters.types?.includes(unit.type) ?? true,
    make:
      (filters.makeIds?.includes(unit.make_id) ?? true) &&
      (filters.modelWords ?? unit.line_name) === unit.line_name,
    condition: filters.conditions?.includes(unit.condition) ?? true,
    state: (filters.state ?? unit.state) === unit.state,
    price:
      (filters.priceMin === undefined || (unit.price ?? -1) >= filters.priceMin) &&
      (filters.priceMax === undefined || (unit.price ?? Infinity) <= filters.priceMax),
    year: unit.year >= (filters.yearMin ?? 0) && unit.year <= (filters.yearMax ?? Infinity),
  };
  return (
    (filters.keyword ?? unit.title) === unit.title &&
    (filters.zip === undefined || NEAR_BOISE.includes(unit.zip)) &&
    Object.entries(of).every(([facet, holds]) => holds || facet === but)
  );
}

/** How many units a choice shows, by what it is of a unit; what is of no choice is undefined. */
function counted(
  units: readonly Drawn[],
  filters: Asked,
  facet: Facet,
  choiceOf: (unit: Drawn) => string | number | null,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const unit of units) {
    const choice = choiceOf(unit);
    if (choice !== null && passes(unit, filters, facet)) counts[choice] = (counts[choice] ?? 0) + 1;
  }
  return counts;
}

const some = (counts: Iterable<readonly [string | number, number]>): Record<string, number> =>
  Object.fromEntries([...counts].filter(([, count]) => count > 0));

async function expectCounts(units: readonly Drawn[], filters: Asked): Promise<void> {
  const facets = await countFacets(warehouse, given(filters));
  const of = (facet: Facet, choice: (unit: Drawn) => string | number | null) =>
    counted(units, filters, facet, choice);
  expect({
    filters,
    types: some(facets.types.map(({ id, count }) => [id, count])),
    conditions: some(facets.conditions.map(({ id, count }) => [id, count])),
    makes: some(facets.makes.map(({ id, count }) => [id, count])),
    states: some(facets.states.map(({ code, count }) => [code, count])),
    prices: some(facets.prices.entries()),
    years: some(facets.years.map((count, at) => [FILTER_YEAR_MIN + at, count])),
  }).toEqual({
    filters,
    types: of('type', ({ type }) => type),
    conditions: of('condition', ({ condition }) => condition),
    makes: of('make', ({ make_id }) => make_id || null),
    states: of('state', ({ state }) => (['ZZ', ''].includes(state) ? null : state)),
    prices: of('price', ({ price }) =>
      price === null ? null : Math.min(49, Math.floor(price / PRICE_BAND)),
    ),
    years: of('year', ({ year }) => Math.max(year, FILTER_YEAR_MIN)),
  });
}

it('counts what each choice would find, its own filter left out, in the market and in the tail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(listing, { minLength: 60, maxLength: 60 }),
      fc.array(asked, { minLength: 30, maxLength: 30 }),
      async (drawn, questions) => {
        await empty();
        const sightings = drawn.map((over, n) => seen(`L${n}`, 10, over));
        await insertSightings(warehouse, sightings.slice(0, 40));
        await rebuild();
        for (const filters of questions.slice(0, 15))
          await expectCounts(drawn.slice(0, 40), filters);
        const gone = seen('L0', 11, { ...drawn[0], removed_at: '2026-11-11 00:00:00.000' });
        await load(...sightings.slice(40), gone);
        for (const filters of questions.slice(15)) await expectCounts(drawn.slice(1), filters);
      },
    ),
    { numRuns: 3, seed: 20_261_121, endOnFailure: true },
  );
});

it('counts for a choice what the search finds once it is chosen', async () => {
  await insertSightings(warehouse, [
    seen('a', 10, { make_id: 'jayco', type: 'class-a', state: 'ID', year: 2_019 }),
    seen('b', 10, { make_id: 'jayco', type: 'pop-up', state: 'TX', year: 2_021 }),
    seen('c', 10, { make_id: 'thor', type: 'class-a', state: 'TX', year: 2_023 }),
  ]);
  await rebuild();
  const filters: UnitFilters = { state: 'TX', types: ['class-a'], yearMin: 2_020 };
  const { types, states, makes } = await countFacets(warehouse, filters);
  for (const { id, count } of types)
    expect({ id, count }).toEqual({ id, count: (await search({ ...filters, types: [id] })).total });
  for (const code of ['ID', 'TX'])
    expect(states.find((state) => state.code === code)?.count).toBe(
      (await search({ ...filters, state: code })).total,
    );
  expect(makes).toEqual([{ id: 'thor', count: 1 }]);
});

it('counts nothing within a ZIP that is none, and nothing but other makes for one nobody knows', async () => {
  await insertSightings(warehouse, [seen('a', 10, { make_id: 'jayco', type: 'class-a' })]);
  await rebuild();
  const nowhere = await countFacets(warehouse, { zip: '00000' });
  expect([nowhere.makes, nowhere.types.filter(({ count }) => count > 0)]).toEqual([[], []]);
  const unknown = await countFacets(warehouse, { makeIds: [] });
  expect([unknown.makes, unknown.types.filter(({ count }) => count > 0)]).toEqual([
    [{ id: 'jayco', count: 1 }],
    [],
  ]);
});

it('knows the state of units that were written before it was kept', async () => {
  const kept: Sighting = seen('a', 10, { state: 'TX' });
  await insertSightings(warehouse, [kept]);
  await rebuild();
  // As a base of an earlier version stands: the column is read from the card.
  await warehouse.command('ALTER TABLE search_base CLEAR COLUMN state');
  expect((await search({ state: 'TX' })).total).toBe(1);
});

import type { Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketReads } from '#api/market-reads.ts';
import { listingRoutes } from '#api/resources/listings.ts';
import type { MarketHolder } from '#api/market.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import {
  listingsByIds,
  searchFacets,
  searchListings,
  type Listing,
} from '#schemas/api/listings.ts';
import { RV_TYPES } from '#schemas/vocabulary.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { openMarket, seen } from '../support/market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';
import { keptActivity } from '../support/activity.ts';

const market = await openMarket();
afterAll(market.close);

const drawn = { make_id: 'make-0', line_id: 'make-0/line0', line_name: 'line0', year: 2021 };
const kept = keptActivity();
const DAY_MS = 86_400_000;
const routes = (holder: MarketHolder) =>
  listingRoutes(holder, market.warehouse, kept.activity, createMarketReads());

describe('the search call', () => {
  let app: Express;
  /** The catalogue's names in place of the drawn market's. */
  let named: Express;
  beforeAll(async () => {
    await insertSightings(market.warehouse, [
      seen('fair', 10, { ...drawn, floorplan: '2600BH', condition: 'used', price: 185_000 }),
      seen('a typing mistake', 11, {
        ...drawn,
        floorplan: '2600BH',
        condition: 'used',
        price: 1_850,
      }),
      seen('no price', 12, { ...drawn, price: null, price_state: 'hidden' }),
      seen('nobody lists it', 13, { ...drawn, line_id: 'make-0/odd', line_name: 'odd' }),
      seen('view', 9, { make_id: 'winnebago', line_id: 'winnebago/view', line_name: 'View' }),
      seen('eagle', 14, {
        make_id: 'jayco',
        line_id: 'jayco/eagle',
        line_name: 'Eagle',
        weight_lb: 7_200,
      }),
      seen('umbermere', 14, {
        make_id: 'winnebago',
        line_id: 'winnebago/umbermere',
        line_name: 'Umbermere',
      }),
      seen('durango', 14, { make_id: 'kz', line_id: 'kz/durango', line_name: 'Durango' }),
      seen('cougar', 14, {
        make_id: 'keystone',
        line_id: 'keystone/cougar',
        line_name: 'Cougar',
        floorplan: '29BHS',
      }),
      seen('odyssey', 14, { make_id: 'entegra', line_id: 'entegra/odyssey', line_name: 'Odyssey' }),
    ]);
    await market.rebuild();
    const snapshot = snapshotOf(drawMarket({ units: 600, seed: 3 }));
    const line0 = { id: drawn.line_id, makeId: drawn.make_id, name: drawn.line_name, units: 3 };
    const withLine = { ...snapshot, lines: [{ ...line0, types: [], floorplans: [] }] };
    const line = (makeId: string, name: string, units: number) => {
      const id = `${makeId}/${name.toLowerCase()}`;
      return { id, makeId, name, units, types: [], floorplans: [] };
    };
    // The last was listed once, and is no more.
    const lines = [
      line('winnebago', 'Umbermere', 1),
      line('jayco', 'Eagle', 1),
      line('thor', 'ACE', 0),
    ];
    const byMake = ['jayco', 'winnebago', 'thor'].map((key) => ({
      key,
      units: 2,
      listedUnits: 2,
      medianPrice: null,
    }));
    [app, named] = await Promise.all([
      serveSnapshot(routes, withLine, plainNames),
      serveSnapshot(routes, { ...snapshot, lines, byMake }),
    ]);
  });

  const find = async (server: Express, query: object) => {
    const { body } = await request(server).get(searchListings.path).query(query).expect(200);
    return searchListings.response.parse(body);
  };
  const names = async (query: object) =>
    (await find(named, query)).listings.map((listing) => listing.model.name);

  it('rates each asking price by the valuation, or says why not', async () => {
    const { listings } = await find(app, { keyword: 'make-0', sort: 'newest' });
    const deals = listings.map(({ deal }) => deal);
    expect(deals).toMatchObject([
      { refused: 'thin' },
      { refused: 'no-price' },
      { refused: 'unbelievable' },
      { rating: expect.any(String) as string, value: expect.any(Number) as number },
    ]);
  });

  it.each([
    ['a name', { make: 'Jayco' }],
    ['a beginning', { make: 'jay' }],
    ['a make with its line', { make: 'jayco eagle' }],
    ['a model in other letters', { make: 'JAYCO', model: 'eagle' }],
    ['one that no other make is like', { make: 'jayko' }],
    ['that, with a model', { make: 'jayko', model: 'eagle' }],
  ])('forgives a make typed as %s', async (_, query) => {
    expect(await names(query)).toEqual(['Eagle']);
  });

  it('says as what make it read a name that no make has', async () => {
    const readAs = async (query: object) => (await find(named, query)).readAs;
    const jayco = { name: 'Jayco', make: 'Jayco', model: '' };
    expect(await readAs({ make: 'jayko' })).toEqual(jayco);
    expect((await readAs({ make: 'winebago', model: 'view' }))?.name).toBe('Winnebago');
    const sprinter = { name: 'Keystone Sprinter', make: 'Keystone', model: 'Sprinter' };
    expect(await readAs({ make: 'sprinter' })).toEqual(sprinter);
    // Words beside the name are not looked for.
    for (const make of ['jayco fifth wheel', 'jayco in texas', '2019 jayco'])
      expect(await readAs({ make })).toEqual(jayco);
    expect((await readAs({ make: 'used jayco eagle' }))?.name).toBe('Jayco Eagle');
    for (const make of ['Jayco', 'jay', 'jayco eagle', 'qqzzy', 'lance or lancia'])
      expect(await readAs({ make })).toBeUndefined();
    const { makes } = await facets({ make: 'jayko', keyword: 'eagle' });
    expect(makes).toEqual([{ id: 'jayco', name: 'Jayco', count: 1 }]);
  });

  it('says which filters leave nothing, and how much there is without each', async () => {
    const emptiedBy = async (query: object) => (await find(named, query)).emptiedBy;
    expect(await emptiedBy({ make: 'jayco', state: 'TX', yearMin: 2000, yearMax: 2026 })).toEqual([
      { filter: 'state', total: 1 },
    ]);
    const everything = (await find(named, {})).total;
    // A model is of its make, and goes with it.
    expect(
      await emptiedBy({ make: 'jayco', model: 'cougar', condition: 'used', location: '83702' }),
    ).toEqual([
      { filter: 'make', total: everything },
      { filter: 'model', total: 1 },
    ]);
    expect(await emptiedBy({ keyword: 'zeppelin', priceMax: 10_000_000 })).toEqual([
      { filter: 'keyword', total: everything - 1 },
    ]);
    // Each of two is enough to leave nothing.
    expect(await emptiedBy({ keyword: 'zeppelin', state: 'TX', condition: 'used' })).toEqual([]);
    // Without the only one there is all there is: that is to clear it.
    expect(await emptiedBy({ keyword: 'zeppelin' })).toBeUndefined();
    expect(await emptiedBy({ make: 'jayco', condition: 'used' })).toBeUndefined();
  });

  it.each([
    ['of its make', { make: 'keystone', model: 'coug' }],
    ['behind its make', { make: 'keystone coug' }],
    ['with its floorplan', { make: 'keystone', model: 'coug 29B' }],
  ])('finds a line by its beginning, as it is typed, %s', async (_, query) => {
    expect(await names(query)).toEqual(['Cougar 29BHS']);
  });

  it('finds by the beginning of a line no other that only has those letters somewhere', async () => {
    const found = await find(app, { make: 'make-0', model: 'l' });
    const models = new Set(found.listings.map(({ model }) => model.name));
    expect(models).toEqual(new Set(['line0', 'line0 2600BH']));
  });

  it('looks for a model under every make that begins as typed', async () => {
    expect(await names({ make: 'K', model: 'Durango' })).toEqual(['Durango']);
    expect(await names({ make: 'k', model: 'cougar' })).toEqual(['Cougar 29BHS']);
  });

  it('finds nothing where the model names another make than the one asked for', async () => {
    expect(await names({ make: 'Jayco', model: 'Keystone Cougar 29BHS' })).toEqual([]);
  });

  it('finds a make by every word of the name on its card', async () => {
    const { listings } = await find(named, { keyword: 'entegra coach odyssey' });
    expect(listings.map(({ make }) => make.name)).toEqual(['Entegra Coach']);
    expect(await names({ keyword: 'coach eagle' })).toEqual([]);
  });

  it('tells what is looked for, once a day of the same, and nothing of who does', async () => {
    await kept.activity.publish();
    const before = kept.told.length;
    kept.time.now += DAY_MS;
    await names({ make: 'Jayco', model: 'Eagle', keyword: 'a secret', location: '83702' });
    await names({
      make: 'Jayco',
      model: 'Eagle',
      keyword: 'another',
      location: '83702',
      offset: 12,
    });
    await names({ keyword: 'of nothing known' });
    kept.time.now += DAY_MS / 24;
    await names({ make: 'Jayco', model: 'Eagle', location: '83702' });
    kept.time.now += DAY_MS;
    await names({ make: 'Jayco', model: 'Eagle', location: '83702' });
    await kept.activity.publish();
    const told = {
      topic: 'activity.search.v1',
      event: {
        id: expect.any(String) as string,
        at: expect.any(String) as string,
        sample: false,
        makeId: 'jayco',
        lineId: 'jayco/eagle',
        type: '',
        region: 'West',
        results: expect.any(Number) as number,
      },
    };
    expect(kept.told.slice(before)).toEqual([told, told]);
  });

  it('counts a handful for a make, and so many in all, of the searches of one visitor', async () => {
    const told = async (queries: object[]) => {
      await kept.activity.publish();
      const before = kept.told.length;
      kept.time.now += DAY_MS;
      for (const query of queries) await names(query);
      await kept.activity.publish();
      return kept.told.length - before;
    };
    const places = ['ID', 'TX', 'OH', 'NY'].flatMap((state) =>
      RV_TYPES.map(({ filterLabel }) => ({ type: filterLabel, state })),
    );
    expect(await told(places.map((place) => ({ ...place, make: 'Jayco' })))).toBe(5);
    expect(await told(places)).toBe(30);
  });

  it('shows what a listing says of its weight', async () => {
    const { listings } = await find(named, { make: 'jayco' });
    expect(listings.map(({ model }) => model.weight)).toEqual([7_200]);
  });

  it('refuses to sort by the distance from nowhere', async () => {
    const { body } = await request(named)
      .get(searchListings.path)
      .query({ sort: 'distance' })
      .expect(422);
    expect(body).toMatchObject({ code: 'no_location' });
  });

  it('takes a condition in any case', async () => {
    expect(await names({ make: 'jayco', condition: 'USED' })).toEqual(
      await names({ make: 'jayco', condition: 'used' }),
    );
  });

  it('looks for every word of a keyword, and refuses more than it can look for', async () => {
    const nine = 'jayco eagle jayco eagle j e ja ea';
    expect(await names({ keyword: nine })).toEqual(['Eagle']);
    expect(await names({ keyword: `${nine} qqzzy` })).toEqual([]);
    const many = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
    const { body } = await request(named)
      .get(searchListings.path)
      .query({ keyword: many })
      .expect(422);
    expect(body).toMatchObject({ code: 'too_many_words' });
  });

  it('forgives a misspelling', async () => {
    expect(await names({ make: 'winebago' })).toEqual(['Umbermere', 'View']);
  });

  it('says of a ZIP code that there is none of that number', async () => {
    const known = async (query: object) => (await find(named, query)).unknownLocation;
    expect(await known({ location: '00000' })).toBe(true);
    for (const query of [{ location: '83702' }, { location: '83702', keyword: 'qqzzy' }, {}])
      expect(await known(query)).toBeUndefined();
  });

  it('suggests a line of the make before it in the same field, also one that only the market has', async () => {
    const suggested = async (server: Express, query: object) =>
      (await find(server, query)).suggestions?.[0];
    const eagle = { name: 'Jayco Eagle', make: 'Jayco', model: 'Eagle' };
    for (const typed of ['jayco eagel', 'jayko eagel']) {
      expect(await suggested(named, { make: typed })).toEqual(eagle);
      expect(await suggested(named, { keyword: typed })).toEqual(eagle);
    }
    const umbermere = {
      name: 'Winnebago Umbermere',
      make: 'Winnebago',
      model: 'Umbermere',
    };
    for (const typed of ['winnebago umbremere', 'winebago umbremere']) {
      expect(await suggested(named, { make: typed })).toEqual(umbermere);
      expect(await suggested(named, { keyword: typed })).toEqual(umbermere);
    }
  });

  it('says what may have been meant where nothing was found, and only there', async () => {
    const suggested = async (query: object) => (await find(named, query)).suggestions;
    expect(await suggested({ keyword: 'winebago' })).toEqual([
      { name: 'Winnebago', make: 'Winnebago', model: '' },
    ]);
    expect((await suggested({ make: 'Jayco', model: 'Egle' }))?.[0]).toEqual({
      name: 'Jayco Eagle',
      make: 'Jayco',
      model: 'Eagle',
    });
    expect(await suggested({ make: 'qqzzy' })).toEqual([]);
    expect(await suggested({ yearMin: 9_000 })).toEqual([]);
    expect(await suggested({ make: 'Jayco' })).toBeUndefined();
  });

  it('suggests no name that has no listings', async () => {
    const suggested = async (query: object) => (await find(named, query)).suggestions;
    for (const keyword of ['airsteam', 'airsteam bambi'])
      expect(await suggested({ keyword })).toEqual([]);
    expect(await suggested({ make: 'thor', model: 'ace' })).toEqual([]);
  });

  const facets = async (query: object) => {
    const { body } = await request(named).get(searchFacets.path).query(query).expect(200);
    return searchFacets.response.parse(body);
  };

  it('counts the choices of each filter, makes by their names', async () => {
    const { makes, states, prices } = await facets({ make: 'jayco', model: 'eagle' });
    expect(makes.slice(0, 2).map(({ count }) => count)).toEqual([4, 2]);
    expect(makes).toContainEqual({ id: 'entegra', name: 'Entegra Coach', count: 1 });
    expect(states.filter(({ count }) => count > 0)).toEqual([{ code: 'ID', count: 1 }]);
    expect(prices.filter(({ count }) => count > 0)).toEqual([
      { from: 20_000, to: 30_000, count: 1 },
    ]);
    expect(prices.at(-1)).toEqual({ from: 490_000, to: null, count: 0 });
  });

  it('leaves the model out with the make whose other choices it counts', async () => {
    const counted = async (query: object) =>
      new Map((await facets(query)).makes.map(({ id, count }) => [id, count]));
    for (const model of ['cougar 29BHS', 'no line of that name']) {
      const makes = await counted({ make: 'keystone', model });
      expect([makes.get('jayco'), makes.get('keystone')]).toEqual([1, 1]);
    }
    expect((await counted({ make: 'qqzzy' })).get('jayco')).toBe(1);
    expect((await counted({ keyword: 'cougar' })).get('jayco')).toBeUndefined();
  });

  it('filters by a state by its code or name, and refuses what is none', async () => {
    expect(await names({ make: 'jayco', state: 'ID' })).toEqual(['Eagle']);
    expect(await names({ make: 'jayco', state: 'idaho' })).toEqual(['Eagle']);
    expect(await names({ make: 'jayco', state: 'TX' })).toEqual([]);
    for (const { path } of [searchListings, searchFacets]) {
      const { body } = await request(named).get(path).query({ state: 'ZZ' }).expect(422);
      expect(JSON.stringify(body)).toContain('is no US state');
    }
  });

  it('answers listings by their ids in the order asked for, each once', async () => {
    const { listings } = await find(app, { sort: 'newest' });
    const [first, second] = listings.map(({ id }) => id);
    const get = (ids: unknown) => request(app).get(listingsByIds.path).query({ ids });
    const { body } = await get(`${second},unknown,${first},${second}`).expect(200);
    const answer = listingsByIds.response.parse(body);
    expect(answer.listings.map(({ listing }) => listing.id)).toEqual([second, first]);
    const pick = ({ id, listPrice, deal }: Listing) => ({ id, listPrice, deal });
    const [found] = listings;
    expect(answer.listings[1]).toMatchObject({ onMarket: true, listing: found && pick(found) });
    expect((await get('').expect(200)).body).toEqual({ listings: [] });
    const { body: refusal } = await get('a,b,c,d').expect(422);
    expect(refusal).toMatchObject({ code: 'invalid_request' });
  });
});

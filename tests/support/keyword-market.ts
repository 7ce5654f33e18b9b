import type { Express } from 'express';
import request from 'supertest';
import { afterAll, beforeAll } from 'vitest';
import { createMarketReads } from '#api/market-reads.ts';
import { listingRoutes } from '#api/resources/listings.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { searchFacets, searchListings } from '#schemas/api/listings.ts';
import type { SnapshotLine } from '#schemas/snapshot.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { keptActivity } from './activity.ts';
import { openMarket, seen } from './market.ts';
import { serveSnapshot } from './serve-snapshot.ts';

/** Eleven listings whose names, types and places are told apart by keywords, and the calls that search them. */
export async function useKeywordMarket() {
  const market = await openMarket();
  let app: Express;
  afterAll(market.close);
  beforeAll(async () => {
    const jayco = { make_id: 'jayco', type: 'fifth-wheel' } as const;
    const miami = { zip: '33131', city: 'Miami', state: 'FL' };
    const unpriced = { condition: 'new', price: null } as const;
    await insertSightings(market.warehouse, [
      seen('2019 Jayco Eagle', 10, { ...jayco, year: 2019, condition: 'used' }),
      seen('2024 Jayco Eagle', 11, { ...jayco, year: 2024, condition: 'new' }),
      seen('Cougar', 12, {
        make_id: 'keystone',
        type: 'fifth-wheel',
        condition: 'used',
        price: 50_000,
        ...miami,
      }),
      seen('Mobile Traveler', 12, { make_id: 'mobile-traveler', type: 'class-c' }),
      seen('Palazzo', 12, { make_id: 'thor', type: 'class-a', city: 'Erie', state: 'PA' }),
      seen('Fifth Wheel Street RV', 12, { make_id: 'winnebago', type: 'travel-trailer' }),
      seen('Montana', 12, {
        make_id: 'keystone',
        line_id: 'keystone/montana',
        type: 'truck-camper',
        floorplan: '40K',
        year: 2015,
      }),
      seen('Aucta', 12, { make_id: 'intech', type: 'pop-up', ...unpriced }),
      seen('Lodge', 12, { make_id: 'ice-castle', type: 'fish-house', ...unpriced }),
      seen('Classic Aliner', 12, {
        type: 'pop-up',
        city: 'Erie',
        state: 'CO',
        condition: 'unknown',
        price: null,
      }),
      seen('Lance', 12, { type: 'truck-camper', zip: '59101', city: 'Billings', state: 'MT' }),
    ]);
    await market.rebuild();
    const byMake = ['winnebago', 'jayco'].map((key) => ({
      key,
      units: 1,
      listedUnits: 1,
      medianPrice: null,
    }));
    const snapshot = snapshotOf(drawMarket({ units: 600, seed: 3 }));
    const montana: SnapshotLine = {
      id: 'keystone/montana',
      makeId: 'keystone',
      name: 'Montana High Country',
      types: ['truck-camper'],
      units: 1,
      floorplans: [{ code: '40K', units: 1 }],
    };
    app = await serveSnapshot(
      (holder) =>
        listingRoutes(holder, market.warehouse, keptActivity().activity, createMarketReads()),
      { ...snapshot, byMake, lines: [...snapshot.lines, montana] },
    );
  });

  const find = async (query: object) => {
    const { body } = await request(app).get(searchListings.path).query(query).expect(200);
    return searchListings.response.parse(body);
  };
  const count = async (query: object) => {
    const { body } = await request(app).get(searchFacets.path).query(query).expect(200);
    return searchFacets.response.parse(body);
  };
  const read = async (keyword: string, others: object = {}) =>
    (await find({ keyword, ...others })).keywordReadAs?.[0];
  return { find, count, read };
}

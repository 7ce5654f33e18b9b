import request from 'supertest';
import { expect, it } from 'vitest';
import { marketDataRoutes } from '#api/resources/market-data.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { marketData } from '#schemas/api/market.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const empty = snapshotOf([]);
const glance = async (snapshot: Snapshot) => {
  const app = await serveSnapshot(marketDataRoutes, snapshot);
  const { body } = await request(app).get(marketData.path).expect(200);
  return marketData.response.parse(body);
};
const daysOf = async (snapshot: Snapshot) => {
  const { daysOnMarket, daysOnMarketUnits } = await glance(snapshot);
  return [daysOnMarket, daysOnMarketUnits];
};

it('the market at a glance says for how long how many RVs have been on offer, and null where that is not known', async () => {
  const days = { units: 900, p25: 20, median: 63, p75: 140 };
  const group = { condition: 'all', region: 'all', gone: null } as const;
  const market = {
    ...empty.market,
    daysOnMarket: [
      { ...group, type: 'class-a' as const, onOffer: { ...days, median: 99 } },
      { ...group, type: 'all' as const, onOffer: days },
    ],
  };
  expect(await daysOf({ ...empty, market })).toEqual([63, 900]);
  expect(await daysOf(empty)).toEqual([null, null]);
});

it('the market at a glance says how many of the listings a median rests on', async () => {
  const counts = { units: 5, listedUnits: 3, medianPrice: 41_000 };
  const snapshot = {
    ...empty,
    byType: [{ ...counts, key: 'class-c' }],
    byMake: [{ ...counts, key: 'jayco' }],
    byState: [{ key: 'OR', units: 2, listedUnits: 0, medianPrice: null }],
  };
  const told = { listings: 5, priced: 3, medianPrice: 41_000 };
  const { byType, byMake, byState } = await glance(snapshot);
  expect(byType).toEqual([{ ...told, name: 'Class C Motorhome' }]);
  expect(byMake).toEqual([{ ...told, name: 'Jayco' }]);
  expect(byState).toEqual([{ name: 'Oregon', listings: 2, priced: 0, medianPrice: null }]);
});

it('the market at a glance says what was registered where, most first, against the year before', async () => {
  const place = { condition: 'new', through: 680, months: 12, topType: 'class-c' } as const;
  const registrations = [
    { ...place, state: 'OR', registered: 30, before: 40, topMakeId: 'jayco' },
    { ...place, state: 'BC', months: 3, registered: 90, before: null, topMakeId: null },
  ];
  const market = { ...empty.market, registrations };
  const told = { condition: 'new', through: '2026-09', topType: 'Class C Motorhome' };
  expect((await glance({ ...empty, market })).registrations).toEqual([
    { ...told, place: 'British Columbia', region: 'Canada', months: 3, registered: 90, change: null, topMake: null },
    { ...told, place: 'Oregon', region: 'West', months: 12, registered: 30, change: -25, topMake: 'Jayco' },
  ]); // prettier-ignore
  expect((await glance(empty)).registrations).toEqual([]);
});

import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { marketAnalysisRoutes } from '#api/resources/market-analysis.ts';
import { assembleSnapshot } from '#pipelines/compute/assemble.ts';
import { buildMarket } from '#pipelines/units/build-market.ts';
import { fitInWorker } from '#pipelines/valuation/fit-in-worker.ts';
import { readUnits } from '#pipelines/valuation/read-units.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import type { marketAnalysis, marketTrends } from '#schemas/api/market.ts';
import type { ActivitySearch } from '#schemas/events/activity.ts';
import type { Sighting } from '#schemas/facts.ts';
import { insertSearches } from '#warehouse/queries/activity.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { sighting } from '../support/listings.ts';
import { openMarket, type TestMarket } from '../support/market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await openMarket();
});
afterAll(() => market.close());

/** What the api serves of the facts as they are: built, fitted, assembled, written and read again. */
async function served(runId: string) {
  const { warehouse } = market;
  const { tables, kind } = await buildMarket(warehouse, runId, { sample: 'off' });
  const fitted = await fitInWorker(await readUnits(warehouse, tables));
  const head = { id: runId, kind, createdAt: new Date('2026-11-21T06:00:00.000Z'), ends: [] };
  const snapshot = await assembleSnapshot(warehouse, tables, { ...head, ...fitted });
  const app = await serveSnapshot(marketAnalysisRoutes, snapshot);
  return async <Answer>(path: string): Promise<Answer> =>
    (await request(app).get(path).expect(200)).body as Answer;
}
type Analysis = z.output<typeof marketAnalysis.response>;

describe('a market without anything', () => {
  it('answers every call with empty lists', async () => {
    const get = await served('empty');
    const { summary, byType, byMake, byModel, purchasingInsights } = await get<Analysis>(
      '/api/market-analysis/comprehensive',
    );
    expect(summary).toEqual({ sweetSpot: null, marketCondition: null });
    expect([...byType, ...byMake, ...byModel]).toEqual([]);
    expect(Object.values(purchasingInsights).flat()).toEqual([]);
    for (const call of ['market-trends', 'depreciation', 'popular-makes'])
      expect(await get(`/api/analytics/${call}`)).toEqual([]);
  });
});

describe('a small market', () => {
  let get: Awaited<ReturnType<typeof served>>;
  beforeAll(async () => {
    await insertSightings(market.warehouse, smallMarket());
    await insertSearches(market.warehouse, [
      ...Array.from({ length: 3 }, (_, at) => search(at, 'winnebago')),
      search(3, 'jayco'),
    ]);
    get = await served('small');
  });

  it('has segments by type, make and model family under their names, best first', async () => {
    const { byType, byMake, byModel } = await get<Analysis>('/api/market-analysis/comprehensive');
    expect(byType.length).toBe(3);
    expect(byMake.map(({ segment }) => segment)).toContain('Winnebago');
    expect(byModel.map(({ segment }) => segment)).toContain('Winnebago Line 0');
    for (const { averageDepreciationRate, bestPerformers } of byType) {
      expect(averageDepreciationRate).toBeGreaterThan(10);
      expect(bestPerformers.length).toBeGreaterThan(0);
    }
  });

  it('says by how much prices were cut, and what owning costs by type', async () => {
    const { purchasingInsights } = await get<Analysis>('/api/market-analysis/comprehensive');
    const [first] = purchasingInsights.negotiationTips;
    expect(first?.keyFactor).toMatch(
      /^80 of 320 units whose price was seen again cut it; .* half came down by 10% or more$/,
    );
    expect(purchasingInsights.ownershipByType.map(({ type }) => type)).toHaveLength(3);
    for (const { costs, total } of purchasingInsights.ownershipByType)
      expect(total).toBe(costs.reduce((sum, { annualCost }) => sum + annualCost, 0));
  });

  it('shows prices by month, depreciation by type and the makes people look for', async () => {
    const months = await get<z.output<typeof marketTrends.response>>(
      '/api/analytics/market-trends?period=monthly',
    );
    expect(months).toHaveLength(12);
    expect(months.at(-1)).toMatchObject({ month: '2026-11' });
    for (const { averagePrice } of months) expect(averagePrice).toBeGreaterThan(10_000);

    const five = await get<{ type: string; depreciation: number }[]>('/api/analytics/depreciation');
    const ten = await get<typeof five>('/api/analytics/depreciation?years=10');
    for (const [at, { type, depreciation }] of five.entries()) {
      expect(ten[at]?.type).toBe(type);
      expect(ten[at]?.depreciation).toBeGreaterThan(depreciation);
    }
    expect(await get('/api/analytics/popular-makes')).toEqual([
      { make: 'Winnebago', searchCount: 3 },
      { make: 'Jayco', searchCount: 1 },
    ]);
  });
});

/** 800 units seen over a year; of ten one first at a price that was then cut by 10%, three at the same. */
function smallMarket(): Sighting[] {
  const makes = ['winnebago', 'jayco', 'keystone', 'airstream', 'coachmen', 'forest-river'];
  return drawMarket({ units: 800, seed: 41 }).flatMap((unit, number) => {
    const at = (day: number) =>
      new Date(day * 86_400_000).toISOString().replace('T', ' ').replace('Z', '');
    const makeId = makes[Number(unit.makeId.split('-')[1])] ?? 'jayco';
    const shown = sighting({
      source_id: `T-${number}`,
      stock_number: `T-${number}`,
      observed_at: at(unit.day),
      type: unit.type as Sighting['type'],
      maker_id: makeId,
      make_id: makeId,
      line_id: `${makeId}/${unit.lineId.split('/')[1]}`,
      line_name: `Line ${unit.lineId.at(-1)}`,
      floorplan: unit.floorplan,
      year: unit.year,
      condition: unit.condition,
      mileage: unit.mileage,
      region: unit.region as Sighting['region'],
      price: unit.price,
    });
    const before = { ...shown, event_id: `before ${number}`, observed_at: at(unit.day - 40) };
    if (number % 10 > 3) return [shown];
    const price = number % 10 === 0 ? Math.round((unit.price ?? 0) / 0.9) : shown.price;
    return [{ ...before, price }, shown];
  });
}

function search(number: number, makeId: string): ActivitySearch {
  return {
    id: `search-${number}`,
    at: '2026-10-01T00:00:00.000Z',
    sample: false,
    makeId,
    lineId: '',
    type: '',
    region: '',
    results: 1,
  };
}

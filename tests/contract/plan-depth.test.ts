import type { Express } from 'express';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AsksPremium } from '#api/auth/plan.ts';
import { route } from '#api/http/route.ts';
import { analysisRoutes } from '#api/resources/analysis.ts';
import { marketAnalysisRoutes } from '#api/resources/market-analysis.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { plainNames } from '#pipelines/valuation/testing/names.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { buyingDecision, comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { marketAnalysis, marketTrends } from '#schemas/api/market.ts';
import type { UnitMonth } from '#pipelines/valuation/unit-table.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { keptActivity } from '../support/activity.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

type Plan = 'free' | 'premium';

const asksPremium: AsksPremium = async (asked) => asked.get('x-plan') === 'premium';
const RV = { make: 'make-0', model: 'line0 2600BH', year: 2021, mileage: 12_345, state: 'TX' };

describe('the depth of a plan', () => {
  let snapshot: Snapshot;
  let app: Express;
  beforeAll(async () => {
    snapshot = snapshotIn(drawMarket({ units: 1_500, seed: 6 }));
    app = await serve(snapshot);
  });

  const snapshotIn = (units: readonly UnitMonth[]): Snapshot => ({
    ...snapshotOf(units),
    byType: [{ key: 'class-a', units: 9, listedUnits: 9, medianPrice: 90_000 }],
  });
  const serve = (served: Snapshot) =>
    serveSnapshot(
      (market) => [
        ...marketAnalysisRoutes(market, asksPremium),
        ...analysisRoutes(market, route, keptActivity().activity, asksPremium),
      ],
      served,
      plainNames,
    );
  const get = async (path: string, plan: Plan, from = app) =>
    (await request(from).get(path).set('X-Plan', plan).expect(200)).body;
  const analysed = async (plan: Plan, from = app) =>
    marketAnalysis.response.parse(await get(marketAnalysis.path, plan, from));
  const valued = async (
    plan: Plan,
    change: object = {},
  ): Promise<z.output<typeof comprehensiveAnalysis.response>> =>
    (
      await request(app)
        .post(comprehensiveAnalysis.path)
        .set('X-Plan', plan)
        .send({ ...RV, ...change })
        .expect(200)
    ).body;

  it('is a year of prices for everyone, and all there is for members of Premium', async () => {
    const months = (plan: Plan): Promise<{ month: string }[]> => get(marketTrends.path, plan);
    const [free, all] = [await months('free'), await months('premium')];
    expect(free).toHaveLength(12);
    expect(all).toHaveLength(snapshot.market.index.months);
    expect(all.length).toBeGreaterThan(12);
    expect(all.slice(-12)).toEqual(free);
  });

  it('adds to each segment of the market, and changes nothing else', async () => {
    const [free, premium] = [await analysed('free'), await analysed('premium')];
    const shallow = (segments: typeof premium.byType) =>
      segments.map(({ depth, ...segment }) => {
        expect(depth).toBeDefined();
        return segment;
      });
    expect(premium.byModel.length).toBeGreaterThan(0);
    expect({
      ...premium,
      byType: shallow(premium.byType),
      byMake: shallow(premium.byMake),
      byModel: shallow(premium.byModel),
    }).toEqual(free);
  });

  it('forecasts each segment with a band that widens, as the market it was drawn from loses', async () => {
    const { byType, byMake, byModel } = await analysed('premium');
    for (const { depth } of [...byType, ...byMake, ...byModel]) {
      const forecast = depth?.forecast ?? [];
      expect(forecast.map(({ years }) => years)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      let before = { kept: 100, width: 0 };
      for (const { kept, low, high } of forecast) {
        expect(kept).toBeLessThanOrEqual(before.kept);
        expect(low).toBeLessThanOrEqual(kept);
        expect(high).toBeGreaterThanOrEqual(kept);
        expect(high / low).toBeGreaterThan(before.width);
        before = { kept, width: high / low };
      }
    }
    // Drawn with a yearly loss of 7.5%, give or take: after five years 69% are left.
    for (const { depth } of byType) {
      expect(depth?.forecast[4]?.kept).toBeGreaterThan(55);
      expect(depth?.forecast[4]?.kept).toBeLessThan(80);
    }
  });

  it('says what moves the prices of a segment, miles where it has an odometer', async () => {
    const { byType } = await analysed('premium');
    const of = (name: string) =>
      new Map(
        byType
          .find(({ segment }) => segment === name)
          ?.depth?.drivers.map(({ factor, percent }) => [factor, percent]),
      );
    expect(of('Class C Motorhome').get('mileage')).toBeLessThan(0);
    expect(of('Travel Trailer').has('mileage')).toBe(false);
    for (const { segment } of byType) {
      expect(of(segment).get('age')).toBeLessThan(0);
      expect(of(segment).get('new')).toBeGreaterThan(0);
    }
  });

  it('goes down to the floorplans of a model family', async () => {
    const { byType, byModel } = await analysed('premium');
    expect(byType.flatMap(({ depth }) => depth?.floorplans)).toEqual([]);
    for (const { depth, dataPoints } of byModel) {
      const { floorplans = [] } = depth ?? {};
      expect(floorplans.map(({ floorplan }) => floorplan).toSorted()).toEqual([
        '2100RB',
        '2600BH',
        '3100RL',
      ]);
      expect(floorplans.reduce((sum, { units }) => sum + units, 0)).toBe(dataPoints);
    }
  });

  it('tells once of a floorplan that is listed as several types', async () => {
    const units = drawMarket({ units: 1_500, seed: 6 }).map((unit, at) =>
      unit.lineId === 'make-0/line0' && at % 3 === 0
        ? { ...unit, type: 'fifth-wheel' as const, mileage: null }
        : unit,
    );
    const { byModel } = await analysed('premium', await serve(snapshotIn(units)));
    const { depth, dataPoints } = byModel.find(({ segment }) => segment.endsWith('0 line0')) ?? {};
    const { floorplans = [] } = depth ?? {};
    expect(floorplans.map(({ floorplan }) => floorplan).toSorted()).toEqual([
      '2100RB',
      '2600BH',
      '3100RL',
    ]);
    expect(floorplans.reduce((sum, each) => sum + each.units, 0)).toBe(dataPoints);
    // Drawn as 12% less or more than the one between them.
    const added = new Map(floorplans.map(({ floorplan, percent }) => [floorplan, percent]));
    expect(added.get('2100RB')).toBeLessThan(-5);
    expect(added.get('3100RL')).toBeGreaterThan(5);
  });

  it('adds the floorplans of its line to an analysis, each valued as if it had been asked for', async () => {
    const { depth: none, ...free } = await valued('free');
    const { depth, ...premium } = await valued('premium');
    expect(none).toBeUndefined();
    expect(premium).toEqual(free);
    expect(depth?.floorplans).toHaveLength(3);
    for (const { floorplan, units, value, low, high } of depth?.floorplans ?? []) {
      const own = await valued('free', { model: `line0 ${floorplan}` });
      expect({ value, units }).toEqual({ value: own.currentMarketValue, units: own.support.model });
      expect({ low, high }).toMatchObject({ low: own.range.low, high: own.range.high });
    }
  });

  it('adds the same to the value that an offer is judged by', async () => {
    const judged = async (plan: Plan) => {
      const offer = { ...RV, askingPrice: 90_000, location: 'CA' };
      const asked = request(app).post(buyingDecision.path).set('X-Plan', plan).send(offer);
      return buyingDecision.response.parse((await asked.expect(200)).body).valuation;
    };
    expect(await judged('free')).not.toHaveProperty('depth');
    const { depth } = await valued('premium', { state: 'CA' });
    expect((await judged('premium')).depth).toEqual(depth);
  });

  it('says what one other fact would do to a value: what the analysis with it says', async () => {
    const { depth, currentMarketValue: value } = await valued('premium');
    const amounts = new Map(depth?.drivers.map(({ label, amount }) => [label, amount]));
    const changes = {
      'A model year older': { year: 2020 },
      'Sold as new': { condition: 'new' },
      '10,000 miles more': { mileage: 22_345 },
      'In the West': { state: 'CA' },
    };
    for (const [label, change] of Object.entries(changes)) {
      const other = await valued('free', change);
      // What does nothing to the value is not named.
      expect([label, amounts.get(label) ?? 0]).toEqual([label, other.currentMarketValue - value]);
    }
    expect([...amounts.values()]).not.toContain(0);
    expect(amounts.has('In the South')).toBe(false);
    expect((await valued('premium', { model: 'something else' })).depth?.floorplans).toEqual([]);
  });
});

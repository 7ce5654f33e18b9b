import request from 'supertest';
import { expect, it } from 'vitest';
import { marketAnalysisRoutes } from '#api/resources/market-analysis.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { marketTrends } from '#schemas/api/market.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

it('shows a year of prices to everyone, and all there is to members of Premium', async () => {
  const byType = [{ key: 'class-a', units: 9, listedUnits: 9, medianPrice: 90_000 }];
  const snapshot = { ...snapshotOf(drawMarket({ units: 800, seed: 3 })), byType };
  const app = await serveSnapshot(
    (market) => marketAnalysisRoutes(market, async (asked) => asked.get('x-plan') === 'premium'),
    snapshot,
  );
  const months = async (plan: string) =>
    (await request(app).get(marketTrends.path).set('X-Plan', plan).expect(200)).body as {
      month: string;
    }[];
  const [free, all] = [await months('free'), await months('premium')];
  expect(free).toHaveLength(12);
  expect(all).toHaveLength(snapshot.market.index.months);
  expect(all.length).toBeGreaterThan(12);
  expect(all.slice(-12)).toEqual(free);
});

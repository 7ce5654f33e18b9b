import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { accuracyRoutes } from '#api/resources/accuracy.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { accuracy } from '#schemas/api/accuracy.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const serving = (snapshot?: Snapshot) => serveSnapshot(accuracyRoutes, snapshot);

describe('the accuracy report', () => {
  const snapshot = snapshotOf(drawMarket({ units: 2_500, seed: 3 }));

  it('is what the run of the served snapshot found, to the last digit', async () => {
    const { body, headers } = await request(await serving(snapshot))
      .get('/api/accuracy')
      .expect(200);
    expect(headers['x-market-data']).toBe('real');
    expect(accuracy.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({ computedAt: snapshot.createdAt, asOf: snapshot.asOf });
    expect({ used: body.used, new: body.new }).toEqual(snapshot.valuation.accuracy);
    expect(body.used.overall.units).toBeGreaterThan(1_000);
    expect(body.used.byType.length).toBeGreaterThan(1);
    expect(body).not.toHaveProperty('sample');
  });

  it('says that it was measured on the sample market', async () => {
    const { body, headers } = await request(await serving({ ...snapshot, kind: 'sample' }))
      .get('/api/accuracy')
      .expect(200);
    expect(headers['x-market-data']).toBe('sample');
    expect(body.sample).toBe(true);
  });

  it('is of empty lists in an empty market', async () => {
    const { body } = await request(await serving(snapshotOf([])))
      .get('/api/accuracy')
      .expect(200);
    const nothing = {
      overall: { units: 0, figures: null },
      byType: [],
      byAge: [],
      byPrice: [],
      byConfidence: [],
    };
    expect(body).toMatchObject({ used: nothing, new: nothing });
  });

  it('waits for the first market', async () => {
    await request(await serving())
      .get('/api/accuracy')
      .expect(503);
  });

  it('is in the API description', async () => {
    const { body } = await request(await serving(snapshot)).get('/api/openapi.json');
    expect(body.paths['/api/accuracy'].get).toMatchObject({ summary: accuracy.summary });
    expect(body.paths['/api/accuracy'].get.description).toBeUndefined();
  });
});

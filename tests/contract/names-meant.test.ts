import type { Express } from 'express';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueRoutes } from '#api/resources/catalogue.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import { rvNames } from '#schemas/api/catalogue.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

describe('what a text typed for a make may have been meant as', () => {
  let app: Express;
  beforeAll(async () => {
    const byMake = ['jayco', 'grand-design'].map((key) => ({
      key,
      units: 1,
      listedUnits: 1,
      medianPrice: null,
    }));
    const line = { makeId: 'grand-design', units: 1, types: [], floorplans: [] };
    const lines = [{ ...line, id: 'grand-design/imagine', name: 'Imagine' }];
    app = await serveSnapshot(catalogueRoutes, { ...snapshotOf([]), byMake, lines });
  });

  const meant = async (text: string) => {
    const { body } = await request(app).get(rvNames.path).query({ text }).expect(200);
    return rvNames.response.parse(body);
  };

  it.each([
    ['imagine', [{ name: 'Grand Design Imagine', make: 'Grand Design', model: 'Imagine' }]],
    [
      'imagine 2500rl',
      [{ name: 'Grand Design Imagine 2500RL', make: 'Grand Design', model: 'Imagine 2500RL' }],
    ],
    // The line as it is written; of none that is near, the make alone.
    [
      'grand dsign imagin 2500rl',
      [{ name: 'Grand Design Imagine 2500RL', make: 'Grand Design', model: 'Imagine 2500RL' }],
    ],
    ['imagine jayco', [{ name: 'Grand Design Imagine', make: 'Grand Design', model: 'Imagine' }]],
    ['grand dsign zeppelin', [{ name: 'Grand Design', make: 'Grand Design', model: '' }]],
    ['Jayko', [{ name: 'Jayco', make: 'Jayco', model: '' }]],
    ['zeppelin', []],
    // Names that have no listings.
    ['montana', []],
    ['solitude', []],
    ['winebago', []],
  ])('is of %s, as a search reads it', async (text, expected) => {
    expect(await meant(text)).toEqual(expected);
  });

  it('is asked of a text', async () => {
    await request(app).get(rvNames.path).query({ text: ' ' }).expect(422);
  });
});

import request from 'supertest';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { storyRoutes } from '#api/resources/stories.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import type { marketStories } from '#schemas/api/market.ts';
import type { Story } from '#schemas/story.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const STORY: Story = {
  id: 'season/price/market@2026-11-21',
  category: 'seasonal-patterns',
  title: 'RVs are dearest in May and cheapest in November',
  summary: 'RVs are dearest in May and cheapest in November; 4.1% lies between those months.',
  narrative: 'It is what the calendar does each year.',
  dataPoints: [{ metric: 'Dearest month', value: 'May', trend: 'up', impact: 'positive' }],
  keyInsights: ['May is the dearest month for RVs.'],
  recommendations: ['If you sell, have the unit ready by then.'],
  evidence: {
    query: 'seasons[price, market]',
    n: 12_000,
    effect: 0.04,
    interval: [0.03, 0.05],
    p: 0.002,
    q: 0.0125,
    reworded: false,
  },
};

describe('GET /api/market-stories', () => {
  it('answers the stories of the snapshot, and keeps what they were made from', async () => {
    const snapshot = { ...snapshotOf([]), stories: [STORY] };
    const answer = await request(await serveSnapshot(storyRoutes, snapshot)).get(
      '/api/market-stories',
    );
    const { evidence: _evidence, ...told } = STORY;
    expect(answer.status).toBe(200);
    expect(answer.body as z.output<typeof marketStories.response>).toEqual([
      { ...told, confidence: 0.93, generatedAt: snapshot.createdAt },
    ]);
    expect(answer.headers['x-market-data']).toBe('real');
  });

  it('is less sure of a story at the bound than of one far from it, and of none wholly', async () => {
    const at = (p: number, q: number) => ({ ...STORY, evidence: { ...STORY.evidence, p, q } });
    const stories = [at(0, 0), at(1e-6, 1e-4), at(0.003, 0.02), at(0.01, 0.05)];
    const answer = await request(
      await serveSnapshot(storyRoutes, { ...snapshotOf([]), stories }),
    ).get('/api/market-stories');
    const told = answer.body as z.output<typeof marketStories.response>;
    expect(told.map(({ confidence }) => confidence)).toEqual([0.99, 0.99, 0.89, 0.8]);
  });

  it('answers an empty list where there is nothing to tell', async () => {
    const answer = await request(await serveSnapshot(storyRoutes, snapshotOf([]))).get(
      '/api/market-stories',
    );
    expect(answer.body).toEqual([]);
  });

  it('answers 503 before the first snapshot', async () => {
    const answer = await request(await serveSnapshot(storyRoutes)).get('/api/market-stories');
    expect(answer.status).toBe(503);
  });
});

import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { Collecting } from '#api/collection/collecting.ts';
import { ComputeHistory } from '#api/compute-history.ts';
import { dataStatusRoutes } from '#api/resources/data-status.ts';
import { drawMarket } from '#pipelines/valuation/testing/market.ts';
import { snapshotOf } from '#pipelines/valuation/testing/snapshot.ts';
import type { ComputeRun } from '#schemas/events/compute-run.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { serveSnapshot } from '../support/serve-snapshot.ts';

const loaded = (over: Partial<IngestRun>): IngestRun => ({
  runId: 'ingest-1',
  source: 'dealer',
  sample: false,
  coverage: 'partial',
  state: 'loaded',
  at: '2026-11-21T05:59:00.000Z',
  ...over,
});
const SAMPLE = loaded({ runId: 'sample', source: 'simulator', sample: true, stored: 100_000 });
const REAL = loaded({ stored: 60, deadLettered: { blocked: 20 }, dropped: { not_an_rv: 9 } });

const run = (state: ComputeRun['state'], id: string, at: string): ComputeRun => ({
  runId: id,
  state,
  at,
  commandIds: ['compute@2026-11-21T06:00Z'],
  commandsEnd: 1,
  ...(state === 'kept_back'
    ? { failedChecks: [{ name: 'units kept', detail: '1, 2 before' }] }
    : {}),
});

async function statusOf(snapshot: Snapshot, ingests: IngestRun[], computes: ComputeRun[]) {
  const clock = () => new Date('2026-11-21T07:00:00.000Z');
  const collecting = new Collecting(clock, 'Etc/UTC');
  const history = new ComputeHistory(clock);
  for (const event of ingests) collecting.applyRun(event);
  for (const event of computes) history.apply(event);
  const app = await serveSnapshot(
    (market) =>
      dataStatusRoutes({
        market,
        collecting,
        computes: history,
        askSources: async () => ({ registrations: [], buyersTell: false }),
        judged: () => [],
        clock,
      }),
    snapshot,
  );
  const { body } = await request(app).get('/api/algorithms/status').expect(200);
  const { body: refresh } = await request(app).get('/api/data/refresh/status').expect(200);
  return { body, refresh };
}

describe('the status of the algorithms', () => {
  const snapshot = snapshotOf(drawMarket({ units: 300, seed: 8 }));
  const published = [
    run('started', snapshot.id, '2026-11-21T06:00:00.000Z'),
    run('published', snapshot.id, '2026-11-21T06:01:00.000Z'),
  ];

  it('names six systems with their last run', async () => {
    const { body } = await statusOf(snapshot, [REAL], published);
    expect(body.systems).toHaveLength(6);
    expect(body.activeAlgorithms).toEqual(body.systems.map(({ name }: { name: string }) => name));
    expect(body.systems[0]).toEqual({ name: 'record normalisation', lastRun: REAL.at });
    for (const { lastRun } of body.systems.slice(1)) expect(lastRun).toBe(snapshot.createdAt);
    expect(body).toMatchObject({ lastUpdate: snapshot.createdAt, everyHours: 2, running: false });
  });

  it('tells figures from stories that were told anew since', async () => {
    const createdAt = '2026-11-21T09:00:00.000Z';
    const retold = { ...snapshot, createdAt, figuresAt: snapshot.createdAt };
    const { body } = await statusOf(retold, [REAL], published);
    const lastRunOf = Object.fromEntries(
      body.systems.map((own: { name: string; lastRun: string }) => [own.name, own.lastRun]),
    );
    expect(lastRunOf['market stories']).toBe(createdAt);
    expect(lastRunOf['valuation and forecast']).toBe(snapshot.createdAt);
    expect(body.lastUpdate).toBe(createdAt);
  });

  it('counts the share of this market’s records that passed, the sample apart', async () => {
    const { body, refresh } = await statusOf(snapshot, [SAMPLE, REAL], published);
    expect(body).toMatchObject({ dataIntegrity: 0.75, recordsChecked: 80 });
    expect(refresh.last_refresh).toBe(REAL.at);
    const sample = await statusOf({ ...snapshot, kind: 'sample' }, [SAMPLE, REAL], published);
    expect(sample.body).toMatchObject({ sample: true, dataIntegrity: 1, recordsChecked: 100_000 });
  });

  it('shows a snapshot that was kept back, and what is served instead', async () => {
    const { body } = await statusOf(
      snapshot,
      [REAL],
      [
        ...published,
        run('started', 'compute@later', '2026-11-21T08:00:00.000Z'),
        run('kept_back', 'compute@later', '2026-11-21T08:01:00.000Z'),
      ],
    );
    expect(body.lastUpdate).toBe(snapshot.createdAt);
    expect(body.lastRun).toEqual({
      id: 'compute@later',
      state: 'kept_back',
      startedAt: '2026-11-21T08:00:00.000Z',
      endedAt: '2026-11-21T08:01:00.000Z',
      failedChecks: [{ name: 'units kept', detail: '1, 2 before' }],
    });
  });

  it('says of an empty market that nothing was normalised', async () => {
    const { body } = await statusOf(snapshotOf([]), [], []);
    expect(body.systems[0].lastRun).toBeNull();
    expect(body.activeAlgorithms).not.toContain('record normalisation');
    expect(body).toMatchObject({ dataIntegrity: 0, recordsChecked: 0, lastRun: null });
  });
});

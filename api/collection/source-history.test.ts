import { describe, expect, it } from 'vitest';
import type { CollectedSource, IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { SourceHistory } from './source-history.ts';

const run = (hour: number, more: Partial<IngestRun> = {}): IngestRun => ({
  runId: `run-${hour}`,
  source: 'lot',
  sample: false,
  coverage: 'full',
  state: 'loaded',
  at: `2026-11-21T0${hour}:00:00.000Z`,
  stored: 4,
  ...more,
});

const collection = (hour: number, source: Partial<CollectedSource>): IngestCollection => ({
  runId: 'scan@2026-11-21T06:00Z',
  kind: 'scan',
  askedBy: 'staff',
  state: 'ended',
  outcome: 'failed',
  at: `2026-11-21T0${hour}:00:00.000Z`,
  startedAt: '2026-11-21T06:00:00.000Z',
  sources: [
    { source: 'lot', sample: false, state: 'done', processed: 0, newListings: 0, ...source },
  ],
});

const lotOf = (history: SourceHistory) => history.facts({}).get('lot');

describe('the history of sources', () => {
  it('tells the last run and when something last came', () => {
    const history = new SourceHistory();
    for (const event of [run(1), run(2, { stored: 0 }), run(3, { state: 'failed', error: 'full' })])
      history.applyRun(event);
    expect(lotOf(history)).toMatchObject({
      lastRun: { state: 'failed' },
      lastUpdate: run(1).at,
    });
  });

  it('takes what was seen again for something that came', () => {
    const history = new SourceHistory();
    history.applyRun(run(1, { stored: 0, duplicates: 4 }));
    expect(lotOf(history)).toMatchObject({ lastUpdate: run(1).at });
  });

  it('knows of a site that blocked us before a run began, until a run comes in', () => {
    const history = new SourceHistory();
    history.applyRun(run(1));
    history.applyCollection(collection(2, { state: 'blocked', detail: 'a challenge' }));
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'failed' } });
    history.applyRun(run(3));
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'loaded' }, lastUpdate: run(3).at });
  });

  it('knows of one that failed while the collection goes on with others', () => {
    const history = new SourceHistory();
    const told = collection(2, { state: 'blocked', runId: 'run-2', detail: 'a challenge' });
    history.applyCollection({ ...told, state: 'progress', outcome: undefined });
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'failed' } });
  });

  it('knows that it came in since, while the collection that it failed in goes on', () => {
    const history = new SourceHistory();
    for (const hour of [2, 4])
      history.applyCollection({ ...collection(hour, { state: 'blocked' }), state: 'progress' });
    history.applyRun(run(5));
    for (const hour of [6, 7]) {
      const state = hour === 6 ? 'progress' : 'ended';
      history.applyCollection({ ...collection(hour, { state: 'blocked' }), state });
    }
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'loaded' }, lastUpdate: run(5).at });
  });

  it('takes a run that staff gave up for none, until it is gone on with', () => {
    const history = new SourceHistory();
    history.applyRun(run(1));
    history.applyRun(run(2, { state: 'failed', error: 'given up' }));
    history.applyCollection(collection(2, { state: 'cancelled', runId: 'run-2' }));
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'loaded' } });
    history.applyRun(run(3, { runId: 'run-2', state: 'failed' }));
    history.applyCollection(collection(3, { state: 'failed', runId: 'run-2' }));
    expect(lotOf(history)).toMatchObject({ lastRun: { state: 'failed' } });
  });

  it('keeps the sample apart', () => {
    const history = new SourceHistory();
    history.applyRun(run(1, { source: 'simulator', sample: true }));
    expect(history.facts({}).size).toBe(0);
    expect(history.facts({ sample: true }).get('simulator')).toMatchObject({
      lastUpdate: run(1).at,
    });
  });
});

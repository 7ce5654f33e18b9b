import { describe, expect, it } from 'vitest';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { RunHistory } from './run-history.ts';

const event = (state: IngestRun['state'], more: Partial<IngestRun> = {}): IngestRun => ({
  runId: 'run-1',
  source: 'dealer',
  sample: false,
  coverage: 'partial',
  at: '2026-11-21T06:00:00.000Z',
  state,
  ...more,
});

let now = '2026-11-21T07:30:00.000Z';

function historyOf(...events: IngestRun[]): RunHistory {
  const history = new RunHistory(() => new Date(now));
  for (const each of events) history.apply(each);
  return history;
}

describe('the history of collection runs', () => {
  it('says that a run is under way until its events are loaded or it failed', () => {
    expect(historyOf(event('started'), event('published')).running).toBe(true);
    expect(historyOf(event('started'), event('published'), event('loaded')).running).toBe(false);
    expect(historyOf(event('started'), event('failed')).running).toBe(false);
  });

  it('does not wait for ever for a run whose process died, once its source began anew', () => {
    const again = { runId: 'run-2' };
    const history = historyOf(event('started'), event('started', again), event('loaded', again));
    expect(history.running).toBe(false);
  });

  it('takes a run that said nothing for ten minutes for dead, whatever other sources do', () => {
    const history = historyOf(event('started'), event('loaded', { runId: 'b', source: 'other' }));
    now = '2026-11-21T06:09:00.000Z';
    expect(history.running).toBe(true);
    now = '2026-11-21T06:11:00.000Z';
    expect(history.running).toBe(false);
  });

  it('follows a slow run for as long as its process says that it lives, which may be heard first', () => {
    const history = historyOf();
    const alive = { runId: 'run-1', source: 'dealer', sample: false };
    history.applyAlive({ ...alive, at: '2026-11-22T05:00:00.000Z' });
    history.apply(event('started'));
    now = '2026-11-22T05:09:00.000Z';
    expect(history.running).toBe(true);
    now = '2026-11-22T05:11:00.000Z';
    expect(history.running).toBe(false);
  });

  it('knows what a run waits for until that is over, the run is, or it was taken up again', () => {
    const waits = { why: 'asked_to', status: 503, until: '2026-11-21T06:20:00.000Z' } as const;
    const waitsOf = (at: string, ...events: IngestRun[]) => {
      const history = historyOf(event('started'));
      const alive = { runId: 'run-1', source: 'dealer', sample: false, waits };
      history.applyAlive({ ...alive, at: '2026-11-21T06:10:00.000Z' });
      for (const each of events) history.apply(each);
      now = at;
      return history.waitsOf('run-1');
    };
    expect(waitsOf('2026-11-21T06:19:00.000Z')).toEqual(waits);
    expect(waitsOf('2026-11-21T06:21:00.000Z')).toBeUndefined();
    expect(waitsOf('2026-11-21T06:19:00.000Z', event('failed'))).toBeUndefined();
    const again = event('started', { at: '2026-11-21T06:15:00.000Z' });
    expect(waitsOf('2026-11-21T06:19:00.000Z', again)).toBeUndefined();
  });

  it('waits for hours for the loading of what is published, and not for ever', () => {
    const history = historyOf(event('started'), event('published'));
    now = '2026-11-21T11:00:00.000Z';
    expect(history.running).toBe(true);
    now = '2026-11-21T13:00:00.000Z';
    expect(history.running).toBe(false);
  });

  it('tells the last load and the share of records that were understood', () => {
    const loaded = event('loaded', {
      stored: 3,
      deadLettered: { no_year: 1 },
      dropped: { not_an_rv: 5 },
    });
    const history = historyOf(event('started'), loaded, loaded);
    expect(history.loads({}).lastAt).toBe('2026-11-21T06:00:00.000Z');
    expect(history.loads({}).integrity).toBe(0.75);
  });

  it('keeps the sample out of what it tells of the real market', () => {
    const sample = event('loaded', { runId: 'sample', sample: true, stored: 100_000 });
    const later = '2026-11-21T07:00:00.000Z';
    const real = event('loaded', { at: later, stored: 60, deadLettered: { blocked: 20 } });
    const history = historyOf(sample, real);
    expect(history.loads({ sample: true })).toMatchObject({ integrity: 1, lastAt: sample.at });
    expect(history.loads({ sample: false })).toMatchObject({ integrity: 0.75, lastAt: later });
  });

  it('calls nothing whole before anything came', () => {
    expect(historyOf().running).toBe(false);
    expect(historyOf().loads({})).toMatchObject({ lastAt: null, integrity: 0, checked: 0 });
  });
});

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#schemas/api/staff-health.ts';
import { barHeights, countStates, lastFigure } from './bars.ts';

describe('the bars of runs', () => {
  it('are as high as their figures, against the tallest', () => {
    const { heights, bandAt } = barHeights([50, 100, null, 0], { low: null, high: null });
    expect(heights).toEqual([50, 100, 8, 8]);
    expect(bandAt).toBeNull();
  });

  it('leave room for a usual band above them', () => {
    expect(barHeights([10], { low: 20, high: 40 })).toEqual({
      heights: [25],
      bandAt: { bottom: 50, height: 50 },
    });
  });

  it('stand for nothing without dividing by it', () => {
    expect(barHeights([0], { low: 0, high: 0 })).toEqual({
      heights: [8],
      bandAt: { bottom: 0, height: 0 },
    });
  });

  it('are counted by state, the commonest first', () => {
    const states = (['failed', 'done', 'done'] as const).map((state) => ({ state }));
    expect(countStates(states)).toEqual([
      ['done', 2],
      ['failed', 1],
    ]);
  });
});

describe('the figure of a source', () => {
  const band = {
    state: 'not_judged',
    last: null,
    typical: null,
    low: null,
    high: null,
    runs: 0,
  } as const;
  const run = (state: RunSummary['state'], published: number | null): RunSummary => ({
    runId: state,
    state,
    startedAt: null,
    endedAt: null,
    seconds: null,
    coverage: 'partial',
    scope: 'all',
    read: published,
    published,
    stored: null,
    duplicates: null,
    dropped: null,
    deadLettered: null,
    error: null,
  });

  it('is the one that is judged, else what its last run that ended had come to', () => {
    const runs = [run('blocked', 5), run('running', null)];
    const row = { runs, volume: band, duration: band };
    expect(lastFigure(row, 'published')).toBe(5);
    expect(lastFigure(row, 'seconds')).toBeNull();
    expect(lastFigure({ ...row, volume: { ...band, last: 40 } }, 'published')).toBe(40);
    expect(lastFigure({ ...row, runs: [] }, 'published')).toBeNull();
  });
});

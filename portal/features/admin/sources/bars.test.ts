import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#schemas/api/staff-health.ts';
import { barHeights, countStates, figuredRun } from './bars.ts';

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

describe('the figures of a source', () => {
  const run = (state: RunSummary['state'], over: Partial<RunSummary> = {}): RunSummary => ({
    runId: state,
    state,
    startedAt: null,
    endedAt: null,
    seconds: null,
    coverage: 'partial',
    scope: 'all',
    read: null,
    published: null,
    stored: null,
    duplicates: null,
    dropped: null,
    deadLettered: null,
    error: null,
    ...over,
  });

  it('are of the run that is judged', () => {
    const runs = [run('done'), run('partial'), run('failed'), run('running')];
    expect(figuredRun({ runs, judgedRunId: 'partial' })?.runId).toBe('partial');
  });

  it('are of its last run that ended where none is judged', () => {
    const runs = [run('blocked'), run('running')];
    expect(figuredRun({ runs, judgedRunId: null })?.runId).toBe('blocked');
    expect(figuredRun({ runs: [], judgedRunId: null })).toBeUndefined();
  });
});

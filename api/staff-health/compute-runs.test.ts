import { expect, it } from 'vitest';
import { lastEnded } from './compute-runs.ts';

const run = (
  runId: string,
  state: 'running' | 'published' | 'interrupted' | 'failed',
  error: string | null = null,
) => ({
  runId,
  state,
  kind: 'real',
  askedBy: 'schedule',
  startedAt: '2026-11-21T06:00:00.000Z',
  endedAt: null,
  seconds: null,
  checks: [],
  error,
});

it('the last run of the batch that ended is the newest not under way', () => {
  expect(lastEnded([])).toBeNull();
  expect(lastEnded([run('b', 'running')])).toBeNull();
  expect(lastEnded([run('b', 'running'), run('a', 'published')])).toMatchObject({ runId: 'a' });
});

it('one whose process stopped has not ended: the next does it again', () => {
  const [again, lost] = [run('d', 'running'), run('c', 'interrupted')];
  expect(lastEnded([again, lost])).toBeNull();
  expect(lastEnded([again, lost, run('a', 'published')])).toMatchObject({ runId: 'a' });
  const failed = run('b', 'failed', 'the warehouse has no room left');
  expect(lastEnded([again, lost, failed])).toEqual({
    runId: 'b',
    state: 'failed',
    failedChecks: [],
    error: 'the warehouse has no room left',
  });
});

import { expect, it } from 'vitest';
import { lastEnded } from './compute-runs.ts';

const STOPPED = 'Its process stopped before it had ended.';
const run = (
  runId: string,
  state: 'running' | 'published' | 'interrupted',
  endedAt: string | null,
) => ({
  runId,
  state,
  kind: 'real',
  askedBy: 'schedule',
  startedAt: '2026-11-21T06:00:00.000Z',
  endedAt,
  seconds: null,
  checks: [],
  error: state === 'interrupted' ? STOPPED : null,
});

it('the last run of the batch that ended is the newest not under way', () => {
  const published = run('a', 'published', '2026-11-21T06:01:00.000Z');
  expect(lastEnded([])).toBeNull();
  expect(lastEnded([run('b', 'running', null)])).toBeNull();
  expect(lastEnded([run('b', 'running', null), published])).toMatchObject({ runId: 'a' });
});

it('one whose process stopped is no failure while the next does it again, two in a row are', () => {
  const published = run('a', 'published', '2026-11-21T06:01:00.000Z');
  const [lost, again] = [run('b', 'interrupted', null), run('d', 'running', null)];
  expect(lastEnded([again, lost])).toBeNull();
  expect(lastEnded([again, lost, published])).toMatchObject({ runId: 'a' });
  expect(lastEnded([again, run('c', 'interrupted', null), lost, published])).toEqual({
    runId: 'c',
    state: 'failed',
    failedChecks: [],
    error: STOPPED,
  });
});

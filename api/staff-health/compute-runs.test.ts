import { expect, it } from 'vitest';
import { lastEnded } from './compute-runs.ts';

const run = (runId: string, state: 'running' | 'published' | 'failed', endedAt: string | null) => ({
  runId,
  state,
  kind: 'real',
  askedBy: 'schedule',
  startedAt: '2026-11-21T06:00:00.000Z',
  endedAt,
  seconds: null,
  checks: [],
  error: state === 'failed' ? 'It never ended: its process was lost.' : null,
});

it('the last run of the batch that ended is the newest not under way, lost ones too', () => {
  const published = run('a', 'published', '2026-11-21T06:01:00.000Z');
  expect(lastEnded([])).toBeNull();
  expect(lastEnded([run('b', 'running', null)])).toBeNull();
  expect(lastEnded([run('b', 'running', null), published])).toMatchObject({ runId: 'a' });
  expect(lastEnded([run('c', 'running', null), run('b', 'failed', null), published])).toEqual({
    runId: 'b',
    state: 'failed',
    failedChecks: [],
    error: 'It never ended: its process was lost.',
  });
});

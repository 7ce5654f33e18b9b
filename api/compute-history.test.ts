import { describe, expect, it } from 'vitest';
import type { ComputeRun } from '#schemas/events/compute-run.ts';
import { ComputeHistory } from './compute-history.ts';

const event = (
  state: ComputeRun['state'],
  runId: string,
  minute: number,
  more: Partial<ComputeRun> = {},
): ComputeRun => ({
  runId,
  state,
  at: `2026-11-21T06:${String(minute).padStart(2, '0')}:00.000Z`,
  commandIds: ['compute@2026-11-21T06:00Z'],
  commandsEnd: 1,
  ...more,
});

const at = (hour: string) => () => new Date(`2026-11-21T${hour}:00.000Z`);

function historyOf(...events: ComputeRun[]): ComputeHistory {
  const history = new ComputeHistory(at('07:00'));
  for (const each of events) history.apply(each);
  return history;
}

describe('the history of runs of the batch', () => {
  it('tells of nothing before the first run ended', () => {
    expect(historyOf()).toMatchObject({ running: false, last: null });
    expect(historyOf(event('started', 'a', 0))).toMatchObject({ running: true, last: null });
  });

  it('does not call a run under way that has said nothing for longer than any takes', () => {
    const runningAt = (hour: string) => {
      const history = new ComputeHistory(at(hour));
      history.apply(event('started', 'a', 0));
      return history.running;
    };
    expect([runningAt('06:00'), runningAt('07:59'), runningAt('08:01')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('tells when the last run began and ended, and how', () => {
    const history = historyOf(event('started', 'a', 0), event('published', 'a', 2));
    expect(history.running).toBe(false);
    expect(history.last).toEqual({
      id: 'a',
      state: 'published',
      startedAt: '2026-11-21T06:00:00.000Z',
      endedAt: '2026-11-21T06:02:00.000Z',
      failedChecks: [],
    });
  });

  it('says what kept a snapshot back', () => {
    const failedChecks = [{ name: 'units kept', detail: '1 units, 2 before' }];
    const history = historyOf(
      event('published', 'a', 2),
      event('started', 'b', 3),
      event('kept_back', 'b', 4, { failedChecks }),
    );
    expect(history.last).toMatchObject({ id: 'b', state: 'kept_back', failedChecks });
  });

  it('says of a run that failed no more than that', () => {
    const failed = event('failed', 'a', 2, { error: 'no room on /var/lib/somewhere' });
    expect(JSON.stringify(historyOf(event('started', 'a', 0), failed).last)).not.toContain('/var');
  });

  it('does not wait for ever for a run whose process died, once another began', () => {
    const history = historyOf(
      event('started', 'a', 0),
      event('started', 'b', 1),
      event('published', 'b', 2),
    );
    expect(history.running).toBe(false);
  });

  it('is not changed by a run that comes twice', () => {
    const once = [event('started', 'a', 0), event('published', 'a', 2)];
    expect(historyOf(...once, ...once)).toEqual(historyOf(...once));
  });

  it('answers who asked once the run for it has ended, and nobody for ever', async () => {
    const history = historyOf(event('started', 'a', 0));
    const [first, second] = [1, 2].map(() => history.answerTo('stories@1', 10_000));
    const other = history.answerTo('stories@2', 0);
    history.apply(event('kept_back', 'a', 1, { commandIds: ['compute@1', 'stories@1'] }));
    expect(await first).toMatchObject({ id: 'a', state: 'kept_back' });
    expect(await second).toEqual(await first);
    expect(await other).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#schemas/api/staff-health.ts';
import { judgeSource } from './judge-source.ts';
import { after, regular, run } from './testing/runs.ts';

const judge = (runs: readonly RunSummary[], now: Date, everyHours?: number) =>
  judgeSource({ runs, now, everyHours });
const checkOf = (runs: readonly RunSummary[], name: string) =>
  judge(runs, after(12 * runs.length)).checks.find((check) => check.name === name);

describe('the checks of a source', () => {
  it('warns of a volume or a duration off the usual, from enough runs on', () => {
    expect(checkOf([...regular(10), run(120, { published: 5 })], 'volume')).toEqual({
      name: 'volume',
      state: 'warning',
      detail: '5 events, usually 80 to 120.',
    });
    expect(checkOf([...regular(10), run(120, { seconds: 605.2 })], 'duration')).toMatchObject({
      state: 'warning',
      detail: expect.stringMatching(/^10 min 5 s, usually /) as string,
    });
    expect(checkOf([...regular(3), run(36, { published: 5 })], 'volume')?.state).toBe('not_judged');
    // A busy machine makes some seconds of none.
    const small = regular(10, () => ({ seconds: 0.1 }));
    const lasting = (seconds: number) =>
      checkOf([...small, run(120, { seconds })], 'duration')?.state;
    expect([lasting(0.3), lasting(20), lasting(45)]).toEqual(['passed', 'passed', 'warning']);
  });

  it('warns of a file with fewer than half of the rows of the whole one before it, from the second on', () => {
    const judged = (...runs: RunSummary[]) => judge(runs, after(37));
    const cut = run(36, { read: 120, published: 120 });
    const partial = run(24, { state: 'partial', coverage: 'partial', read: 20 });
    const reason =
      'The last whole run read 120 records, fewer than half of the 3,000 of the one before it: look whether all of it came.';
    const first = run(12, { read: 3_000 });
    expect(judged(first, partial, cut)).toMatchObject({ state: 'warning', reasons: [reason] });
    // It counts, whatever broke off after it, until another is as small.
    const broke = run(37, { state: 'partial', coverage: 'partial', uncounted: true, read: 60 });
    expect(judged(first, cut, broke).reasons).toContain(reason);
    expect(judged(first, cut, { ...cut, runId: 'again' }).reasons).toEqual([]);
    // The sweep believes a third one, and so does this.
    const aside = { ...cut, setAside: true };
    const again = { ...aside, runId: 'again' };
    expect(judged(first, aside, again).reasons).toContain(
      'The last whole run read 120 records, fewer than half of the 3,000 of the last one that was believed: look whether all of it came.',
    );
    expect(judged(first, aside, again, { ...cut, runId: 'third' }).reasons).toEqual([]);
    const unsure = { ...cut, runId: 'unsure', unidentified: 2 };
    expect(judged(first, aside, unsure).checks).toContainEqual(
      expect.objectContaining({ name: 'volume', state: 'warning' }),
    );
    expect(judged(run(12, { read: 240 }), cut).state).toBe('healthy');
    expect(judged(partial, cut).state).toBe('healthy');
    expect(judged(cut).state).toBe('healthy');
  });

  it('does not expect of what tells only changes that it is as much as before', () => {
    const changes = (hours: number, read: number) => run(hours, { coverage: 'partial', read });
    expect(judge([changes(0, 300), changes(12, 20)], after(13)).state).toBe('healthy');
  });

  it('leaves it to what is usual, where that is known, how few records are too few', () => {
    const uneven = regular(10, (at) => ({
      read: at % 2 ? 300 : 100,
      published: at % 2 ? 300 : 100,
    }));
    expect(judge([...uneven, run(120)], after(121)).state).toBe('healthy');
  });

  it('fails where more than half could not be understood, warns where it is more than usual', () => {
    const ended = (deadLettered: number) =>
      checkOf([...regular(10, () => ({ deadLettered: 1 })), run(120, { deadLettered })], 'rejected')
        ?.state;
    expect([ended(1), ended(5), ended(51)]).toEqual(['passed', 'warning', 'failed']);
    expect(checkOf([run(0, { published: 10, deadLettered: 9 })], 'rejected')?.state).toBe(
      'not_judged',
    );
  });

  it('fails where nothing of the last run could be used, however small its lot, and warns where it was a handful', () => {
    const few = { read: 12, published: 12, stored: 12 };
    const small = regular(3, () => few);
    const unusable = (over: Partial<RunSummary>) =>
      judge([...small, run(36, { ...few, stored: 0, ...over })], after(37));
    expect(unusable({ deadLettered: 12 })).toMatchObject({
      state: 'failing',
      reasons: ['None of the 12 records could be used.'],
    });
    expect(unusable({ dropped: 12 }).state).toBe('failing');
    expect(unusable({ published: 2, deadLettered: 2 }).state).toBe('warning');
    expect(unusable({ stored: 1, deadLettered: 11 }).state).toBe('healthy');
    expect(unusable({ duplicates: 12 }).state).toBe('healthy');
  });

  it('warns of a tenth that could not be understood while it is not known what is usual', () => {
    const first = (deadLettered: number) => judge([run(0, { deadLettered })], after(1)).state;
    expect([first(10), first(11)]).toEqual(['healthy', 'warning']);
    const dirty = regular(9, () => ({ deadLettered: 30 }));
    expect(judge(dirty, after(97)).state).toBe('healthy');
  });
});

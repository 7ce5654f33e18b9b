import { describe, expect, it } from 'vitest';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import { Collections } from './collections.ts';

let now = 0;
const at = (minute: number): string =>
  new Date(Date.parse('2026-11-21T06:00:00.000Z') + minute * 60_000).toISOString();

const asked = (commandId: string, since: Date) => ({
  commandId,
  kind: 'scan' as const,
  askedBy: 'staff' as const,
  at: since.toISOString(),
});

const run = (
  runId: string,
  state: IngestCollection['state'],
  minute: number,
  more: Partial<IngestCollection> = {},
): IngestCollection => ({
  runId,
  kind: 'scan',
  askedBy: 'staff',
  state,
  at: at(minute),
  startedAt: at(0),
  sources: [],
  ...more,
});

function collections(minute: number, ...events: IngestCollection[]): Collections {
  now = Date.parse(at(minute));
  const all = new Collections(() => new Date(now));
  for (const event of events) all.apply(event);
  return all;
}

describe('the collections', () => {
  it('tell the run under way, and the last one that ended', () => {
    const all = collections(
      2,
      run('a', 'started', 0),
      run('a', 'ended', 1),
      run('b', 'started', 2),
    );
    expect(all.current?.runId).toBe('b');
    expect(all.last?.runId).toBe('a');
    expect(all.running).toBe(true);
    expect(all.all.map(({ runId }) => runId)).toEqual(['b', 'a']);
  });

  it('wait no longer for what was given up before it began, in whichever order that is heard', () => {
    const all = collections(1);
    all.asked(asked('a', new Date(now)));
    all.givenUp('a');
    all.givenUp('b');
    all.asked(asked('b', new Date(now)));
    expect(all.waiting).toEqual([]);
    expect([all.running, all.isUnderWay('a')]).toEqual([false, false]);
    expect(['a', 'b', 'c'].map((id) => all.isOver(id))).toEqual([true, true, false]);
    all.apply(run('a', 'ended', 1, { outcome: 'cancelled' }));
    expect(all.last).toMatchObject({ runId: 'a', outcome: 'cancelled' });
  });

  it('take a run that is silent for long for dead', () => {
    const started = run('a', 'started', 0);
    expect(collections(9, started).running).toBe(true);
    expect(collections(11, started).running).toBe(false);
    expect(collections(11, started, run('a', 'progress', 2)).running).toBe(true);
  });

  it('count what was asked for as under way, until it should have begun', () => {
    const all = collections(0);
    all.asked(asked('a', new Date(now)));
    expect([all.running, all.isUnderWay('a'), all.isUnderWay('b')]).toEqual([true, true, false]);
    now += 61_000;
    expect(all.running).toBe(false);
    all.asked(asked('b', new Date(now)));
    all.apply(run('b', 'ended', 2));
    expect([all.running, all.isUnderWay('b')]).toEqual([false, false]);
  });

  it('wait a day for what was asked for, in whichever process, and no longer', () => {
    const all = collections(1, run('done', 'ended', 1));
    const hours = (many: number) => now + many * 3_600_000;
    for (const id of ['a', 'done']) all.asked(asked(id, new Date(now)));
    all.asked(asked('long ago', new Date(hours(-27))));
    const waiting = () => {
      const underWay = ['a', 'done', 'long ago'].filter((id) => all.isUnderWay(id));
      expect(all.waiting.map(({ commandId }) => commandId)).toEqual(underWay);
      return underWay;
    };
    expect(waiting()).toEqual(['a']);
    now = hours(25);
    expect(waiting()).toEqual(['a']);
    now = hours(2);
    expect(waiting()).toEqual([]);
  });

  it('do not open a run again that has ended, nor show what another run answered', () => {
    const all = collections(
      2,
      run('a', 'ended', 1, { outcome: 'done' }),
      run('a', 'started', 0),
      run('b', 'ended', 2, { joined: 'a' }),
    );
    expect(all.running).toBe(false);
    expect(all.all.map(({ runId, outcome }) => [runId, outcome])).toEqual([['a', 'done']]);
  });

  it('wait for an end, and no longer than one wants to', async () => {
    const all = collections(1, run('a', 'started', 0));
    expect(await all.settled('a', 5)).toMatchObject({ state: 'started' });
    expect(await all.settled('nobody', 5)).toBeUndefined();
    const both = Promise.all([all.settled('a', 60_000), all.settled('a', 60_000)]);
    all.apply(run('a', 'ended', 1));
    expect(await both).toMatchObject([{ state: 'ended' }, { state: 'ended' }]);
    expect(await all.settled('a', 60_000)).toMatchObject({ state: 'ended' });
  });

  it('remember the last ones, and those under way for a week', () => {
    const many = Array.from({ length: 100 }, (_run, n) => run(`run-${n}`, 'ended', 1));
    const all = collections(1, run('long', 'started', 0), ...many);
    expect(all.current?.runId).toBe('long');
    expect(all.all.length).toBeLessThanOrEqual(31);
    expect(all.last?.runId).toBe('run-99');
    // What is heard of late does not wait again, though its run is no longer shown.
    all.asked(asked('run-0', new Date(now)));
    expect([all.waiting, all.isUnderWay('run-0')]).toEqual([[], false]);
    now += 8 * 24 * 3_600_000;
    all.apply(run('next', 'ended', 8 * 24 * 60));
    expect(all.all.map(({ runId }) => runId)).not.toContain('long');
  });
});

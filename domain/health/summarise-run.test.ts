import { describe, expect, it } from 'vitest';
import type { IngestAlive } from '#schemas/events/ingest-alive.ts';
import type { IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { funnelOf, summariseRun, type ToldRun } from './summarise-run.ts';

const said = (
  state: IngestRun['state'],
  minute: number,
  over: Partial<IngestRun> = {},
): IngestRun => ({
  runId: 'run-1',
  source: 'example-dealer',
  sample: false,
  coverage: 'full',
  state,
  at: `2026-11-21T06:${String(minute).padStart(2, '0')}:00.000Z`,
  ...over,
});
const told = (states: IngestRun[], over: Partial<ToldRun> = {}): ToldRun => ({
  states,
  crawled: undefined,
  compared: undefined,
  alive: undefined,
  cancelled: [],
  ...over,
});
const funnel = (over: Partial<IngestFunnel>): IngestFunnel => ({
  runId: 'run-1',
  source: 'example-dealer',
  sample: false,
  step: 'crawled',
  at: '2026-11-21T06:09:00.000Z',
  counts: {},
  ...over,
});
const livesAt = (at: string, over: Partial<IngestAlive> = {}): IngestAlive => ({
  runId: 'run-1',
  source: 'example-dealer',
  sample: false,
  at,
  ...over,
});
const now = new Date('2026-11-21T07:00:00.000Z');
const summary = (run: ToldRun, over = {}) => summariseRun(run, { now, isNewest: true, ...over });

const published = said('published', 10, { read: 90, published: 96 });
const loaded = said('loaded', 11, {
  read: 90,
  published: 96,
  stored: 80,
  duplicates: 6,
  dropped: { not_an_rv: 3 },
  deadLettered: { no_vehicle: 6, blocked: 1 },
});

it('a run that left out what it was not for is of some of its source', () => {
  const scopeOf = (missed: Record<string, number>) =>
    summary(told([said('started', 0), loaded], { crawled: funnel({ missed }) })).scope;
  expect([scopeOf({ left_out: 3 }), scopeOf({ http_500: 1 })]).toEqual(['some', 'all']);
  // The site's own bound ends every run of it.
  expect([scopeOf({ trial: 1 }), scopeOf({ limit: 1 })]).toEqual(['some', 'all']);
});

describe('a run', () => {
  it('was set aside, or could not tell what is gone, where what it was compared with says so', () => {
    const compared = (missed: Record<string, number>) => {
      const run = { compared: funnel({ step: 'compared', missed }) };
      const { setAside, unidentified } = summary(
        told([said('started', 0), published, loaded], run),
      );
      return { setAside, unidentified };
    };
    expect(compared({ set_aside: 4 })).toEqual({ setAside: true, unidentified: undefined });
    expect(compared({ unidentified: 4 })).toEqual({ setAside: undefined, unidentified: 4 });
    expect(compared({})).toEqual({ setAside: undefined, unidentified: undefined });
  });

  it('is running until all is in the log, and loading until all is in the warehouse', () => {
    const alive = { alive: livesAt('2026-11-21T06:58:00.000Z') };
    expect(summary(told([said('started', 0)], alive))).toMatchObject({
      state: 'running',
      startedAt: '2026-11-21T06:00:00.000Z',
      endedAt: null,
      seconds: null,
      published: null,
      stored: null,
    });
    expect(summary(told([said('started', 0), published]))).toMatchObject({
      state: 'loading',
      seconds: 600,
      published: 96,
      stored: null,
    });
    expect(summary(told([said('started', 0), published, loaded]))).toMatchObject({
      state: 'done',
      endedAt: '2026-11-21T06:11:00.000Z',
      seconds: 600,
      stored: 80,
      duplicates: 6,
      dropped: 3,
      deadLettered: 7,
    });
  });

  it('is partial where it saw less than it set out for', () => {
    const partial = { coverage: 'partial' } as const;
    expect(summary(told([said('started', 0), { ...loaded, ...partial }])).state).toBe('partial');
    const always = [said('started', 0, partial), { ...loaded, ...partial }];
    expect(summary(told(always)).state).toBe('done');
  });

  it('is partial where a file of it broke off, whatever it set out for, and says so from then on', () => {
    const partial = { coverage: 'partial' } as const;
    const broken = { ...partial, error: 'lot.csv: is empty; nothing was read from it.' };
    const states = [said('started', 0, partial), { ...published, ...broken }];
    expect(summary(told(states))).toMatchObject({ state: 'loading', error: broken.error });
    expect(summary(told([...states, { ...loaded, ...broken }]))).toMatchObject({
      state: 'partial',
      error: broken.error,
    });
  });

  it('was sent away where the site asked it to come later before it saw a page', () => {
    const states = [
      said('started', 0),
      said('published', 1, { coverage: 'partial', error: 'the site asked us to come later' }),
      said('loaded', 2, { coverage: 'partial', error: 'the site asked us to come later' }),
    ];
    const sentAway = (missed: Record<string, number>, fetched?: number) =>
      summary(told(states, { crawled: funnel({ missed, counts: { fetched } }) })).sentAway;
    expect(sentAway({ host_away: 1 })).toBe(true);
    expect(sentAway({ host_taken: 1 })).toBe(true);
    expect(sentAway({ host_away: 1, nothing_seen: 1 }, 3)).toBe(true);
    expect(sentAway({ host_away: 1 }, 3)).toBeUndefined();
    expect(sentAway({ limit: 1, nothing_seen: 1 }, 3)).toBeUndefined();
  });

  it('counts in no figure where it is of a file of registrations that broke off', () => {
    const error = 'oregon.csv: breaks off';
    const part = (ends?: IngestRun['ends']) =>
      summary(
        told([
          said('started', 0),
          said('published', 10, { coverage: 'partial', error, ends }),
          said('loaded', 11, { coverage: 'partial', error, ends }),
        ]),
      );
    expect(part()).toMatchObject({ state: 'partial', uncounted: true });
    // Listings of a file that broke off are listings.
    expect(part([{ partition: 0, end: 4 }])).toMatchObject({ state: 'partial' });
    expect(part([]).uncounted).toBeUndefined();
    expect(summary(told([said('started', 0), published, loaded])).uncounted).toBeUndefined();
  });

  it('has not seen the whole source until all that it saw is in the log, nor where it failed', () => {
    const coverageOf = (...states: IngestRun[]) => summary(told(states)).coverage;
    expect(coverageOf(said('started', 0))).toBe('partial');
    expect(coverageOf(said('started', 0), said('failed', 9, { error: 'no space left' }))).toBe(
      'partial',
    );
    expect(coverageOf(said('started', 0), published)).toBe('full');
    expect(coverageOf(said('started', 0), published, loaded)).toBe('full');
  });

  it('that failed has the counts that were told of it, and no other', () => {
    const run = told([
      said('started', 0),
      said('failed', 2, { error: 'full', read: 7, published: 9 }),
    ]);
    expect(summary(run)).toMatchObject({ read: 7, published: 9, stored: null });
    expect(funnelOf(run).stages).toEqual([{ stage: 'records', unit: 'records', count: 7 }]);
    expect(summary(told([said('failed', 2)]))).toMatchObject({ read: null, published: null });
  });

  it('is blocked where the crawler says so, else failed', () => {
    const states = [said('started', 0), said('failed', 2, { error: 'blocked: a challenge page' })];
    expect(summary(told(states))).toMatchObject({
      state: 'failed',
      error: 'blocked: a challenge page',
    });
    expect(summary(told(states, { crawled: funnel({ blocked: 'a challenge page' }) })).state).toBe(
      'blocked',
    );
  });

  it('is cancelled where staff gave it up before it ended', () => {
    const cancelled = [{ from: '2026-11-21T06:00:00.000Z', at: '2026-11-21T07:00:00.000Z' }];
    const failed = [said('started', 0), said('failed', 2)];
    expect(summary(told(failed, { cancelled })).state).toBe('cancelled');
    expect(summary(told([...failed, loaded], { cancelled })).state).toBe('done');
  });

  it('has failed where it was given up only after it had, as often as that was', () => {
    const failed = [said('started', 0), said('failed', 2, { error: 'it is down' })];
    const again = [said('started', 4), said('failed', 6, { error: 'given up' })];
    const cancelled = [
      { from: '2026-11-21T06:04:00.000Z', at: '2026-11-21T06:05:00.000Z' },
      { from: '2026-11-21T06:08:00.000Z', at: '2026-11-21T06:09:00.000Z' },
    ];
    const more = [said('started', 8), said('failed', 10)];
    expect(summary(told([...failed, ...again, ...more], { cancelled }))).toMatchObject({
      state: 'failed',
      error: 'it is down',
    });
    expect(summary(told([...again, ...more], { cancelled })).state).toBe('cancelled');
    // By what did not come to it nothing of it was given up.
    const later = [{ from: '2026-11-21T06:30:00.000Z', at: '2026-11-21T06:31:00.000Z' }];
    expect(summary(told(failed, { cancelled: later })).state).toBe('failed');
  });

  it('is lost where its source began another, or its process was silent for ten minutes', () => {
    const states = [said('started', 0)];
    const after = (minutes: number) => ({ now: new Date(Date.UTC(2026, 10, 21, 6, minutes)) });
    expect(summary(told(states), { ...after(2), isNewest: false }).state).toBe('lost');
    expect(summary(told(states), after(10)).state).toBe('running');
    expect(summary(told(states), after(11)).state).toBe('lost');
  });

  it('is under way for as long as its process says so, a slow site for days', () => {
    const slow = told([said('started', 0)], { alive: livesAt('2026-11-23T06:00:00.000Z') });
    const summaryAt = (at: string) => summary(slow, { now: new Date(at) }).state;
    expect(summaryAt('2026-11-23T06:09:00.000Z')).toBe('running');
    expect(summaryAt('2026-11-23T06:11:00.000Z')).toBe('lost');
  });

  it('says what it waits for while it is under way, and no more once that is over', () => {
    const waits = { why: 'asked_to', status: 503, until: '2026-11-21T06:20:00.000Z' } as const;
    const waitsAt = (minute: number, ...since: IngestRun[]) =>
      summary(
        told([said('started', 0), ...since], {
          alive: livesAt('2026-11-21T06:10:00.000Z', { waits }),
        }),
        { now: new Date(Date.UTC(2026, 10, 21, 6, minute)) },
      ).waits;
    expect(waitsAt(12)).toEqual(waits);
    expect(waitsAt(20)).toBeUndefined();
    expect(waitsAt(16, said('published', 15))).toBeUndefined();
    expect(waitsAt(16, said('failed', 15))).toBeUndefined();
    // Killed, and taken up again since.
    expect(waitsAt(16, said('started', 15))).toBeUndefined();
  });

  it('waits for its loading however long that takes, once all of it is in the log', () => {
    expect(summary(told([said('started', 0), published])).state).toBe('loading');
  });

  it('goes on where it was taken up again after it failed', () => {
    const again = [said('started', 0), said('failed', 2), said('started', 5)];
    const soonAfter = { now: new Date('2026-11-21T06:06:00.000Z') };
    expect(summary(told(again), soonAfter)).toMatchObject({
      state: 'running',
      startedAt: '2026-11-21T06:00:00.000Z',
    });
    // Two minutes until it failed, and five once it went on; nothing was collected between them.
    expect(summary(told([...again, published])).seconds).toBe(420);
  });

  it('took nobody knows how long, where it was killed before and did not say when', () => {
    const killed = [said('started', 0), said('started', 6)];
    expect(summary(told(killed)).seconds).toBeNull();
    expect(summary(told([...killed, published])).seconds).toBeNull();
    expect(summary(told([...killed, said('failed', 8)])).seconds).toBeNull();
  });
});

describe('the funnel of a run', () => {
  it('has of a file no stages of a crawl', () => {
    const { stages, rejected } = funnelOf(told([said('started', 0), published, loaded]));
    expect(stages).toEqual([
      { stage: 'records', unit: 'records', count: 90 },
      { stage: 'valid', unit: 'records', count: 86 },
      { stage: 'duplicates', unit: 'records', count: 6 },
    ]);
    expect(rejected.map(({ reason, kind, count }) => [reason, kind, count])).toEqual([
      ['no_vehicle', 'dead_letter', 6],
      ['not_an_rv', 'dropped', 3],
      ['blocked', 'dead_letter', 1],
    ]);
  });

  it('has of a crawl all of them, in their order', () => {
    const { stages, rejected } = funnelOf(
      told([said('started', 0), published, loaded], {
        crawled: funnel({
          counts: { discovered: 120, allowed: 110, fetched: 108, parsed: 96 },
          missed: { robots_disallowed: 10, http_500: 0 },
        }),
        compared: funnel({ step: 'compared', counts: { new: 6, changed: 10, unchanged: 64 } }),
      }),
    );
    expect(stages.map(({ stage, count }) => `${stage} ${count}`)).toEqual([
      'discovered 120', 'allowed 110', 'fetched 108', 'parsed 96', 'records 90', 'valid 86', 'new 6',
      'changed 10', 'unchanged 64', 'duplicates 6',
    ]); // prettier-ignore
    expect(rejected[0]).toEqual({
      reason: 'robots_disallowed',
      kind: 'not_seen',
      unit: 'pages',
      count: 10,
    });
  });

  it('counts what was put aside and understood since, and why it had been', () => {
    const run = told([said('started', 0), published, loaded], {
      reread: funnel({
        step: 'reread',
        counts: { stored: 4 },
        missed: { no_vehicle: 5 },
        dropped: { not_an_rv: 1 },
      }),
    });
    expect(summary(run)).toMatchObject({ stored: 84, duplicates: 6, dropped: 4, deadLettered: 2 });
    const { stages, rejected } = funnelOf(run);
    expect(stages).toEqual([
      { stage: 'records', unit: 'records', count: 90 },
      { stage: 'valid', unit: 'records', count: 90 },
      { stage: 'duplicates', unit: 'records', count: 6 },
      { stage: 'reread', unit: 'records', count: 4 },
    ]);
    expect(rejected.map(({ reason, kind, count }) => [reason, kind, count])).toEqual([
      ['not_an_rv', 'dropped', 4],
      ['no_vehicle', 'dead_letter', 1],
      ['blocked', 'dead_letter', 1],
    ]);
  });

  it('says nothing of what was understood since of a run that is not loaded', () => {
    const reread = funnel({ step: 'reread', counts: { stored: 4 }, missed: { no_vehicle: 4 } });
    const run = told([said('started', 0), published], { reread });
    expect(summary(run)).toMatchObject({ stored: null, dropped: null, deadLettered: null });
    expect(funnelOf(run)).toEqual(funnelOf(told([said('started', 0), published])));
  });

  it('adds up where the run ended before it had asked for all that it came upon', () => {
    const rejectedOf = (counts: IngestFunnel['counts'], missed: Record<string, number>) => {
      const crawled = funnel({ counts, missed });
      const { rejected } = funnelOf(told([said('started', 0), said('failed', 2)], { crawled }));
      return rejected.map(({ reason, kind, unit, count }) => `${reason} ${kind} ${count} ${unit}`);
    };
    expect(rejectedOf({ discovered: 38, allowed: 7 }, { robots_disallowed: 1, limit: 0 })).toEqual([
      'not_asked_for not_seen 30 pages',
      'robots_disallowed not_seen 1 pages',
    ]);
    expect(rejectedOf({ discovered: 27, allowed: 1 }, { blocked: 1 })).toEqual([
      'not_asked_for not_seen 26 pages',
      'blocked not_seen 1 pages',
    ]);
    expect(rejectedOf({ discovered: 9, allowed: 6 }, { left_out: 3 })).toEqual([
      'left_out not_seen 3 pages',
    ]);
  });

  describe('of a crawl', () => {
    const soFar = {
      counts: { discovered: 30, allowed: 9, fetched: 7, parsed: 6, records: 5 },
      missed: { robots_disallowed: 1, put_off: 2 },
    };
    const alive = livesAt('2026-11-21T06:10:00.000Z', { soFar });
    const shown = (run: ToldRun, isOpen: boolean) => {
      const { stages, rejected } = funnelOf(run, { isOpen });
      return [
        stages.map(({ stage, count }) => `${stage} ${count}`).join(', '),
        rejected.map(({ reason, count }) => `${reason} ${count}`).join(', '),
      ];
    };
    const SO_FAR = 'discovered 30, allowed 9, fetched 7, parsed 6, records 5';

    it('that goes on has what it has come to, and what it has not yet asked for has not fallen out', () => {
      const run = told([said('started', 0)], { alive });
      expect(shown(run, true)).toEqual([SO_FAR, 'put_off 2, robots_disallowed 1']);
      // Staff gave it up.
      expect(shown(run, false)).toEqual([
        SO_FAR,
        'not_asked_for 20, put_off 2, robots_disallowed 1',
      ]);
    });

    it('that broke off and goes on has what it has come to since, and that ended how it ended', () => {
      const crawledAt = (minute: number) =>
        funnel({
          at: said('started', minute).at,
          counts: { discovered: 30, allowed: 29, fetched: 29, parsed: 28 },
          missed: { robots_disallowed: 1 },
        });
      const failed = said('failed', 5, { read: 3 });
      const states = [said('started', 0), failed, said('started', 8)];
      expect(shown(told(states, { alive, crawled: crawledAt(6) }), true)[0]).toBe(SO_FAR);
      const ended = told([...states, said('published', 12, { read: 28 })], { alive });
      expect(shown({ ...ended, crawled: crawledAt(13) }, false)).toEqual([
        'discovered 30, allowed 29, fetched 29, parsed 28, records 28',
        'robots_disallowed 1',
      ]);
    });

    it('is judged by nothing that was told while it went on', () => {
      const states = [said('started', 0, { ofPart: undefined }), said('loaded', 11)];
      const away = {
        counts: { ...soFar.counts, fetched: 0 },
        missed: { host_away: 1, left_out: 1 },
      };
      const run = told(states, { alive: livesAt('2026-11-21T06:10:00.000Z', { soFar: away }) });
      expect(summary(run)).toMatchObject({ state: 'done', scope: 'all' });
      expect(summary(run)).not.toHaveProperty('sentAway');
    });
  });

  it('says nothing of what is not known yet', () => {
    expect(funnelOf(told([said('started', 0)]))).toEqual({
      runId: 'run-1',
      stages: [],
      rejected: [],
    });
  });
});

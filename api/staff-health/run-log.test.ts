import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUNS_SHOWN } from '#schemas/api/staff-health.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { RunLog, RUNS_KEPT } from './run-log.ts';
import { at, crawled, logOf, noSchedule, NOW, said } from './testing/run-events.ts';

describe('the log of runs', () => {
  it('is the same where events come twice', () => {
    const events = array(
      record({
        runId: constantFrom('a', 'b', 'c'),
        state: constantFrom('started', 'published', 'loaded', 'failed'),
        minutes: integer({ min: 0, max: 600 }),
      }),
      { maxLength: 12 },
    );
    assert(
      property(events, (many) => {
        const once = many.map(({ runId, state, minutes }) => said(runId, state, minutes));
        const twice = once.flatMap((event) => [event, event]);
        expect(logOf(twice).sources(NOW, noSchedule)).toEqual(logOf(once).sources(NOW, noSchedule));
      }),
    );
  });

  it('knows since when a source fails: its first failure since it last came in', () => {
    const since = (...events: IngestRun[]) =>
      logOf(events).sources(NOW, noSchedule)[0]?.failingSince ?? null;
    const cameIn = [said('a', 'started', 90), said('a', 'failed', 80), said('a', 'loaded', 70)];
    const failed = [said('b', 'started', 60), said('b', 'failed', 50)];
    expect(since(...cameIn)).toBeNull();
    expect(since(...failed)).toBe(at(50));
    const again = [said('c', 'started', 12), said('c', 'failed', 10)];
    expect(since(...cameIn, ...failed, ...again)).toBe(at(50));
    // Taken up where it was, it is the same run.
    expect(since(...cameIn, ...failed, said('b', 'started', 40), said('b', 'failed', 10))).toBe(
      at(50),
    );
    expect(since(...failed, said('c', 'started', 12), said('c', 'loaded', 10))).toBeNull();
  });

  it('counts no failure from what staff gave up', () => {
    const log = logOf([said('a', 'started', 60), said('a', 'failed', 50)]);
    log.applyRun(said('b', 'started', 12));
    log.applyRun(said('b', 'failed', 10));
    log.applyCollection({
      runId: 'scan@0',
      kind: 'scan',
      askedBy: 'staff',
      state: 'ended',
      at: at(49),
      startedAt: at(60),
      sources: [
        {
          source: 'dealer',
          sample: false,
          state: 'cancelled',
          runId: 'a',
          processed: 0,
          newListings: 0,
        },
      ],
    });
    expect(log.sources(NOW, noSchedule)[0]?.failingSince).toBe(at(10));
  });

  it('judges a source by no run of a part, however many there are, and whatever becomes of them', () => {
    const judged = (...events: IngestRun[]) => {
      const [row] = logOf(events).sources(NOW, noSchedule);
      return { state: row?.state, last: row?.lastOfSource?.runId };
    };
    const failed = [said('a', 'loaded', 900), said('b', 'started', 800), said('b', 'failed', 790)];
    const partsLoaded = (length: number) =>
      Array.from({ length }, (_, n) =>
        (['started', 'loaded'] as const).map((state) =>
          said(`part-${n}`, state, 700 - n, { ofPart: true }),
        ),
      ).flat();
    const parts = partsLoaded(RUNS_SHOWN + 1);
    expect(judged(...failed, ...parts)).toEqual({ state: 'failing', last: 'b' });
    expect(judged(...failed, said('c', 'started', 1, { ofPart: true })).state).toBe('failing');
    expect(judged(...parts)).toEqual({ state: 'configured', last: undefined });
    expect(judged(said('a', 'loaded', 900), ...parts)).toEqual({ state: 'healthy', last: 'a' });
    const many = partsLoaded(RUNS_KEPT + 1);
    expect(judged(...failed, ...many)).toEqual({ state: 'failing', last: 'b' });
  });

  it('keeps a part beside as many whole runs as are kept, and has none put a run under way out', () => {
    const log = new RunLog();
    for (let n = 0; n < RUNS_KEPT; n += 1)
      for (const state of ['started', 'loaded'] as const)
        log.applyRun(said(`run-${n}`, state, 900 - n));
    const part = { ofPart: true };
    log.applyRun(said('scan', 'started', 5, part));
    log.applyRun(said('scan', 'published', 4, part));
    log.applyRun(said('new', 'started', 3));
    log.applyRun(said('scan', 'loaded', 2, part));
    expect(log.story('scan', NOW)?.run.state).toBe('done');
    expect(log.sources(NOW, noSchedule)[0]).toMatchObject({
      state: 'healthy',
      lastRun: { runId: 'new', state: 'running' },
    });
  });

  it('has no run whose beginning it does not know behind those that it knows', () => {
    const log = logOf([said('a', 'started', 9), said('b', 'loaded', 8)]);
    expect(log.sources(NOW, noSchedule)[0]?.runs.map(({ runId }) => runId)).toEqual(['b', 'a']);
    expect(log.story('a', NOW)?.run.state).toBe('running');
  });

  it('has a part no longer under way where another run began since, a whole run only where a whole one did', () => {
    const states = (...events: IngestRun[]) =>
      logOf(events)
        .sources(NOW, noSchedule)[0]
        ?.runs.map(({ state }) => state);
    const [whole, part] = [
      said('whole', 'started', 3),
      said('part', 'started', 2, { ofPart: true }),
    ];
    expect(states(whole, part)).toEqual(['running', 'running']);
    expect(states(part, whole)).toEqual(['lost', 'running']);
    expect(states(whole, said('next', 'started', 1))).toEqual(['lost', 'running']);
    expect(states(part, said('next', 'started', 1, { ofPart: true }))).toEqual(['lost', 'running']);
  });

  it('reads a part that failed as no refusal, and one that waits as nothing to wait for', () => {
    const log = logOf([said('a', 'loaded', 900), said('part', 'started', 60, { ofPart: true })]);
    log.applyRun(said('part', 'failed', 50, { ofPart: true }));
    const scan = { runId: 'specific@0', kind: 'specific' as const, askedBy: 'staff' as const };
    const told = { source: 'dealer', sample: false, processed: 0, newListings: 0 };
    log.applyCollection({
      ...scan,
      state: 'ended',
      at: at(49),
      startedAt: at(61),
      sources: [{ ...told, state: 'failed', runId: 'part', detail: 'It is down.' }],
    });
    for (let n = 0; n <= RUNS_SHOWN; n += 1)
      for (const state of ['started', 'loaded'] as const)
        log.applyRun(said(`part-${n}`, state, 45 - n, { ofPart: true }));
    expect(log.sources(NOW, noSchedule)[0]).toMatchObject({ state: 'healthy', awaited: false });
    log.applyCollection({
      ...scan,
      runId: 'specific@1',
      state: 'progress',
      at: at(1),
      startedAt: at(1),
      sources: [{ ...told, state: 'waiting' }],
    });
    expect(log.sources(NOW, noSchedule)[0]).toMatchObject({ state: 'healthy', awaited: false });
  });

  it('takes no failure back where the run is gone on with and given up', () => {
    const log = logOf([
      said('a', 'started', 60),
      said('a', 'failed', 50),
      said('a', 'started', 20),
      said('a', 'failed', 10),
    ]);
    const source = { source: 'dealer', sample: false, state: 'cancelled' as const, runId: 'a' };
    log.applyCollection({
      runId: 'all@0',
      kind: 'collect-all',
      askedBy: 'staff',
      state: 'ended',
      at: at(9),
      startedAt: at(21),
      sources: [{ ...source, processed: 0, newListings: 0 }],
    });
    expect(log.sources(NOW, noSchedule)[0]).toMatchObject({
      state: 'failing',
      failingSince: at(50),
    });
  });

  it('takes a funnel that comes before its run, and the last of two', () => {
    const log = new RunLog();
    log.applyFunnel(crawled('a', 1));
    expect(log.sources(NOW, noSchedule)).toEqual([]);
    expect(log.story('a', NOW)).toBeUndefined();
    log.applyFunnel(crawled('a', 2));
    log.applyRun(said('a', 'started', 9));
    log.applyRun(said('a', 'loaded', 8));
    expect(log.sources(NOW, noSchedule)[0]?.funnel?.stages).toEqual([
      { stage: 'fetched', unit: 'pages', count: 2 },
    ]);
  });

  it('tells how far a run is while it goes on, and what it waits for, and is judged by neither', () => {
    const log = logOf([said('a', 'started', 300), said('a', 'loaded', 290)]);
    const judged = log.sources(NOW, noSchedule)[0];
    log.applyRun(said('b', 'started', 6));
    const counts = { discovered: 30, allowed: 9, fetched: 7, parsed: 6, records: 5 };
    const waits = { why: 'asked_to', status: 503, until: at(-2) } as const;
    const soFar = { counts, missed: { put_off: 2 } };
    const b = { runId: 'b', source: 'dealer', sample: false };
    log.applyAlive({ ...b, at: at(1), soFar, waits });
    const { run, funnel } = log.story('b', NOW) ?? {};
    expect(run?.waits).toEqual(waits);
    expect(funnel?.stages.map(({ stage, count }) => `${stage} ${count}`)).toEqual([
      'discovered 30', 'allowed 9', 'fetched 7', 'parsed 6', 'records 5',
    ]); // prettier-ignore
    expect(funnel?.rejected.map(({ reason }) => reason)).toEqual(['put_off']);
    const row = log.sources(NOW, noSchedule)[0];
    expect(row?.lastRun?.waits).toEqual(waits);
    expect(row).toMatchObject({ state: judged?.state, reasons: judged?.reasons });
    expect(row?.funnel).toEqual(judged?.funnel);
  });

  it('shows the funnel of the last run that ended while another is under way', () => {
    const log = logOf([said('a', 'started', 9), said('a', 'loaded', 8), said('b', 'started', 1)]);
    const [source] = log.sources(NOW, noSchedule);
    expect(source).toMatchObject({
      lastRun: { runId: 'b', state: 'running' },
      funnel: { runId: 'a' },
    });
  });

  it('tells of one instant what was counted before how the run ended', () => {
    const log = logOf([said('a', 'started', 1), said('a', 'failed', 1)]);
    log.applyFunnel(crawled('a', 2));
    expect(log.story('a', NOW)?.log.map(({ state }) => state)).toEqual([
      'started',
      'crawled',
      'failed',
    ]);
  });

  it('says of a run that broke off why, and in its log once', () => {
    const error = 'lot.csv: is empty; nothing was read from it.';
    const broken: Partial<IngestRun> = { coverage: 'partial', error, ends: [] };
    const log = logOf([
      said('a', 'started', 9),
      said('a', 'published', 8, broken),
      said('a', 'loaded', 7, broken),
    ]);
    const [source] = log.sources(NOW, noSchedule);
    expect(source).toMatchObject({ state: 'warning', lastRun: { state: 'partial', error } });
    expect(source?.reasons[0]).toContain(error);
    expect(log.story('a', NOW)?.log.map((line) => line.error)).toEqual([null, error, null]);
  });

  it('has a run that is gone on with behind the one that began meanwhile, and under way', () => {
    const log = logOf([
      said('a', 'started', 90),
      said('a', 'failed', 80),
      said('b', 'started', 70),
      said('b', 'loaded', 60),
      said('a', 'started', 20),
      // Comes twice.
      said('b', 'started', 70),
    ]);
    const states = () => log.sources(NOW, noSchedule)[0]?.runs.map((run) => [run.runId, run.state]);
    expect(states()).toEqual([
      ['b', 'done'],
      ['a', 'lost'],
    ]);
    log.applyAlive({ runId: 'a', source: 'dealer', sample: false, at: at(2) });
    expect(states()?.at(-1)).toEqual(['a', 'running']);
    expect(log.story('a', NOW)?.run.state).toBe('running');
    log.applyRun(said('a', 'loaded', 10, { coverage: 'partial' }));
    expect(states()?.at(-1)).toEqual(['a', 'partial']);
  });

  describe('judges by its volume', () => {
    /** A day's crawl of so many pages, with as many records less two. */
    const crawl = (
      log: RunLog,
      day: number,
      allowed: number,
      cutBy?: 'trial' | 'limit',
      records = allowed - 2,
    ) => {
      const runId = `run-${day}`;
      const minutes = (12 - day) * 24 * 60;
      const counts: Partial<IngestRun> = {
        coverage: cutBy ? 'partial' : 'full',
        read: records,
        published: records,
        ends: [],
      };
      log.applyRun(said(runId, 'started', minutes));
      const missed = cutBy ? { missed: { [cutBy]: 1 } } : {};
      log.applyFunnel({ ...crawled(runId, allowed), counts: { allowed }, ...missed });
      log.applyRun(said(runId, 'published', minutes, counts));
      log.applyRun(said(runId, 'loaded', minutes, { ...counts, stored: records }));
    };
    const volumeOf = (log: RunLog) => {
      const { state, last, runs } = log.sources(NOW, noSchedule)[0]?.volume ?? {};
      return { state, last, runs };
    };

    it('no trial that a limit cut, whichever run came first', () => {
      const log = new RunLog();
      crawl(log, 1, 3, 'trial');
      for (let day = 2; day <= 10; day += 1) crawl(log, day, 8);
      const usual = { state: 'usual', last: 6, runs: 8 };
      expect(volumeOf(log)).toEqual(usual);
      // As many pages as the others, though few of them offer something.
      crawl(log, 11, 8, 'trial', 1);
      expect(volumeOf(log)).toEqual(usual);
      expect(log.sources(NOW, noSchedule)[0]).toMatchObject({ reasons: [] });
      expect(log.story('run-11', NOW)?.run.scope).toBe('some');
    });

    it('every run of a site that its own file always cuts, and no trial of it', () => {
      const log = new RunLog();
      // Sitemaps come and go.
      for (let day = 1; day <= 8; day += 1) crawl(log, day, 40 + (day % 3), 'limit', 38);
      expect(volumeOf(log)).toEqual({ state: 'usual', last: 38, runs: 7 });
      crawl(log, 9, 40, 'limit', 3);
      expect(volumeOf(log)).toEqual({ state: 'low', last: 3, runs: 8 });
      crawl(log, 10, 6, 'trial');
      expect(volumeOf(log)).toEqual({ state: 'low', last: 3, runs: 8 });
    });
  });

  it('shows the worst source first', () => {
    const ended = (source: string, state: 'loaded' | 'failed') => [
      said(source, 'started', 9, { source }),
      said(source, state, 8, { source }),
    ];
    const log = logOf([...ended('b', 'loaded'), ...ended('c', 'failed'), ...ended('a', 'loaded')]);
    expect(log.sources(NOW, noSchedule).map(({ source }) => source)).toEqual(['c', 'a', 'b']);
  });

  it('shows a source that is set up and has not run, and one of the sample apart from its namesake', () => {
    const plan = { collected: ['dealer'], everyHours: 12 };
    expect(logOf([]).sources(NOW, plan)).toMatchObject([
      { source: 'dealer', state: 'configured', lastRun: null },
    ]);
    const log = logOf([
      said('a', 'started', 9, { sample: true }),
      said('a', 'loaded', 8, { sample: true }),
      said('b', 'started', 9),
      said('b', 'failed', 8),
    ]);
    expect(log.sources(NOW, plan)).toMatchObject([
      { source: 'dealer', sample: false, state: 'failing' },
      { source: 'dealer', sample: true, state: 'healthy' },
    ]);
  });

  it('judges what a schedule collects by the schedule', () => {
    const log = logOf([said('a', 'started', 60 * 40), said('a', 'loaded', 60 * 40)]);
    expect(log.sources(NOW, noSchedule)[0]?.state).toBe('healthy');
    expect(log.sources(NOW, { collected: ['dealer'], everyHours: 12 })[0]?.state).toBe('stale');
  });

  it.each([
    ['fails', { error: 'full' }, 'failed', 'failing'],
    ['brings nothing', { coverage: 'partial', published: 0 }, 'loaded', 'stale'],
  ] as const)('knows when a source last came in that %s ever since', (_what, over, last, state) => {
    const days = 24 * 60;
    const log = logOf([said('good', 'started', 60 * days), said('good', 'loaded', 60 * days)]);
    for (let n = RUNS_SHOWN; n > 0; n -= 1) {
      log.applyRun(said(`run-${n}`, 'started', n * days, { coverage: 'partial' }));
      if (last === 'loaded') log.applyRun(said(`run-${n}`, 'published', n * days, over));
      log.applyRun(said(`run-${n}`, last, n * days, over));
    }
    const plan = { collected: ['dealer'], everyHours: 12 };
    expect(log.sources(NOW, plan)).toMatchObject([
      { state, freshness: { state: 'stale', lastAt: at(60 * days) } },
    ]);
  });

  it('keeps the newest runs of a source', () => {
    const events = Array.from({ length: RUNS_KEPT + 1 }, (_, n) =>
      (['started', 'loaded'] as const).map((state) => said(`run-${n}`, state, 900 - n)),
    );
    const log = logOf(events.flat());
    expect(log.story('run-0', NOW)).toBeUndefined();
    expect(log.story('run-1', NOW)).toBeDefined();
    expect(log.sources(NOW, noSchedule)[0]?.runs).toHaveLength(30);
  });
});

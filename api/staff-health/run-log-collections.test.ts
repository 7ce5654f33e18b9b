import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeIncidents } from '#domain/health/incidents.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { RunLog, type CollectionPlan } from './run-log.ts';
import { at, crawled, logOf, noSchedule, NOW, said } from './testing/run-events.ts';

describe('the log of runs with what collections say', () => {
  const ended = (minutesAgo: number, over: object, more: object = {}): IngestCollection => ({
    runId: 'refresh@1',
    kind: 'refresh',
    askedBy: 'schedule',
    state: 'ended',
    at: at(minutesAgo),
    startedAt: at(minutesAgo + 2),
    sources: [
      { source: 'dealer', sample: false, state: 'done', processed: 0, newListings: 0, ...over },
    ],
    ...more,
  });
  const sourceOf = (log: RunLog) => log.sources(NOW, noSchedule)[0];

  it('knows what staff cancelled from what failed', () => {
    const log = logOf([said('a', 'started', 9), said('a', 'failed', 8)]);
    expect(sourceOf(log)?.state).toBe('failing');
    log.applyCollection(ended(7, { state: 'cancelled', runId: 'a' }));
    expect(sourceOf(log)).toMatchObject({ state: 'never_run', lastRun: { state: 'cancelled' } });
  });

  it('tells the same of runs that staff gave up once collections are kept no more', () => {
    const attempt = constantFrom('given up', 'failed', 'stopped', 'loaded');
    assert(
      property(array(array(attempt, { minLength: 1, maxLength: 4 }), { maxLength: 4 }), (runs) => {
        const [whole, cut] = [new RunLog(), new RunLog()];
        let minutesAgo = 1_000;
        for (const [n, attempts] of runs.entries())
          for (const became of attempts) {
            const runId = `run-${n}`;
            const says = (state: IngestRun['state'], over: Partial<IngestRun> = {}) => {
              minutesAgo -= 1;
              for (const log of [whole, cut]) log.applyRun(said(runId, state, minutesAgo, over));
            };
            says('started');
            if (became === 'loaded') {
              says('published');
              says('loaded');
            } else says('failed', { givenUp: became === 'given up' });
            const collection = { runId: `refresh@${minutesAgo}`, startedAt: at(minutesAgo + 3) };
            const state = became === 'given up' ? 'cancelled' : 'failed';
            if (became === 'given up' || became === 'failed')
              whole.applyCollection(ended((minutesAgo -= 1), { state, runId }, collection));
          }
        const told = (log: RunLog) => [
          log.sources(NOW, noSchedule),
          runs.map((_, n) => log.story(`run-${n}`, NOW)),
        ];
        expect(told(cut)).toEqual(told(whole));
      }),
    );
  });

  it('tells in its log what was given up, or broke off and went on, from what failed', () => {
    const log = logOf([said('a', 'started', 9), said('a', 'failed', 8)]);
    const ends = () => log.story('a', NOW)?.log.map(({ state }) => state);
    expect(ends()).toEqual(['started', 'failed']);
    log.applyRun(said('a', 'started', 7));
    log.applyRun(said('a', 'failed', 6));
    log.applyCollection(ended(5, { state: 'cancelled', runId: 'a' }));
    const until = ['started', 'interrupted', 'started', 'cancelled'];
    expect(ends()).toEqual(until);
    log.applyRun(said('a', 'started', 4));
    log.applyRun(said('a', 'failed', 3));
    expect(ends()).toEqual([...until, 'started', 'failed']);
  });

  it('shows a source whose first run is under way', () => {
    const log = logOf([said('a', 'started', 1)]);
    expect(sourceOf(log)).toMatchObject({ state: 'never_run', lastRun: { state: 'running' } });
  });

  it('only warns of a failed source while a collection that lives has not come to it yet', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'failed', 89)]);
    const waiting = { state: 'waiting' } as const;
    log.applyCollection(ended(5, waiting, { runId: 'refresh@2', state: 'progress' }));
    expect(sourceOf(log)).toMatchObject({ state: 'warning', awaited: true });
    log.applyCollection(ended(11, waiting, { runId: 'refresh@2', state: 'progress' }));
    expect(sourceOf(log)).toMatchObject({ state: 'failing', awaited: false });
    log.applyCollection(ended(5, waiting, { runId: 'refresh@2' }));
    expect(sourceOf(log)?.state).toBe('failing');
  });

  it('knows that a run given up was gone on with, in whatever order it hears of it', () => {
    const log = new RunLog();
    log.applyCollection(ended(7, { state: 'cancelled', runId: 'a' }));
    for (const [state, minutesAgo] of [
      ['started', 9],
      ['failed', 8],
      ['started', 6],
      ['failed', 5],
    ] as const)
      log.applyRun(said('a', state, minutesAgo));
    expect(sourceOf(log)).toMatchObject({ state: 'failing', lastRun: { state: 'failed' } });
  });

  it('shows that no run could begin while others of the collection go on, and that one did since', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
    const blocked = { state: 'blocked', detail: 'a challenge page' };
    const told = (minutesAgo: number) => ended(minutesAgo, blocked, { state: 'progress' });
    log.applyCollection(told(20));
    expect(sourceOf(log)?.state).toBe('failing');
    log.applyRun(said('b', 'started', 10));
    log.applyRun(said('b', 'loaded', 9));
    log.applyCollection(told(8));
    log.applyCollection(ended(7, blocked));
    expect(sourceOf(log)?.state).toBe('healthy');
  });

  it('takes a part that began for the word that a site that blocked us may be asked again', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'failed', 89)]);
    log.applyFunnel({ ...crawled('a', 1), blocked: 'a challenge page' });
    const blocked = { state: 'blocked', detail: 'blocked: a challenge page' };
    log.applyCollection(ended(20, blocked));
    const failing = {
      state: 'failing',
      reasons: [
        'The site blocked us and is left alone until staff agree with its owner.',
        'It could not be collected. Blocked: a challenge page.',
      ],
    };
    expect(sourceOf(log)).toMatchObject(failing);
    log.applyRun(said('trial', 'started', 10, { ofPart: true }));
    expect(sourceOf(log)).toMatchObject({
      state: 'warning',
      reasons: ['The site blocked us; staff let it be asked again since. It has not come in yet.'],
    });
    log.applyCollection(ended(5, blocked, { runId: 'refresh@2' }));
    expect(sourceOf(log)).toMatchObject(failing);
  });

  it.each(['could not begin', 'began, and did not tell how it ended'])(
    'takes no scan of some of it for how the source is where that %s, but that the site blocks us',
    (what) => {
      const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
      const began = what !== 'could not begin';
      if (began) log.applyRun(said('scan', 'started', 22, { ofPart: true }));
      const told = { detail: 'the log is away', ...(began ? { runId: 'scan' } : {}) };
      const scan = { kind: 'specific', runId: 'specific@1' };
      log.applyCollection(ended(20, { state: 'failed', ...told }, scan));
      expect(sourceOf(log)).toMatchObject({ state: 'healthy', failingSince: null });
      const blocked = { state: 'blocked', detail: 'blocked: a challenge page' };
      log.applyCollection(ended(10, blocked, { ...scan, runId: 'specific@2' }));
      expect(sourceOf(log)).toMatchObject({ state: 'failing', failingSince: null });
    },
  );

  it('shows that a refresh could not begin where what it was to follow is a scan that had failed', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
    log.applyRun(said('scan', 'started', 60, { ofPart: true }));
    log.applyRun(said('scan', 'failed', 59, { ofPart: true, error: 'stopping' }));
    log.applyCollection(ended(20, { state: 'failed', runId: 'scan', detail: 'the disk is full' }));
    expect(sourceOf(log)).toMatchObject({ state: 'failing', failingSince: at(20) });
  });

  it('counts since when it fails from its first refusal since it last came in, too', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'published', 80)]);
    const refuse = (minutesAgo: number, state = 'failed') =>
      log.applyCollection(
        ended(minutesAgo, { state, detail: 'no room' }, { runId: `refresh@${minutesAgo}` }),
      );
    const since = () => sourceOf(log)?.failingSince;
    refuse(85);
    expect(since()).toBeNull();
    refuse(60);
    refuse(50);
    expect(since()).toBe(at(60));
    log.applyRun(said('a', 'loaded', 45));
    expect(since()).toBe(at(60));
    log.applyRun(said('b', 'started', 40));
    log.applyRun(said('b', 'failed', 39));
    refuse(30);
    expect(since()).toBe(at(60));
    // That is told at once.
    refuse(25, 'blocked');
    expect(since()).toBeNull();
    log.applyRun(said('c', 'started', 20));
    log.applyRun(said('c', 'loaded', 19));
    expect(since()).toBeNull();
    refuse(10);
    expect(since()).toBe(at(10));
  });

  it.each(['is not loaded yet', 'is loaded since'])(
    'fails by a refusal, and is an alert, though what was published before that %s',
    (which) => {
      const log = logOf([said('a', 'started', 64), said('a', 'published', 60)]);
      log.applyCollection(ended(50, { state: 'failed', detail: 'its site file cannot be read' }));
      if (which === 'is loaded since') log.applyRun(said('a', 'loaded', 40));
      const sources = log.sources(NOW, noSchedule);
      expect(sources).toMatchObject([{ state: 'failing', failingSince: at(50) }]);
      const judged = judgeIncidents({ now: NOW, sources, consumers: [], lastCompute: null });
      expect(judged.wrong).toMatchObject([{ kind: 'source_failing', subject: 'dealer' }]);
    },
  );

  it('is an alert once no run could begin for five minutes, and at once where the site blocks us', () => {
    const alerts = (minutesAgo: number, state: string) => {
      const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
      log.applyCollection(ended(minutesAgo, { state, detail: 'no room' }));
      const sources = log.sources(NOW, noSchedule);
      const { wrong, notYet } = judgeIncidents({
        now: NOW,
        sources,
        consumers: [],
        lastCompute: null,
      });
      return { wrong: wrong.length, notYet: notYet.length };
    };
    expect(alerts(4, 'failed')).toEqual({ wrong: 0, notYet: 1 });
    expect(alerts(5, 'failed')).toEqual({ wrong: 1, notYet: 0 });
    expect(alerts(1, 'blocked')).toEqual({ wrong: 1, notYet: 0 });
  });

  it('takes no part for the word that a refresh could begin', () => {
    const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
    log.applyCollection(ended(20, { state: 'failed', detail: 'the disk is full' }));
    log.applyRun(said('trial', 'started', 10, { ofPart: true }));
    log.applyRun(said('trial', 'loaded', 9, { ofPart: true }));
    expect(sourceOf(log)?.state).toBe('failing');
  });

  it('is no alert, nor failing, once its site file was taken away, until something is brought of it', () => {
    const day = 24 * 60;
    const log = logOf([
      said('a', 'started', 210 * day),
      said('a', 'loaded', 210 * day - 5),
      said('b', 'started', 200 * day),
      said('b', 'failed', 200 * day - 5),
    ]);
    log.applyCollection(ended(199 * day, { state: 'blocked', detail: 'a challenge page' }));
    const openIn = (plan: CollectionPlan) => {
      const sources = log.sources(NOW, plan);
      const judged = judgeIncidents({ now: NOW, sources, consumers: [], lastCompute: null });
      const isOver = (kind: 'source_failing' | 'source_stale') =>
        judged.isOver({ kind, subject: 'dealer' });
      return {
        state: sources[0]?.state,
        isOpen: !isOver('source_failing') || !isOver('source_stale'),
      };
    };
    const collected = { collected: ['dealer'], everyHours: 12 };
    const retired = { ...noSchedule, retired: new Map([['dealer', at(190 * day)]]) };
    expect(openIn(collected)).toEqual({ state: 'failing', isOpen: true });
    expect(openIn(retired)).toEqual({ state: 'retired', isOpen: false });
    // A feed that people bring never had one.
    expect(openIn(noSchedule)).toEqual({ state: 'failing', isOpen: true });
    log.applyRun(said('c', 'started', 180 * day));
    log.applyRun(said('c', 'loaded', 180 * day - 5));
    expect(openIn(retired)).toEqual({ state: 'stale', isOpen: true });
    log.applyRun(said('d', 'started', 3));
    log.applyRun(said('d', 'failed', 2));
    expect(openIn(collected)).toEqual({ state: 'failing', isOpen: true });
    const justNow = { ...noSchedule, retired: new Map([['dealer', at(1)]]) };
    expect(openIn(justNow)).toEqual({ state: 'retired', isOpen: false });
    log.applyRun(said('e', 'started', 2));
    expect(openIn(justNow)).toEqual({ state: 'retired', isOpen: false });
  });

  it.each(['a run that was cut off', 'one that staff gave up'])(
    'shows that %s could not be gone on with, where the run itself says nothing of it',
    (which) => {
      const log = logOf([said('a', 'started', 90), said('a', 'loaded', 89)]);
      log.applyRun(said('b', 'started', 30));
      if (which === 'one that staff gave up') {
        log.applyRun(said('b', 'failed', 29, { error: 'given up' }));
        log.applyCollection(ended(28, { state: 'cancelled', runId: 'b' }));
      }
      const failed = { state: 'failed', runId: 'b', detail: 'the disk is full' };
      log.applyCollection(ended(20, failed, { runId: 'refresh@2' }));
      expect(sourceOf(log)).toMatchObject({
        state: 'failing',
        reasons: ['It could not be collected. The disk is full.'],
      });
      log.applyRun(said('b', 'started', 10));
      log.applyRun(said('b', 'failed', 9, { error: 'no page could be seen' }));
      log.applyCollection(ended(8, failed, { runId: 'refresh@3' }));
      expect(sourceOf(log)?.reasons).toEqual(['The last run failed: no page could be seen.']);
    },
  );

  it('shows that no run could begin, until one does', () => {
    const log = new RunLog();
    const refused = ended(9, { state: 'failed', detail: 'its files cannot be opened' });
    log.applyCollection({ ...refused, joined: 'refresh@0' });
    expect(sourceOf(log)).toBeUndefined();
    log.applyCollection(refused);
    expect(sourceOf(log)).toMatchObject({
      state: 'failing',
      reasons: ['It could not be collected. Its files cannot be opened.'],
      lastRun: null,
      funnel: null,
    });
    log.applyRun(said('a', 'started', 5));
    log.applyRun(said('a', 'loaded', 4));
    expect(sourceOf(log)?.state).toBe('healthy');
  });
});

import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
  shuffledSubarray,
} from 'fast-check';
import { expect, it } from 'vitest';
import { judgeIncidents } from '#domain/health/incidents.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import type { IngestFunnel } from '#schemas/events/ingest-funnel.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';
import { RunLog, RUNS_KEPT } from './run-log.ts';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const at = (minutesAgo: number): string =>
  new Date(NOW.getTime() - minutesAgo * 60_000).toISOString();
const dealer = { source: 'dealer', sample: false } as const;

/** How a run goes that begins so many hours ago. */
interface Course {
  end: 'loaded' | 'published' | 'failed' | 'started';
  ofPart: boolean;
  /** What the collection says that it is of. */
  collected: 'failed' | 'blocked' | 'cancelled' | null;
  /** Its crawl is told as that of a site that blocked us. */
  isBlocked: boolean;
  /** A collection could begin no other run once it was published, before it was loaded. */
  isRefused: boolean;
  /** Minutes from when it was published. */
  loadedAfter: number;
}

const whole: Course = {
  end: 'loaded',
  ofPart: false,
  collected: null,
  isBlocked: false,
  isRefused: false,
  loadedAfter: 1,
};

const someCourse = record({
  end: constantFrom('loaded', 'loaded', 'published', 'failed', 'started'),
  ofPart: boolean(),
  collected: option(constantFrom('failed', 'blocked', 'cancelled'), { freq: 2 }),
  isBlocked: boolean(),
  isRefused: boolean(),
  loadedAfter: integer({ min: 1, max: 50 }),
});

const idsOf = (courses: readonly Course[]): string[] => courses.map((_, n) => `run-${n}`);

type Apply = (log: RunLog) => void;

/** What each topic says of a source with so many runs, in its order. */
function topicsOf(courses: readonly Course[]): Apply[][] {
  const runs: IngestRun[] = [];
  const funnels: IngestFunnel[] = [];
  const collections: IngestCollection[] = [];
  const alive: Apply[] = [];
  for (const [n, course] of courses.entries()) {
    const { end, ofPart, collected, isBlocked, isRefused, loadedAfter } = course;
    const began = (courses.length - n) * 60;
    const run = { ...dealer, runId: `run-${n}`, coverage: 'full' as const, ofPart };
    const counts = { read: 10, published: 10, ends: [] };
    const say = (state: IngestRun['state'], minutes: number, over: Partial<IngestRun> = {}) =>
      runs.push({ ...run, state, at: at(began - minutes), ...over });
    say('started', 0);
    if (end === 'failed') say('failed', 4, { error: 'it is down' });
    if (end === 'published' || end === 'loaded') say('published', 4, counts);
    if (end === 'loaded') say('loaded', 4 + loadedAfter, { ...counts, stored: 10, duplicates: 0 });
    const { runId } = run;
    alive.push((log) => log.applyAlive({ ...dealer, runId, at: at(began - 2) }));
    const told = { ...dealer, runId, at: at(began - 4) };
    const blocked = isBlocked ? { blocked: 'a challenge page' } : {};
    funnels.push(
      { ...told, step: 'crawled', counts: { fetched: n }, ...blocked },
      { ...told, step: 'compared', counts: { new: n } },
    );
    const about = { kind: 'refresh', askedBy: 'schedule', state: 'ended' } as const;
    const became = { ...dealer, processed: 0, newListings: 0 };
    if (isRefused)
      collections.push({
        ...about,
        runId: `refused@${n}`,
        at: at(began - 4.5),
        startedAt: at(began - 4.5),
        sources: [{ ...became, state: 'failed', detail: 'the disk is full' }],
      });
    if (collected !== null)
      collections.push({
        ...about,
        runId: `refresh@${n}`,
        at: at(began - 6),
        startedAt: at(began),
        sources: [{ ...became, runId, state: collected }],
      });
  }
  return [
    runs.map((event) => (log) => log.applyRun(event)),
    funnels.map((event) => (log) => log.applyFunnel(event)),
    collections.map((event) => (log) => log.applyCollection(event)),
    alive,
  ];
}

/** All that is told of it, once every topic was read, and of those of its runs. */
function toldAfter(events: Iterable<Apply>, runs: readonly string[]) {
  const log = new RunLog();
  for (const apply of events) apply(log);
  return {
    sources: log.sources(NOW, { collected: ['dealer'], everyHours: 1 }),
    stories: runs.map((runId) => log.story(runId, NOW)),
  };
}

/** One after the other as `turns` say, each topic in its own order; then what is left of each. */
function* interleaved(topics: readonly Apply[][], turns: readonly number[]): Generator<Apply> {
  const left = topics.map((topic) => [...topic]);
  for (let n = 0; left.some((topic) => topic.length > 0); n += 1) {
    const of = left[turns[n % turns.length] ?? 0] ?? [];
    const next = of.length > 0 ? of : (left.find((topic) => topic.length > 0) ?? []);
    // Kafka hands out what it holds in batches.
    yield* next.splice(0, 1 + (n % 7) * 20);
  }
}

it('a source with more runs than are kept is known whichever topic is read first', () => {
  const many = Array.from({ length: RUNS_KEPT + 50 }, () => whole);
  const topics = topicsOf(many);
  const inTurn = toldAfter(topics.flat(), idsOf(many));
  expect(inTurn.sources).toMatchObject([
    { state: 'healthy', lastRun: { runId: `run-${many.length - 1}`, state: 'done' } },
  ]);
  expect(inTurn.stories.filter((story) => story !== undefined)).toHaveLength(RUNS_KEPT);
  expect(inTurn.stories.at(-1)?.funnel.stages).toContainEqual({
    stage: 'fetched',
    unit: 'pages',
    count: many.length - 1,
  });
  expect(toldAfter(topics.toReversed().flat(), idsOf(many))).toEqual(inTurn);
});

it('the same is known of a source in whatever order its topics are read', () => {
  assert(
    property(
      array(someCourse, { minLength: 1, maxLength: 12 }),
      constantFrom(0, RUNS_KEPT + 50),
      array(integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 30 }),
      (some, before, turns) => {
        const courses = [...Array.from({ length: before }, () => whole), ...some];
        const topics = topicsOf(courses);
        const newest = idsOf(courses).slice(-2 * some.length);
        expect(toldAfter(interleaved(topics, turns), newest)).toEqual(
          toldAfter(topics.flat(), newest),
        );
      },
    ),
    { numRuns: 40 },
  );
});

it('what was read since of the newest runs is known, in whatever order it is told of however many', () => {
  const runs = Array.from({ length: 2 * RUNS_KEPT + 50 }, (_, n) => `run-${1_000 + n}`);
  const letters = { unknown_make: 10 };
  const counts = { read: 10, published: 10, stored: 0, duplicates: 0, deadLettered: letters };
  const said = runs.flatMap((runId, n) =>
    (['started', 'loaded'] as const).map((state) => (log: RunLog) => {
      const run = { ...dealer, runId, coverage: 'full', at: at(60 * (runs.length - n)) } as const;
      log.applyRun({ ...run, state, ...(state === 'loaded' ? counts : {}) });
    }),
  );
  assert(
    property(shuffledSubarray(runs, { minLength: runs.length }), (order) => {
      const reread = order.map((runId) => (log: RunLog) => {
        const about = { ...dealer, runId, at: at(1), missed: letters, dropped: {} };
        log.applyFunnel({ ...about, step: 'reread', counts: { stored: 10 } });
      });
      const { sources } = toldAfter([...said, ...reread], []);
      expect(sources).toMatchObject([{ state: 'healthy', lastRun: { deadLettered: 0 } }]);
      expect(sources[0]?.runs.map(({ stored }) => stored)).toEqual(sources[0]?.runs.map(() => 10));
    }),
    { numRuns: 10, examples: [[runs], [runs.toReversed()]] },
  );
});

it('how fast the pipelines are says nothing of whether a source fails, nor since when', () => {
  const judged = (courses: readonly Course[]) => {
    const { sources } = toldAfter(topicsOf(courses).flat(), []);
    const { wrong } = judgeIncidents({ now: NOW, sources, consumers: [], lastCompute: null });
    return [
      wrong,
      sources.map(({ state, reasons, failingSince }) => ({ state, reasons, failingSince })),
    ];
  };
  assert(
    property(array(someCourse, { minLength: 1, maxLength: 6 }), (courses) => {
      const atOnce = courses.map((course) => ({ ...course, loadedAfter: 0.25 }));
      expect(judged(courses)).toEqual(judged(atOnce));
    }),
  );
});

it('a source stands before its namesake of the sample, whichever was heard of first', () => {
  const ended = (sample: boolean) => (log: RunLog) =>
    log.applyRun({ ...dealer, sample, runId: 'a', coverage: 'full', state: 'loaded', at: at(9) });
  const samples = (...events: Apply[]) => toldAfter(events, []).sources.map(({ sample }) => sample);
  expect(samples(ended(true), ended(false))).toEqual([false, true]);
  expect(samples(ended(false), ended(true))).toEqual([false, true]);
});

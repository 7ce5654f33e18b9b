import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  option,
  property,
  record,
} from 'fast-check';
import { expect, it } from 'vitest';
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
}

const whole: Course = { end: 'loaded', ofPart: false, collected: null, isBlocked: false };

const idsOf = (courses: readonly Course[]): string[] => courses.map((_, n) => `run-${n}`);

type Apply = (log: RunLog) => void;

/** What each topic says of a source with so many runs, in its order. */
function topicsOf(courses: readonly Course[]): Apply[][] {
  const runs: IngestRun[] = [];
  const funnels: IngestFunnel[] = [];
  const collections: IngestCollection[] = [];
  const alive: Apply[] = [];
  for (const [n, { end, ofPart, collected, isBlocked }] of courses.entries()) {
    const began = (courses.length - n) * 60;
    const run = { ...dealer, runId: `run-${n}`, coverage: 'full' as const, ofPart };
    const counts = { read: 10, published: 10, ends: [] };
    const say = (state: IngestRun['state'], minutes: number, over: Partial<IngestRun> = {}) =>
      runs.push({ ...run, state, at: at(began - minutes), ...over });
    say('started', 0);
    if (end === 'failed') say('failed', 4, { error: 'it is down' });
    if (end === 'published' || end === 'loaded') say('published', 4, counts);
    if (end === 'loaded') say('loaded', 5, { ...counts, stored: 10, duplicates: 0 });
    const { runId } = run;
    alive.push((log) => log.applyAlive({ ...dealer, runId, at: at(began - 2) }));
    const told = { ...dealer, runId, at: at(began - 4) };
    const blocked = isBlocked ? { blocked: 'a challenge page' } : {};
    funnels.push(
      { ...told, step: 'crawled', counts: { fetched: n }, ...blocked },
      { ...told, step: 'compared', counts: { new: n } },
    );
    if (collected === null) continue;
    collections.push({
      runId: `refresh@${n}`,
      kind: 'refresh',
      askedBy: 'schedule',
      state: 'ended',
      at: at(began - 6),
      startedAt: at(began),
      sources: [{ ...dealer, runId, state: collected, processed: 0, newListings: 0 }],
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
  const course = record({
    end: constantFrom('loaded', 'loaded', 'published', 'failed', 'started'),
    ofPart: boolean(),
    collected: option(constantFrom('failed', 'blocked', 'cancelled'), { freq: 2 }),
    isBlocked: boolean(),
  });
  assert(
    property(
      array(course, { minLength: 1, maxLength: 12 }),
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

it('a source stands before its namesake of the sample, whichever was heard of first', () => {
  const ended = (sample: boolean) => (log: RunLog) =>
    log.applyRun({ ...dealer, sample, runId: 'a', coverage: 'full', state: 'loaded', at: at(9) });
  const samples = (...events: Apply[]) => toldAfter(events, []).sources.map(({ sample }) => sample);
  expect(samples(ended(true), ended(false))).toEqual([false, true]);
  expect(samples(ended(false), ended(true))).toEqual([false, true]);
});

import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONSUMER_STATES, INCIDENT_KINDS, type RunSummary } from '#schemas/api/staff-health.ts';
import { failingSince, type KnownRun } from './failing-since.ts';
import { judgeIncidents, type WatchedFacts } from './incidents.ts';
import { isOfSource, judgeSource } from './judge-source.ts';
import { after, regular, run } from './testing/runs.ts';

const NOTHING: WatchedFacts = { now: after(1_000), sources: [], consumers: [], lastCompute: null };
const source = (runs = regular(10), hours = 12 * 10, over = {}) => ({
  source: 'example-dealer',
  sample: false,
  lastOfSource: runs.findLast(isOfSource) ?? null,
  failingSince: failingSince(
    runs.map((summary) => ({ summary, told: toldOf(summary) })),
    [],
    false,
  ),
  isRefused: false,
  awaited: false,
  ...judgeSource({ runs, now: after(hours) }),
  ...over,
});
const toldOf = ({ runId, state, endedAt }: RunSummary): KnownRun['told'] => {
  const about = { runId, source: 'example-dealer', sample: false, coverage: 'full' } as const;
  const end = endedAt ?? '';
  const states = (['started', 'failed'] as const).map((said) => ({
    ...about,
    state: said,
    at: end,
  }));
  return {
    states: state === 'failed' || state === 'cancelled' ? states : [],
    cancelled: state === 'cancelled' ? [{ from: end, at: end }] : [],
  };
};
const consumer = (state: (typeof CONSUMER_STATES)[number]) => ({
  topic: 'raw.listing.v1',
  group: 'load-listings',
  state,
  lag: 20_000,
});
const compute = (state: 'published' | 'kept_back' | 'failed') => ({
  runId: 'compute@1',
  state,
  failedChecks: [{ name: 'units kept', detail: '1 units, 2 before' }],
  error: 'no memory',
});
const wrongOf = (facts: Partial<WatchedFacts>) => judgeIncidents({ ...NOTHING, ...facts }).wrong;
const kindsOf = (facts: Partial<WatchedFacts>) => wrongOf(facts).map(({ kind }) => kind);

describe('what is wrong', () => {
  it('is nothing where everything is as it should be', () => {
    expect(
      wrongOf({
        sources: [source()],
        consumers: [consumer('keeping_up'), consumer('catching_up'), consumer('unknown')],
        lastCompute: compute('published'),
      }),
    ).toEqual([]);
  });

  it('is a source that fails, is stale, or is off its usual volume', () => {
    const failing = source([...regular(10), run(120, { state: 'failed' })], 121);
    expect(kindsOf({ sources: [failing] })).toEqual(['source_failing']);
    expect(wrongOf({ sources: [source(regular(10), 200)] })).toEqual([
      {
        kind: 'source_stale',
        subject: 'example-dealer',
        detail: 'It last came in on Nov 5, 2026, 18:00 UTC; it is stale after 36 hours.',
      },
    ]);
    expect(
      wrongOf({ sources: [source([...regular(10), run(120, { published: 3 })], 121)] }),
    ).toEqual([
      {
        kind: 'source_volume',
        subject: 'example-dealer',
        detail: 'Its last run brought 3 events, usually 80 to 120.',
      },
    ]);
  });

  it('is a source of whose files one looks cut off, before it is known what is usual', () => {
    const runs = [run(0, { read: 10_000 }), run(12, { read: 500 })];
    expect(wrongOf({ sources: [source(runs, 13)] })).toEqual([
      {
        kind: 'source_volume',
        subject: 'example-dealer',
        detail:
          'The last whole run read 500 records, fewer than half of the 10,000 of the one before it: look whether all of it came.',
      },
    ]);
  });

  it('is not yet a source whose run failed just now: one that stops is taken up by the next', () => {
    const failing = source([...regular(10), run(120, { state: 'failed' })], 121);
    const at = (minutes: number) => ({ sources: [failing], now: after(120 + minutes / 60) });
    expect(kindsOf(at(4))).toEqual([]);
    expect(kindsOf(at(5))).toEqual(['source_failing']);
    const open = { kind: 'source_failing', subject: 'example-dealer' } as const;
    const { isOver, notYet } = judgeIncidents({ ...NOTHING, ...at(4) });
    expect(isOver(open)).toBe(false);
    // One that is open is about this failure from then on.
    expect(notYet).toEqual([{ ...open, detail: 'The last run failed.' }]);
    expect(judgeIncidents({ ...NOTHING, ...at(5) }).notYet).toEqual([]);
  });

  it('is not yet a source that failed just now where staff gave up the run after that', () => {
    const cancelled = run(120 + 1 / 60, { state: 'cancelled' });
    const failing = source([...regular(10), run(120, { state: 'failed' }), cancelled], 121);
    const at = (minutes: number) => ({ sources: [failing], now: after(120 + minutes / 60) });
    expect(kindsOf(at(4))).toEqual([]);
    expect(judgeIncidents({ ...NOTHING, ...at(4) }).notYet).toHaveLength(1);
    expect(kindsOf(at(5))).toEqual(['source_failing']);
  });

  it('is a source that was tried again and failed again, from the first failure on', () => {
    const first = run(120, { state: 'failed' });
    const again = run(120 + 4 / 60, { state: 'failed' });
    const failing = source([...regular(10), first, again], 121);
    expect(kindsOf({ sources: [failing], now: after(120 + 5 / 60) })).toEqual(['source_failing']);
  });

  it('is nothing of the sample market', () => {
    expect(wrongOf({ sources: [source(regular(10), 200, { sample: true })] })).toEqual([]);
  });

  it('is a group that is behind or stuck', () => {
    expect(wrongOf({ consumers: [consumer('behind')] })).toEqual([
      {
        kind: 'lag',
        subject: 'load-listings on raw.listing.v1',
        detail:
          'The group load-listings is 20000 events behind, and was for minutes, on raw.listing.v1.',
      },
    ]);
    expect(kindsOf({ consumers: [consumer('stuck')] })).toEqual(['lag']);
  });

  it('is a snapshot that was kept back, and a batch that failed', () => {
    expect(wrongOf({ lastCompute: compute('kept_back') })[0]).toMatchObject({
      kind: 'snapshot_kept_back',
      detail: expect.stringContaining('units kept (1 units, 2 before)') as string,
    });
    expect(kindsOf({ lastCompute: compute('failed') })).toEqual(['compute_failed']);
  });
});

describe('an open incident', () => {
  it('is over where what it is of is well again', () => {
    const judged = judgeIncidents({
      ...NOTHING,
      sources: [source()],
      consumers: [consumer('keeping_up')],
      lastCompute: compute('published'),
    });
    for (const kind of INCIDENT_KINDS) expect(judged.isOver({ kind, subject: 'any' })).toBe(true);
  });

  it('is not over while nobody can say, nor while a group still has much to do', () => {
    const away = judgeIncidents({ ...NOTHING, sources: undefined, lastCompute: undefined });
    expect(away.isOver({ kind: 'source_stale', subject: 'example-dealer' })).toBe(false);
    expect(away.isOver({ kind: 'compute_failed', subject: 'compute' })).toBe(false);
    for (const state of ['catching_up', 'unknown'] as const)
      expect(
        judgeIncidents({ ...NOTHING, consumers: [consumer(state)] }).isOver({
          kind: 'lag',
          subject: 'load-listings on raw.listing.v1',
        }),
      ).toBe(false);
  });

  it('of a source is not over while it is only tried again', () => {
    const failed = [...regular(10), run(120, { state: 'failed' })];
    const isOver = (next: RunSummary) =>
      judgeIncidents({ ...NOTHING, sources: [source([...failed, next], 122)] }).isOver({
        kind: 'source_failing',
        subject: 'example-dealer',
      });
    expect(isOver(run(121, { state: 'running', endedAt: null }))).toBe(false);
    expect(isOver(run(121, { state: 'failed' }))).toBe(false);
    expect(isOver(run(121))).toBe(true);
  });

  it('of a stale source is told and ended by how its catching up ends, not while that is under way', () => {
    const stale = { kind: 'source_stale', subject: 'example-dealer' } as const;
    const judged = (state: RunSummary['state']) => {
      const next = run(300, { state, ...(state === 'done' ? {} : { endedAt: null }) });
      const { wrong, isOver } = judgeIncidents({
        ...NOTHING,
        sources: [source([...regular(10), next], 301)],
      });
      return { isTold: wrong.some(({ kind }) => kind === stale.kind), isOver: isOver(stale) };
    };
    expect(judged('running')).toEqual({ isTold: false, isOver: false });
    expect(judged('loading')).toEqual({ isTold: false, isOver: false });
    expect(judged('lost')).toEqual({ isTold: true, isOver: false });
    expect(judged('done')).toEqual({ isTold: false, isOver: true });
  });

  it('is neither told nor over of a source that waits for its turn, unless its site blocked us', () => {
    const judged = (runs: RunSummary[]) =>
      judgeIncidents({ ...NOTHING, sources: [source(runs, 300, { awaited: true })] });
    const stale = judged(regular(10));
    expect(stale.wrong).toEqual([]);
    expect(stale.isOver({ kind: 'source_stale', subject: 'example-dealer' })).toBe(false);
    const blocked = judged([...regular(10), run(120, { state: 'blocked' })]);
    expect(blocked.wrong.map(({ kind }) => kind)).toEqual(['source_failing', 'source_stale']);
    const trial = run(121, { scope: 'some' });
    expect(judged([...regular(10), run(120, { state: 'blocked' }), trial]).wrong).toEqual([]);
  });

  it.each(['done', 'failed', 'running'] as const)(
    'of a site that blocked us is not over where a part is %s since staff let it be asked again, and says so',
    (state) => {
      const blocked = [...regular(10), run(120, { state: 'blocked' })];
      const failing = { kind: 'source_failing', subject: 'example-dealer' } as const;
      const judged = (runs: RunSummary[], over = {}) =>
        judgeIncidents({ ...NOTHING, sources: [source(runs, 122, over)] });
      const part = run(121, { state, scope: 'some' });
      const { wrong, notYet, isOver } = judged([...blocked, part]);
      expect(wrong).toEqual([]);
      expect(isOver(failing)).toBe(false);
      const detail =
        'The site blocked us; staff let it be asked again since. It has not come in yet.';
      expect(notYet).toEqual([{ ...failing, detail }]);
      expect(judged([...blocked, part, run(122)]).isOver(failing)).toBe(true);
      // Nobody is called for the sample.
      expect(judged([...blocked, part], { sample: true }).notYet).toEqual([]);
    },
  );

  it('of a site that blocked us is not over where the run after it was given up', () => {
    const runs = [run(120, { state: 'blocked' }), run(121, { state: 'cancelled' })];
    const { isOver } = judgeIncidents({ ...NOTHING, sources: [source([...regular(9), ...runs])] });
    expect(isOver({ kind: 'source_failing', subject: 'example-dealer' })).toBe(false);
  });

  it('of a snapshot that was kept back is not over where the next computation fails', () => {
    const keptBack = { kind: 'snapshot_kept_back', subject: 'compute' } as const;
    const isOver = (state: 'failed' | 'published') =>
      judgeIncidents({ ...NOTHING, lastCompute: compute(state) }).isOver(keptBack);
    expect([isOver('failed'), isOver('published')]).toEqual([false, true]);
  });

  it('is never both wrong and over, and there is one of each kind and subject', () => {
    const facts = record({
      sources: array(record({ stale: boolean(), failed: boolean() }), { maxLength: 3 }),
      consumers: array(constantFrom(...CONSUMER_STATES), { maxLength: 1 }),
      state: constantFrom('published', 'kept_back', 'failed'),
    });
    assert(
      property(facts, ({ sources, consumers, state }) => {
        const { wrong, isOver } = judgeIncidents({
          ...NOTHING,
          sources: sources.map(({ stale, failed }, at) => ({
            ...source(
              failed ? [...regular(10), run(120, { state: 'failed' })] : regular(10),
              stale ? 400 : 121,
            ),
            source: `source-${at}`,
          })),
          consumers: consumers.map(consumer),
          lastCompute: compute(state),
        });
        expect(wrong.filter(isOver)).toEqual([]);
        expect(new Set(wrong.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(
          wrong.length,
        );
      }),
    );
  });
});

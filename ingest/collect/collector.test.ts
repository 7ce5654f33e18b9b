import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import {
  ingestCollection,
  type CollectCommand,
  type IngestCollection,
} from '#schemas/events/ingest-collection.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { type Asked, collect, lanesOf, SITES_AT_ONCE } from './collector.ts';
import { PastCollections } from './past-collections.ts';
import type { CollectableSource, SourceResult, Wanted } from './source.ts';

const never = new AbortController().signal;
let folder = '';
let log: EventLog;
let past: PastCollections;
let now = Date.parse('2026-11-21T06:00:00.000Z');
let made = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-collect-'));
});
beforeEach(async () => {
  log = await openEmbeddedLog({
    directory: join(folder, `${(made += 1)}`),
    clock: () => new Date(now),
  });
  await log.ensureTopics([ingestCollection, ingestCommand]);
  past = new PastCollections(log);
  return () => log.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const at = (minute: number): string =>
  new Date(Date.parse('2026-11-21T06:00:00.000Z') + minute * 60_000).toISOString();

const commandOf = (kind: CollectCommand['kind'], minute: number, more = {}): CollectCommand => ({
  commandId: `${kind}@${at(minute)}`,
  at: at(minute),
  kind,
  askedBy: 'staff',
  ...more,
});

const done = (processed: number): SourceResult => ({ state: 'done', processed, newListings: 1 });

function source(
  name: string,
  work: (options: { wanted: Wanted | undefined; signal: AbortSignal }) => Promise<SourceResult>,
  host = name,
): CollectableSource & { asked: (Wanted | undefined)[] } {
  const asked: (Wanted | undefined)[] = [];
  return {
    source: name,
    sample: false,
    hosts: new Set([host]),
    asked,
    soFar: () => ({ runId: `run-${name}`, processed: 1, newListings: 0 }),
    collect(options) {
      asked.push(options.wanted);
      return work(options);
    },
  };
}

const untilAborted = ({ signal }: { signal: AbortSignal }): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

async function ask(command: CollectCommand): Promise<Asked> {
  const [place] = await log.publish(ingestCommand, [encodeEvent(ingestCommand, command)]);
  return { command, offset: place?.offset ?? 0 };
}

/** What was not asked before is asked now. */
const run = async (
  command: CollectCommand | Asked,
  sources: readonly CollectableSource[],
  signals: { cancelled?: AbortSignal; stopping?: AbortSignal } = {},
) =>
  collect(
    { past, clock: () => new Date(now), sources: async () => sources, progressEveryMs: 5 },
    'offset' in command ? command : await ask(command),
    { cancelled: never, stopping: never, ...signals },
  );

async function told(): Promise<IngestCollection[]> {
  const events: IngestCollection[] = [];
  for await (const { messages } of log.readAll(ingestCollection))
    for (const { value } of messages) events.push(decodeEvent(ingestCollection, value));
  return events;
}

describe('a collection', () => {
  it('collects from every source and tells what came of each, whatever one of them does', async () => {
    now = Date.parse(at(1));
    const sources = [
      source('lot', async () => done(40)),
      source('wall', async () => ({
        ...done(0),
        newListings: 0,
        state: 'blocked',
        detail: 'a wall',
      })),
      source('ruin', () => Promise.reject(new Error('the disk is full'))),
    ];
    expect(await run(commandOf('scan', 0), sources)).toMatchObject({
      outcome: 'partial',
      startedAt: at(1),
    });
    const [started, ...rest] = await told();
    expect(started).toMatchObject({ state: 'started', runId: `scan@${at(0)}`, kind: 'scan' });
    expect(rest.at(-1)).toMatchObject({
      state: 'ended',
      sources: [
        { source: 'lot', state: 'done', processed: 40, newListings: 1 },
        { source: 'wall', state: 'blocked', detail: 'a wall' },
        { source: 'ruin', state: 'failed', detail: 'the disk is full', runId: 'run-ruin' },
      ],
    });
  });

  it.each([
    ['nothing', []],
    ['done', [source('lot', async () => done(1))]],
    ['failed', [source('ruin', () => Promise.reject(new Error('no')))]],
  ] as const)('ends as %s', async (outcome, sources) => {
    expect(await run(commandOf('refresh', 0), sources)).toMatchObject({ outcome });
  });

  it('tells what has come while it runs', async () => {
    const going = Promise.withResolvers<SourceResult>();
    const running = run(commandOf('scan', 0), [source('lot', () => going.promise)]);
    await expect
      .poll(async () => (await told()).find(({ state }) => state === 'progress')?.sources)
      .toMatchObject([{ state: 'running', processed: 1, runId: 'run-lot' }]);
    // Nothing changes: it says now and then that it lives.
    const progressed = async () =>
      (await told()).filter(({ state }) => state === 'progress').map((event) => event.at);
    const before = await progressed();
    now += 2 * 60_000;
    await expect.poll(progressed).toEqual([...before, new Date(now).toISOString()]);
    going.resolve(done(2));
    expect(await running).toMatchObject({ outcome: 'done' });
  });

  it.each([
    ['', () => past],
    [' in another process', () => new PastCollections(log)],
  ])('is not run again when its command comes again%s', async (_where, itsPast) => {
    const lot = source('lot', async () => done(1));
    await run(commandOf('refresh', 0), [lot]);
    past = itsPast();
    expect(await run(commandOf('refresh', 0), [lot])).toBeUndefined();
    expect(lot.asked).toHaveLength(1);
  });

  it('reads what was said before once, and then only what others say', async () => {
    await run(commandOf('refresh', 0), [source('lot', async () => done(1))]);
    const read: string[] = [];
    past = new PastCollections({
      ...log,
      async *readAll(...asked) {
        for await (const batch of log.readAll(...asked)) {
          for (const { value } of batch.messages)
            read.push(decodeEvent(ingestCollection, value).runId);
          yield batch;
        }
      },
    });
    now = Date.parse(at(5));
    const lot = source('lot', async () => done(1));
    await run(commandOf('refresh', 6), [lot]);
    expect(new Set(read.splice(0))).toEqual(new Set([`refresh@${at(0)}`]));
    await run(commandOf('refresh', 7), [lot]);
    expect(read).toEqual([]);

    const elsewhere = new PastCollections(log);
    await elsewhere.upToNow();
    const ended = { kind: 'scan', askedBy: 'staff', state: 'ended', outcome: 'done' } as const;
    const times = { at: at(9), startedAt: at(8) };
    await elsewhere.say({ ...ended, ...times, runId: 'elsewhere', sources: [] });
    expect(await run(commandOf('refresh', 8), [lot])).toMatchObject({ joined: 'elsewhere' });
    expect(read).toEqual(['elsewhere']);
  });

  it('answers who asked for the same while it ran, and nobody who asks after, whatever their clocks say', async () => {
    now = Date.parse(at(10));
    const lot = source('lot', async () => done(7));
    const first = await ask(commandOf('refresh', 9));
    const meanwhile = await ask(commandOf('scan', 15));
    await run(first, [lot]);
    past = new PastCollections(log);
    expect(await run(meanwhile, [lot])).toMatchObject({
      joined: `refresh@${at(9)}`,
      outcome: 'done',
      sources: [{ processed: 7 }],
    });
    expect(lot.asked).toHaveLength(1);
    expect(await run(commandOf('scan', 5), [lot])).not.toHaveProperty('joined', expect.anything());
    expect(lot.asked).toHaveLength(2);
  });

  it('that staff gave up is given up for all who waited for the same, and for nobody who asks after', async () => {
    const lot = source('lot', async () => done(3));
    const cancelled = AbortSignal.abort(new Error('given up'));
    const first = await ask(commandOf('scan', 0));
    const waits = await ask(commandOf('refresh', 5));
    expect(await run(first, [lot], { cancelled })).toMatchObject({ outcome: 'cancelled' });
    expect(await run(waits, [lot])).toMatchObject({
      joined: `scan@${at(0)}`,
      outcome: 'cancelled',
    });
    expect(lot.asked).toEqual([]);
    expect(await run(commandOf('refresh', 11), [lot])).toMatchObject({ outcome: 'done' });
  });

  it('that failed answers nobody', async () => {
    const lot = source('lot', () => Promise.reject(new Error('no')));
    const first = await ask(commandOf('scan', 0));
    const waits = await ask(commandOf('refresh', 5));
    expect(await run(first, [lot])).toMatchObject({ outcome: 'failed' });
    const again = source('lot', async () => done(3));
    expect(await run(waits, [again])).toMatchObject({
      outcome: 'done',
      sources: [{ processed: 3 }],
    });
  });

  it('for one make is apart from those for all, and from those for others', async () => {
    const lot = source('lot', async () => done(1));
    const jayco = { make: 'Jayco', model: 'Eagle' };
    const commands = [
      commandOf('refresh', 0),
      commandOf('specific', 1, jayco),
      { ...commandOf('specific', 1, { make: 'Winnebago' }), commandId: 'other' },
      { ...commandOf('specific', 1, { make: 'jayco', model: 'eagle' }), commandId: 'same' },
    ];
    for (const asked of await Promise.all(commands.map(ask))) await run(asked, [lot]);
    expect(lot.asked).toEqual([undefined, jayco, { make: 'Winnebago', model: '' }]);
  });

  it('that staff give up ends so, with what had come, and begins no other source', async () => {
    const cancelled = new AbortController();
    const next = source('next', async () => done(1), 'lot');
    const lot = source('lot', (options) => {
      setImmediate(() => cancelled.abort(new Error('given up')));
      return untilAborted(options);
    });
    const ended = await run(commandOf('scan', 0), [lot, next], { cancelled: cancelled.signal });
    expect(ended).toMatchObject({
      outcome: 'cancelled',
      sources: [
        { state: 'cancelled', runId: 'run-lot', processed: 1 },
        { state: 'cancelled', processed: 0 },
      ],
    });
    expect(next.asked).toEqual([]);
  });

  it('whose process stops has no end, and goes on as the same run', async () => {
    const stopping = new AbortController();
    const lot = source('lot', (options) => {
      setImmediate(() => stopping.abort(new Error('stopping')));
      return untilAborted(options);
    });
    now = Date.parse(at(1));
    const command = commandOf('scan', 0);
    await expect(run(command, [lot], { stopping: stopping.signal })).rejects.toThrow('stopping');
    expect((await told()).map(({ state }) => state)).not.toContain('ended');
    now = Date.parse(at(5));
    past = new PastCollections(log);
    const again = await run(command, [source('lot', async () => done(9))]);
    expect(again).toMatchObject({ outcome: 'done', startedAt: at(1), sources: [{ processed: 9 }] });
  });

  it('that goes on keeps what had ended, and tries again what had failed', async () => {
    const stopping = new AbortController();
    const first = [
      source('lot', async () => done(40)),
      source('wall', async () => ({ ...done(0), state: 'blocked', detail: 'a wall' })),
      source('ruin', () => Promise.reject(new Error('the disk is full'))),
      source('slow', untilAborted),
    ];
    const command = commandOf('scan', 0);
    const running = run(command, first, { stopping: stopping.signal });
    const states = async () => (await told()).at(-1)?.sources.map(({ state }) => state);
    await expect.poll(states).toEqual(['done', 'blocked', 'failed', 'running']);
    stopping.abort(new Error('stopping'));
    await expect(running).rejects.toThrow('stopping');
    past = new PastCollections(log);
    const again = first.map((each) => source(each.source, async () => done(2)));
    expect(await run(command, again)).toMatchObject({
      sources: [{ processed: 40 }, { state: 'blocked' }, { processed: 2 }, { processed: 2 }],
    });
    expect(again.map(({ asked }) => asked.length)).toEqual([0, 0, 1, 1]);
  });

  it('works at a few sites at a time', async () => {
    let [open, most] = [0, 0];
    const work = async (): Promise<SourceResult> => {
      most = Math.max(most, (open += 1));
      await new Promise(setImmediate);
      open -= 1;
      return done(1);
    };
    const many = Array.from({ length: SITES_AT_ONCE * 3 }, (_, n) => source(`lot-${n}`, work));
    expect(await run(commandOf('scan', 0), many)).toMatchObject({ outcome: 'done' });
    expect(most).toBe(SITES_AT_ONCE);
  });

  it('tells counts less often the longer it runs, and at once what became of a source', async () => {
    now = Date.parse(at(0));
    let processed = 0;
    const [quick, slow] = [Promise.withResolvers<SourceResult>(), new AbortController()];
    const sources = [
      source('quick', () => quick.promise),
      {
        ...source('slow', untilAborted),
        soFar: () => ({ processed: (processed += 1), newListings: 0 }),
      },
    ];
    const running = run(commandOf('scan', 0), sources, { stopping: slow.signal });
    const count = async () => (await told()).length;
    await expect.poll(count).toBe(2);
    now = Date.parse(at(60));
    await expect.poll(count).toBe(3);
    // An hour into it, half a minute is no time.
    now += 30_000;
    quick.resolve(done(1));
    await expect.poll(count).toBe(4);
    expect((await told()).at(-1)?.sources[0]?.state).toBe('done');
    now += 30_000;
    const before = processed;
    await expect.poll(() => processed).toBeGreaterThan(before + 3);
    expect(await count()).toBe(4);
    slow.abort(new Error('stopping'));
    await expect(running).rejects.toThrow('stopping');
  });
});

describe('the lanes of a collection', () => {
  const names = (...sources: [string, string[]][]) =>
    lanesOf(sources.map(([name, hosts]) => ({ name, hosts: new Set(hosts) })))
      .map((lane) => lane.map(({ name }) => name).join())
      .toSorted();

  it('put sources that share a host one after the other, and others beside them', () => {
    expect(
      names(['a', ['x']], ['b', ['y']], ['c', ['x', 'z']], ['d', ['z', 'q']], ['e', []]),
    ).toEqual(['a,c,d', 'b', 'e']);
    expect(names(['a', ['x']], ['b', ['y']], ['c', ['x', 'y']])).toEqual(['a,b,c']);
  });
});

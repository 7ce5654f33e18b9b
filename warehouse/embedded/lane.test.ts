import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WarehouseClosed } from '../errors.ts';
import { Lane } from './lane.ts';

let directory: string;
let engine: Session;
let lane: Lane;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rigworth-lane-'));
  engine = new Session(directory);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await lane.close();
  engine.close();
  await rm(directory, { recursive: true });
});

async function open(streamed = false): Promise<void> {
  lane = await Lane.open({
    engine,
    directory,
    database: 'default',
    width: 1,
    streamed,
    settings: { max_threads: 1 },
  });
}
async function ask(query: string, abort_signal?: AbortSignal): Promise<string> {
  const { stream } = await lane.query({ query, ...(abort_signal && { abort_signal }) });
  return Buffer.concat((await stream.toArray()) as Buffer[]).toString();
}

it('is free again after an answer that failed at its end', async () => {
  await open(true);
  const failing = vi.spyOn(Session.prototype, 'queryStream');
  failing.mockImplementation(function (this: Session, ...of) {
    failing.mockRestore();
    const answer = this.queryStream(...of);
    const pieces = answer[Symbol.asyncIterator]();
    pieces.return = () => {
      answer.cancel();
      return Promise.reject(new Error('cannot be let go of'));
    };
    return Object.assign(answer, { [Symbol.asyncIterator]: () => pieces });
  });
  const one = (): Promise<string> => ask('SELECT 1 FORMAT JSONEachRow');
  await expect(one()).rejects.toThrow('cannot be let go of');
  expect(await one()).toBe('{"1":1}\n');
});

describe('a statement that would take hours', () => {
  const NUMBERS = 'numbers(1000000000000)';
  const SUM = `SELECT sum(sipHash64(number)) AS sum FROM ${NUMBERS} FORMAT JSONEachRow`;
  const ROWS = `SELECT number FROM ${NUMBERS} FORMAT JSONEachRow`;
  const FILL = `INSERT INTO filled SELECT sipHash64(number) FROM ${NUMBERS}`;

  /** Runs until the engine has begun it. */
  async function underWay(): Promise<void> {
    await vi.waitUntil(
      async () =>
        (
          await engine.queryAsync(
            "SELECT 1 FROM system.processes WHERE query LIKE '%1000000000000)%' AND query_id != queryID()",
          )
        ).text() !== '',
      { timeout: 60_000 },
    );
  }

  it.each([
    ['reads', false, (signal: AbortSignal) => ask(SUM, signal)],
    ['reads, its answer handed over in pieces', true, (signal: AbortSignal) => ask(SUM, signal)],
    ['hands over pieces', true, (signal: AbortSignal) => ask(ROWS, signal)],
    ['writes', false, (signal: AbortSignal) => lane.command({ query: FILL, abort_signal: signal })],
  ])(
    'ends where whoever asked is to stop (it %s), and its lane is free',
    async (_, streamed, run) => {
      await open(streamed);
      await lane.command({ query: 'CREATE TABLE filled (a UInt64) ENGINE = Null' });
      const stopping = new AbortController();
      const running = run(stopping.signal);
      running.catch(() => undefined);
      await underWay();
      stopping.abort(new Error('asked to stop'));
      await expect(running).rejects.toThrow('asked to stop');
      expect(await ask('SELECT 1 FORMAT JSONEachRow')).toBe('{"1":1}\n');
    },
  );

  it('ends though the engine has not begun it when whoever asked is to stop', async () => {
    await open();
    const stopping = new AbortController();
    const running = ask(SUM, stopping.signal);
    stopping.abort(new Error('asked to stop'));
    await expect(running).rejects.toThrow('asked to stop');
  });

  it('is not begun where whoever asked was to stop while it waited for its turn', async () => {
    await open();
    const stopping = new AbortController();
    const running = [ask(SUM, stopping.signal), ask(SUM, stopping.signal)];
    const ended = Promise.allSettled(running);
    await underWay();
    stopping.abort(new Error('asked to stop'));
    const reasons = (await ended).map((each) => each.status === 'rejected' && String(each.reason));
    expect(reasons).toEqual(['Error: asked to stop', 'Error: asked to stop']);
  });

  it('ends where its lane is to end, and whoever asks after that is refused', async () => {
    await open();
    const running = ask(SUM);
    running.catch(() => undefined);
    await underWay();
    await lane.end();
    await expect(running).rejects.toBeInstanceOf(WarehouseClosed);
    await expect(ask('SELECT 1')).rejects.toBeInstanceOf(WarehouseClosed);
  });
});

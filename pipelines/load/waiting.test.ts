import { afterEach, describe, expect, it, vi } from 'vitest';
import { WarehouseAway } from '#warehouse/errors.ts';
import { isWorthSaying, Stopped, untilDone, whileAway, type Waiting } from './waiting.ts';

function recorder(stopping = new AbortController().signal) {
  const waits: number[] = [];
  let heartbeats = 0;
  const waiting: Waiting = {
    stopping,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    heartbeat: () => {
      heartbeats += 1;
      return Promise.resolve();
    },
    onWait: () => undefined,
  };
  return { waiting, waits, heartbeats: () => heartbeats };
}

const doneAfter = (attempts: number) => {
  let count = 0;
  return () =>
    Promise.resolve(
      (count += 1) > attempts
        ? { done: true as const, value: count }
        : { done: false as const, reason: 'not yet' },
    );
};

afterEach(() => void vi.useRealTimers());

describe('waiting', () => {
  it('doubles from a quarter of a second to ten, with a heartbeat before each wait', async () => {
    const { waiting, waits, heartbeats } = recorder();
    expect(await untilDone(waiting, doneAfter(8))).toBe(9);
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
    expect(heartbeats()).toBe(8);
  });

  it('says the first wait, and then one in about three minutes', async () => {
    const said: number[] = [];
    const { waiting, waits } = recorder();
    const onWait = (_: string, attempt: number): void => {
      if (isWorthSaying(attempt)) said.push(waits.reduce((sum, ms) => sum + ms, 0));
    };
    await untilDone({ ...waiting, onWait }, doneAfter(45));
    expect(said).toEqual([0, 145_750, 345_750]);
  });

  it('gives up when asked to stop', async () => {
    const stopping = new AbortController();
    const { waiting } = recorder(stopping.signal);
    const sleep = (): Promise<void> => {
      stopping.abort();
      return Promise.resolve();
    };
    await expect(untilDone({ ...waiting, sleep }, doneAfter(5))).rejects.toBeInstanceOf(Stopped);
  });

  it('waits out a warehouse that is away, and no other error', async () => {
    const { waiting, waits } = recorder();
    let away = 2;
    const work = (): Promise<string> =>
      away-- > 0 ? Promise.reject(new WarehouseAway('away')) : Promise.resolve('stored');
    expect(await whileAway(waiting, work)).toBe('stored');
    expect(waits).toHaveLength(2);
    await expect(whileAway(waiting, () => Promise.reject(new TypeError('ours')))).rejects.toThrow(
      'ours',
    );
  });

  it('beats for as long as the work takes, and no longer', async () => {
    vi.useFakeTimers();
    const { waiting, heartbeats } = recorder();
    const work = Promise.withResolvers<string>();
    const done = whileAway(waiting, () => work.promise);
    await vi.advanceTimersByTimeAsync(7_000);
    expect(heartbeats()).toBe(3);
    work.resolve('counted');
    expect(await done).toBe('counted');
    await vi.advanceTimersByTimeAsync(7_000);
    expect(heartbeats()).toBe(3);
  });

  it('fails work whose partition went to somebody else meanwhile', async () => {
    vi.useFakeTimers();
    const { waiting } = recorder();
    const heartbeat = (): Promise<void> => Promise.reject(new Error('rebalanced'));
    const work = Promise.withResolvers<string>();
    const ended = whileAway({ ...waiting, heartbeat }, () => work.promise).catch(String);
    await vi.advanceTimersByTimeAsync(2_000);
    work.resolve('too late');
    expect(await ended).toBe('Error: rebalanced');
  });

  it('lets a lost partition stop it: the heartbeat throws through', async () => {
    const { waiting } = recorder();
    const heartbeat = (): Promise<void> => Promise.reject(new Error('rebalanced'));
    await expect(untilDone({ ...waiting, heartbeat }, doneAfter(1))).rejects.toThrow('rebalanced');
  });
});

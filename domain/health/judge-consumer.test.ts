import { array, assert, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeConsumer, type LagSample } from './judge-consumer.ts';

const MINUTE = 60_000;
const sample = (minute: number, end: number, committed: number): LagSample => ({
  at: minute * MINUTE,
  partitions: [{ partition: 0, end, committed }],
});
const watched = (minutes: number, of: (minute: number) => [end: number, committed: number]) =>
  Array.from({ length: minutes + 1 }, (_, minute) => sample(minute, ...of(minute)));
const stateOf = (samples: readonly LagSample[]) => judgeConsumer(samples).state;

describe('a consumer group', () => {
  it('keeps up where it takes what comes', () => {
    expect(judgeConsumer(watched(5, (at) => [at * 600, at * 600 - at]))).toEqual({
      state: 'keeping_up',
      lag: 5,
      inPerSecond: 10,
      outPerSecond: 9.98,
    });
    expect(stateOf([sample(0, 5, 5)])).toBe('keeping_up');
  });

  it('is behind only when it was over the bound at every look for ten minutes', () => {
    const backlog = (minutes: number) => watched(minutes, (at) => [100_000, at * 1_000]);
    expect(stateOf(backlog(9))).toBe('catching_up');
    expect(stateOf(backlog(10))).toBe('behind');
    const caughtUpOnce = backlog(12).with(6, sample(6, 100_000, 100_000));
    expect(stateOf(caughtUpOnce)).toBe('catching_up');
  });

  it('is stuck when it took nothing for half an hour though there was work', () => {
    const idle = (minutes: number) => watched(minutes, () => [7, 5]);
    expect(stateOf(idle(29))).toBe('catching_up');
    expect(stateOf(idle(30))).toBe('stuck');
    expect(stateOf(watched(30, () => [5, 5]))).toBe('keeping_up');
    expect(stateOf(watched(30, (at) => [7 + at, 5 + (at > 15 ? 1 : 0)]))).toBe('catching_up');
  });

  it('is stuck when it took nothing of one partition, however much it takes of the others', () => {
    const oneIdle = (minutes: number): LagSample[] =>
      Array.from({ length: minutes + 1 }, (_, minute) => ({
        at: minute * MINUTE,
        partitions: [
          { partition: 0, end: minute * 600, committed: minute * 600 },
          { partition: 1, end: 7, committed: 5 },
        ],
      }));
    expect(stateOf(oneIdle(29))).toBe('catching_up');
    expect(stateOf(oneIdle(30))).toBe('stuck');
  });

  it('is unknown where the log does not answer, and no rate is told before a minute was watched', () => {
    expect(judgeConsumer([])).toEqual({
      state: 'unknown',
      lag: 0,
      inPerSecond: null,
      outPerSecond: null,
    });
    expect(
      stateOf([...watched(40, () => [7, 5]), { at: 41 * MINUTE, partitions: undefined }]),
    ).toBe('unknown');
    expect(judgeConsumer([sample(0, 5, 5), sample(0.5, 9, 9)]).inPerSecond).toBeNull();
  });

  it('adds up its partitions, and never tells a lag below nothing', () => {
    const partition = record({
      partition: integer({ min: 0, max: 12 }),
      end: integer({ min: 0, max: 1e6 }),
      committed: integer({ min: 0, max: 1e6 }),
    });
    assert(
      property(array(array(partition, { maxLength: 6 }), { minLength: 1 }), (many) => {
        const samples = many.map((partitions, at) => ({ at: at * MINUTE, partitions }));
        const { lag, inPerSecond, outPerSecond } = judgeConsumer(samples);
        const sum = (many.at(-1) ?? []).reduce(
          (all, { end, committed }) => all + end - committed,
          0,
        );
        expect(lag).toBe(Math.max(0, sum));
        expect(inPerSecond ?? 0).toBeGreaterThanOrEqual(0);
        expect(outPerSecond ?? 0).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

import { array, assert, double, integer, property, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeUsual, RUNS_TO_JUDGE_BY } from './usual-band.ts';

const amount = double({ min: 0, max: 1e6, noNaN: true });
const amounts = array(amount, { minLength: RUNS_TO_JUDGE_BY, maxLength: 30 });

describe('the usual band', () => {
  it('is not judged by fewer runs than the minimum', () => {
    const before = Array.from({ length: RUNS_TO_JUDGE_BY - 1 }, () => 100);
    expect(judgeUsual(0, before)).toMatchObject({ state: 'not_judged', typical: null, low: null });
    expect(judgeUsual(0, [...before, 100]).state).toBe('low');
  });

  it('takes the typical run for usual, and neither nothing nor a hundred times it', () => {
    assert(
      property(array(integer({ min: 50, max: 200 }), { minLength: 7, maxLength: 30 }), (before) => {
        const { typical } = judgeUsual(0, before);
        expect(judgeUsual(typical, before).state).toBe('usual');
        expect(judgeUsual(0, before).state).toBe('low');
        expect(judgeUsual(20_000, before).state).toBe('high');
      }),
    );
  });

  it('does not depend on the order of the runs, nor on the unit', () => {
    assert(
      property(
        amounts.chain((before) =>
          shuffledSubarray(before, { minLength: before.length }).map(
            (other) => [before, other] as const,
          ),
        ),
        amount,
        ([before, other], last) => {
          const judged = judgeUsual(last, before);
          expect(judgeUsual(last, other)).toEqual(judged);
          // A power of two, so that nothing is rounded.
          const scaled = judgeUsual(
            last * 64,
            before.map((value) => value * 64),
          );
          expect(scaled.state).toBe(judged.state);
        },
      ),
    );
  });

  it('contains the typical, and what lies between two usual figures is usual', () => {
    assert(
      property(amounts, amount, (before, last) => {
        const { low, typical, high, state } = judgeUsual(last, before);
        expect(low).toBeLessThanOrEqual(typical ?? -1);
        expect(typical).toBeLessThanOrEqual(high ?? -1);
        if (state !== 'usual') return;
        expect(judgeUsual((last + (typical ?? 0)) / 2, before).state).toBe('usual');
      }),
    );
  });

  it('is moved little by one odd run', () => {
    const before = [100, 98, 103, 99, 101, 100, 102, 97, 100, 100, 99];
    const { low, high } = judgeUsual(100, before);
    const odd = judgeUsual(100, [...before, 1_000_000]);
    expect(odd.high).toBeLessThan((high ?? 0) * 1.2);
    expect(odd.low).toBeGreaterThan((low ?? 0) * 0.8);
  });

  it.each([
    ['in the first ten runs', 8, 2],
    ['in the last thirty', 23, 7],
  ])('still tells a source that broke off and stays so, %s', (_, whole, short) => {
    const before = [...Array<number>(whole).fill(300), ...Array<number>(short).fill(5)];
    expect(judgeUsual(5, before)).toMatchObject({ state: 'low', low: 240 });
    expect(judgeUsual(300, before).state).toBe('usual');
  });

  it('takes for usual what comes every third time', () => {
    const before = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? 600 : 20));
    expect(judgeUsual(600, before).state).toBe('usual');
    expect(judgeUsual(20, before).state).toBe('usual');
  });

  it('does not judge what is not known', () => {
    expect(judgeUsual(null, [1, 2, 3, 4, 5, 6, 7])).toMatchObject({
      state: 'not_judged',
      typical: 4,
    });
  });
});

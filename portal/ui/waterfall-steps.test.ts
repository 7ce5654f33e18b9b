import { describe, expect, it } from 'vitest';
import { waterfallSteps } from './waterfall-steps.ts';

describe('the bars of a waterfall', () => {
  it('begin each where the one before ended, and come to the whole', () => {
    expect(waterfallSteps(100, [-20, -40, 10])).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 0.8 },
      { from: 0.8, to: 0.4 },
      { from: 0.4, to: 0.5 },
      { from: 0, to: 0.5 },
    ]);
  });

  it('leave room for the highest, wherever it is', () => {
    expect(waterfallSteps(50, [50, -25])).toEqual([
      { from: 0, to: 0.5 },
      { from: 0.5, to: 1 },
      { from: 1, to: 0.75 },
      { from: 0, to: 0.75 },
    ]);
  });

  it('are none of nothing, and stay above zero', () => {
    expect(waterfallSteps(0, [])).toEqual([
      { from: 0, to: 0 },
      { from: 0, to: 0 },
    ]);
    expect(waterfallSteps(10, [-15, 10])).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 0 },
      { from: 0, to: 0.5 },
      { from: 0, to: 0.5 },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { BUYING_DEMO } from '../constants.ts';
import { buyingDecisionRequest, isBuyingDemo } from './analysis.ts';

describe('the demo of the buying decision', () => {
  const asked = (change: object) =>
    isBuyingDemo(buyingDecisionRequest.parse({ ...BUYING_DEMO, ...change }));

  it('is known in whatever order it is asked for', () => {
    expect(asked({})).toBe(true);
    const backwards = Object.fromEntries(Object.entries(BUYING_DEMO).toReversed());
    expect(isBuyingDemo(buyingDecisionRequest.parse(backwards))).toBe(true);
  });

  it.each([{ askingPrice: 15_001 }, { year: 2021 }, { mileage: 10 }, { location: '' }])(
    'is no other question: %o',
    (change) => {
      expect(asked(change)).toBe(false);
    },
  );
});

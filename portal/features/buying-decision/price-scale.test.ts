import { describe, expect, it } from 'vitest';
import { priceScale, type Offer } from './price-scale.ts';

const offer = (change: Partial<Offer> = {}): Offer => ({
  askingPrice: 30_000,
  value: 30_000,
  range: { low: 25_000, high: 36_000 },
  flipPrices: { buyNow: 28_000, negotiate: 33_000, wait: 36_000 },
  ...change,
});

describe('the scale of prices', () => {
  it('has every advice from cheap to dear, without a gap', () => {
    const { zones } = priceScale(offer());
    expect(zones.map(({ advice }) => advice)).toEqual(['buy_now', 'negotiate', 'wait', 'avoid']);
    expect(zones[0]?.from).toBe(0);
    expect(zones.at(-1)?.to).toBe(1);
    zones.slice(1).forEach(({ from }, index) => expect(from).toBe(zones[index]?.to));
  });

  it('has the range and the value inside, with room at both sides', () => {
    const { range, value } = priceScale(offer());
    expect(range.from).toBeGreaterThan(0.1);
    expect(range.to).toBeLessThan(0.9);
    expect(value.at).toBeGreaterThan(range.from);
    expect(value.at).toBeLessThan(range.to);
  });

  it('puts twice as dear as far from the middle as half as dear', () => {
    const { value } = priceScale(offer({ range: { low: 15_000, high: 60_000 } }));
    expect(value.at).toBeCloseTo(0.5);
  });

  it.each([
    [300, 'below', 0.04],
    [3_000_000, 'above', 0.96],
    [0.01, 'below', 0.04],
  ])('keeps %d at its end and says that it is off the scale', (askingPrice, offScale, at) => {
    expect(priceScale(offer({ askingPrice })).asked).toEqual({ at, offScale });
  });

  it('has no advice to draw where none is given for any believable price', () => {
    const flipPrices = { buyNow: null, negotiate: null, wait: 90_000 };
    expect(priceScale(offer({ flipPrices })).zones).toEqual([]);
  });
});

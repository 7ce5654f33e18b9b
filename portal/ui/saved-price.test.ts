import { describe, expect, it } from 'vitest';
import type { SavedRv } from '../client/saved-rvs.ts';
import { savedPriceOf } from './saved-price.ts';

const saved = (change: Partial<SavedRv>): SavedRv => ({
  id: 'x',
  listingId: 'a',
  savedAt: '2026-11-02T12:00:00.000Z',
  name: '2019 Jayco Eagle',
  priceWhenSaved: 35_000,
  lastPrice: 33_000,
  priceNow: 33_000,
  priceChange: -2_000,
  onMarket: true,
  listing: {} as NonNullable<SavedRv['listing']>,
  ...change,
});

describe('what a saved price did', () => {
  it.each([
    [{}, 'down', '$2,000 less than then'],
    [{ priceChange: 4_995 }, 'up', '$4,995 more than then'],
    [{ priceChange: 0 }, 'level', 'Same price as then'],
    [{ priceChange: null }, 'level', 'Its price then or now is not known'],
    [{ onMarket: false }, 'level', 'No longer observed on the market'],
    [{ listing: null }, 'level', 'No longer observed on the market'],
  ])('of %j is %s: %s', (change, direction, text) => {
    expect(savedPriceOf(saved(change))).toEqual({
      saved: 'Saved Nov 2, 2026 at $35,000',
      change: text,
      direction,
    });
  });

  it('says that none was shown when it was saved', () => {
    expect(savedPriceOf(saved({ priceWhenSaved: null })).saved).toBe('Saved Nov 2, 2026 at N/A');
  });
});

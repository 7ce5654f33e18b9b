import { expect, it } from 'vitest';
import type { Purchase } from '#schemas/api/contribution.ts';
import { toEvent } from './to-event.ts';

const PURCHASE: Purchase = {
  make: 'Jayco',
  model: 'Eagle',
  year: 2021,
  rvType: 'fifth-wheel',
  purchasePrice: 47_500,
  purchaseDate: '2024-10-03',
  purchaseType: 'dealer',
  location: 'Boise, ID 83702',
  condition: 'used',
};

const eventOf = (over: Partial<Purchase>) =>
  toEvent(
    { ...PURCHASE, ...over },
    {
      contributionId: '3b1f4c1e-98d4-4f8a-9d5b-6a7785d87412',
      contributor: 'f'.repeat(64),
      sharedAt: new Date('2026-11-21T23:59:59Z'),
    },
  );

it('takes a list price of nothing for none', () => {
  expect(eventOf({ listPrice: 0 })).not.toHaveProperty('listPrice');
  expect(eventOf({})).not.toHaveProperty('listPrice');
  expect(eventOf({ listPrice: 52_000 })).toMatchObject({ listPrice: 52_000 });
});

it.each([
  [0, 0],
  [7.25, 0.0725],
  [1.1, 0.011],
  [0.07, 0.0007],
  [100, 1],
])('writes a financing rate of %d percent as the fraction %d', (percent, fraction) => {
  expect(eventOf({ financingRate: percent }).financingRate).toBe(fraction);
});

import { describe, expect, test } from 'vitest';
import { MONTANA, sightingOf } from '../testing/listing.ts';

type Marked = Parameters<typeof sightingOf>[0];
const removalOf = (marked: Marked): string | null =>
  sightingOf({ ...MONTANA, ...marked }).removed_at;
const OBSERVED_AT = sightingOf(MONTANA).observed_at;

describe('what is marked as sold is off the market from its observation on', () => {
  test.each([
    'sold',
    'SOLD',
    'Sold Out',
    'sold_out',
    'Sold!',
    'Sold 06/12/2026',
    'Just sold',
    'https://schema.org/SoldOut',
  ])('by its status: %s', (status) => {
    expect(removalOf({ status })).toBe(OBSERVED_AT);
  });

  test.each([
    'SOLD',
    'Sold!',
    '$54,995 (SOLD)',
    'SOLD $54,995',
    'Sold for $52,000',
    '$54,995 - Sold',
  ])('by its price: %s', (price) => {
    expect(removalOf({ price })).toBe(OBSERVED_AT);
  });

  test.each([
    'SOLD 2022 Keystone Montana 3121RL',
    'sold - 2022 Keystone Montana 3121RL',
    'SOLD SOLD SOLD 2022 Keystone Montana 3121RL',
    '***SOLD*** 2022 Keystone Montana 3121RL',
    'Sold! Used 2022 Keystone Montana 3121RL',
    'JUST SOLD 2022 Keystone Montana 3121RL',
    'Just sold! 2022 Keystone Montana 3121RL',
    '2022 Keystone Montana **SOLD** 3121RL',
    '2022 Keystone Montana 3121RL - SOLD - thank you!',
    '2022 Keystone Montana 3121RL **SOLD**',
    '2022 Keystone Montana 3121RL (Sold)',
    '2022 Keystone Montana 3121RL - Sold!',
    '2022 Keystone Montana 3121RL, sold',
    '2022 Keystone Montana 3121RL SOLD',
    '2022 Keystone Montana 3121RL Sold',
    '2022 Keystone Montana 3121RL just sold',
    '2022 Keystone Montana 3121RL is now SOLD!!!',
    '2022 Keystone Montana 3121RL SOLD OUT',
    '2022 KEYSTONE MONTANA 3121RL SALE PENDING - SOLD',
  ])('by its title: %s', (title) => {
    expect(removalOf({ title })).toBe(OBSERVED_AT);
  });

  test('or is removed when its source says so', () => {
    expect(removalOf({ status: 'sold', removedAt: '2026-08-01' })).toBe('2026-08-01 00:00:00.000');
  });
});

describe('it stays on offer', () => {
  test.each([
    'available',
    'Sale Pending',
    'Sold pending delivery',
    'On hold',
    'Reserved',
    'Deposit taken',
    'unsold',
    'Sold: No',
    'sold: false',
    'Sold - N',
    'sold by dealer',
    'Sold as is',
    'https://schema.org/InStock',
  ])('with the status %s', (status) => {
    expect(removalOf({ status })).toBeNull();
  });

  test.each([
    '$54,995 sold as is',
    'Sold as is $54,995',
    'Must be sold! $54,995',
    '$54,995, must be SOLD',
  ])('with the price %s', (price) => {
    expect(removalOf({ price })).toBeNull();
  });

  test.each([
    'Sold new by us: 2022 Keystone Montana 3121RL',
    'Sold with warranty - 2022 Keystone Montana 3121RL',
    'SOLD AS IS - 2022 Keystone Montana 3121RL',
    'Sold-as-is 2022 Keystone Montana 3121RL',
    'NEVER SOLD! 2022 Keystone Montana 3121RL',
    '2022 Keystone Montana 3121RL SOLD AS IS',
    '2022 Keystone Montana 3121RL - sold as-is',
    '2022 Keystone Montana 3121RL - sold-as-is - no warranty',
    '2022 Keystone Montana 3121RL sold with truck',
    '2022 Keystone Montana 3121RL, never sold',
    '2022 Keystone Montana 3121RL not yet sold',
    '2022 Keystone Montana 3121RL (not sold)',
    "2022 Keystone Montana 3121RL hasn't Sold",
    '2022 Keystone Montana 3121RL - sale pending',
    '2022 Keystone Montana 3121RL (reserved)',
    '2022 Keystone Montana 3121RL ON HOLD',
    '2022 Keystone Montana 3121RL UNSOLD',
    '2022 Keystone Montana 3121RL MUST BE SOLD!',
    '2022 Keystone Montana 3121RL Must Be Sold',
    '2022 Keystone Montana 3121RL priced to be SOLD',
    '2022 Keystone Montana 3121RL needs to get SOLD',
    '2022 Keystone Montana 3121RL let us get it SOLD',
    '2022 Keystone Montana 3121RL $2,000 off until SOLD',
    '2022 Keystone Montana 3121RL yours if not already Sold',
    '2022 Keystone Montana 3121RL the best trailer ever SOLD',
    "2022 Keystone Montana 3121RL - hurry before it's SOLD",
    '2022 Keystone Montana 3121RL available until its SOLD',
    '2022 Keystone Montana 3121RL No Longer Sold',
    '2022 Keystone Montana 3121RL NOT SOLD',
    '2022 Keystone Montana 3121RL HALF OF THEM ARE SOLD OUT OF STATE',
  ])('with the title %s', (title) => {
    expect(removalOf({ title })).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Listing } from '#schemas/api/listings.ts';
import { withListing } from './compare-state.ts';
import { factRows, lowestPrice } from './rows.ts';

describe('adding to a comparison', () => {
  it('refuses one that is there already, and a fourth', () => {
    expect(withListing(['a'], 'b')).toEqual(['a', 'b']);
    expect(withListing(['a'], 'a')).toEqual(['a']);
    expect(withListing(['a', 'b', 'c'], 'd')).toEqual(['a', 'b', 'c']);
  });
});

const listing = (
  listPrice: string | null,
  year: number,
  mileage: number | null,
  model: Partial<Listing['model']> = {},
): Listing => ({
  id: String(year),
  listPrice,
  priceState: listPrice === null ? 'hidden' : 'listed',
  mileage,
  location: '',
  condition: 'used',
  images: [],
  make: { id: 'jayco', name: 'Jayco' },
  type: { id: 'class-c', name: 'Class C Motorhome', category: 'motorhome' },
  model: { name: 'Redhawk', year, msrp: null, length: null, weight: null, features: [], ...model },
  floorplan: '',
  dealer: 'Lakeside RV',
  url: '',
  firstSeen: '2026-11-20T00:00:00.000Z',
  lastSeen: '2026-11-21T00:00:00.000Z',
});

describe('the facts of a comparison', () => {
  const rows = (...listings: Listing[]) =>
    Object.fromEntries(factRows(listings).map(({ key, ...row }) => [key, row]));

  it('stand in rows, N/A where one is not known', () => {
    const { msrp, length, features, location, condition, listed } = rows(
      listing('1', 2019, 1, { msrp: 90_000, length: 25.5, features: ['Sleeps 6', '1 slide-out'] }),
      listing('1', 2020, 1),
    );
    expect(msrp?.values).toEqual(['$90,000', 'N/A']);
    expect(length?.values).toEqual(['25.5 ft', 'N/A']);
    expect(features?.values).toEqual(['Sleeps 6, 1 slide-out', 'N/A']);
    expect(location?.values).toEqual(['N/A', 'N/A']);
    expect(condition?.values).toEqual(['Used', 'Used']);
    expect(listed?.values).toEqual(['Seen for 1 day', 'Seen for 1 day']);
  });

  it('leave out weight and mileage where none has it', () => {
    expect(rows(listing('1', 2019, null))).not.toHaveProperty('mileage');
    expect(rows(listing('1', 2019, null))).not.toHaveProperty('weight');
    const some = rows(listing('1', 2019, 5, { weight: 7_200 }), listing('1', 2019, null));
    expect(some).toMatchObject({
      mileage: { values: ['5 mi', 'N/A'] },
      weight: { values: ['7,200 lb', 'N/A'] },
    });
  });

  it('mark the newest, the least driven and the cheapest, where they differ', () => {
    const three = [listing('9', 2019, 50), listing('7', 2021, 40), listing('7', 2021, null)];
    const { year, mileage } = rows(...three);
    expect(year?.best).toEqual({ at: [1, 2], word: 'newest' });
    expect(mileage?.best).toEqual({ at: [1], word: 'lowest' });
    expect(lowestPrice(three)).toEqual({ at: [1, 2], word: 'lowest' });
  });

  it('mark no price where what is asked least is not believed: another is not the lowest', () => {
    const asking = (price: string) => listing(price, 2019, null);
    const unbelieved = (price: string) => ({
      ...asking(price),
      deal: { refused: 'unbelievable' as const },
    });
    expect(lowestPrice([unbelieved('7'), asking('95'), asking('90')])).toBeNull();
    expect(lowestPrice([unbelieved('90'), asking('95'), asking('90')])).toBeNull();
    const dear = [unbelieved('999999'), asking('95'), asking('90')];
    expect(lowestPrice(dear)).toEqual({ at: [2], word: 'lowest' });
  });

  it('mark none where all are alike or only one is known', () => {
    const alike = [listing('9', 2019, null), listing('9', 2019, 40), listing(null, 2019, null)];
    expect(rows(...alike)['year']?.best).toBeNull();
    expect(rows(...alike)['mileage']?.best).toBeNull();
    expect(lowestPrice(alike)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import type { Listing } from '#schemas/api/listings.ts';
import {
  askedPrice,
  daysListed,
  idsFromUrl,
  isWeb,
  listingName,
  pictureOf,
  ruleOfThumb,
} from './listing-rules.ts';

const listing = (
  change: Partial<Listing> = {},
  model: Partial<Listing['model']> = {},
): Listing => ({
  id: 'a',
  listPrice: '33000',
  priceState: 'listed',
  location: 'Elkhart, IN',
  condition: 'used',
  images: [],
  make: { id: 'jayco', name: 'Jayco' },
  type: { id: 'travel-trailer', name: 'Travel Trailer', category: 'towable' },
  model: {
    name: 'Jay Flight 28QZX',
    year: 2019,
    msrp: 40_000,
    length: null,
    weight: null,
    features: [],
    ...model,
  },
  floorplan: '28QZX',
  dealer: '',
  url: '',
  firstSeen: '2026-11-01T00:00:00.000Z',
  lastSeen: '2026-11-21T00:00:00.000Z',
  ...change,
});
const noPrice = { listPrice: null, priceState: 'hidden' as const };

describe('the asking price', () => {
  it('is the sale price where there is one, and none where none is shown', () => {
    expect(askedPrice(listing())).toBe(33_000);
    expect(askedPrice(listing({ salePrice: '30500' }))).toBe(30_500);
    expect(askedPrice(listing(noPrice))).toBeNull();
  });
});

describe('the rule of thumb', () => {
  it('is 85% of MSRP, and the price is compared with it', () => {
    expect(ruleOfThumb(listing())).toMatchObject({ estimate: 34_000 });
    expect(ruleOfThumb(listing())?.percent).toBeCloseTo(-2.94, 2);
    expect(ruleOfThumb(listing({ listPrice: '37400' }))?.percent).toBeCloseTo(10);
  });

  it('is 95% of the list price without an MSRP', () => {
    const rule = ruleOfThumb(listing({ salePrice: '30000' }, { msrp: null }));
    expect(rule?.estimate).toBe(31_350);
    expect(rule?.percent).toBeCloseTo(-4.31, 2);
  });

  it('has nothing to compare without a price, and is none without either', () => {
    expect(ruleOfThumb(listing(noPrice))).toEqual({ estimate: 34_000, percent: null });
    expect(ruleOfThumb(listing(noPrice, { msrp: null }))).toBeNull();
  });
});

describe('a listing', () => {
  it('is named by what is known of it', () => {
    expect(listingName(listing())).toBe('2019 Jayco Jay Flight 28QZX');
    expect(listingName(listing({}, { name: 'Unknown', year: 0 }))).toBe('Jayco');
  });

  it('leads only to the web', () => {
    expect(isWeb('HTTPS://dealer.example/1')).toBe(true);
    expect(isWeb('javascript:alert(1)')).toBe(false);
    expect(isWeb('//dealer.example')).toBe(false);
  });

  it('shows the first picture that may be shown', () => {
    const of = (...images: string[]) => pictureOf(listing({ images }));
    expect(of('http://a.example/1.jpg', 'https://a.example/2.jpg')).toBe('https://a.example/2.jpg');
    expect(of('//a.example/1.jpg', 'javascript:1', String.raw`/\a.example`)).toBeNull();
    expect(of()).toBeNull();
  });

  it('says how many whole days it has been listed, never less than none', () => {
    expect(daysListed(listing())).toBe(20);
    const firstSeen = '2026-11-21T00:00:00.000Z';
    expect(daysListed(listing({ firstSeen, lastSeen: '2026-11-21T18:55:25.433Z' }))).toBe(0);
    expect(daysListed(listing({ firstSeen, lastSeen: '2026-11-22T06:00:00.000Z' }))).toBe(1);
    expect(daysListed(listing({ lastSeen: '2026-10-01T00:00:00.000Z' }))).toBe(0);
  });
});

describe('ids of an address', () => {
  it('are taken in shape, each once, three at most', () => {
    expect(idsFromUrl('a,b,a,<b>,c,d')).toEqual(['a', 'b', 'c']);
    expect(idsFromUrl('')).toEqual([]);
    expect(idsFromUrl(null)).toEqual([]);
  });
});

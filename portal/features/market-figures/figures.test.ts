import { describe, expect, it } from 'vitest';
import type { MarketData } from '../../client/market-data.ts';
import {
  axisMaxOf,
  monthName,
  mostFirst,
  SAMPLE_MONTHS,
  statsOf,
  trendSpanOf,
  trendSpansOf,
  yearsOf,
} from './figures.ts';

const type = (name: string, listings: number) => ({
  name,
  listings,
  priced: listings,
  medianPrice: 30_000,
});
const MARKET: MarketData = {
  asOf: '2026-11-21T06:00:00.000Z',
  totalListings: 400,
  makes: 1,
  models: 1,
  states: 1,
  daysOnMarket: 63,
  byType: [type('Class A Motorhome', 100), type('Travel Trailer', 300)],
  byMake: [],
  byState: [],
  registrations: [],
};

describe('the four figures of the market', () => {
  const values = (known: Parameters<typeof statsOf>[0]) => statsOf(known).map(({ value }) => value);

  it('are computed where there are data, losses weighed by listings', () => {
    const months = [
      { averagePrice: 80_000, month: '2026-10', n: 1 },
      { averagePrice: 81_234, month: '2026-11', n: 1 },
    ];
    const losses = [
      { type: 'Travel Trailer', depreciation: 40 },
      { type: 'Class A Motorhome', depreciation: 20 },
      { type: 'Fish House', depreciation: 90 },
    ];
    const stats = statsOf({ months, losses, market: MARKET });
    expect(stats.map(({ value }) => value)).toEqual(['$81,234', '35%', '63', 'Travel Trailer']);
    expect(stats[3]?.note).toBe('300 listings');
    expect(stats.every(({ typical }) => !typical)).toBe(true);
  });

  it('say of how few listings the days are, where most were not seen from their first day on', () => {
    const noteOf = (daysOnMarketUnits: number | null) =>
      statsOf({ months: [], losses: [], market: { ...MARKET, daysOnMarketUnits } })[2]?.note;
    expect(noteOf(199)).toBe('Median of the 199 listings whose first day is known');
    expect([noteOf(200), noteOf(null)]).toEqual(Array(2).fill('Median of what is on offer'));
  });

  it('are the specification’s where there are none, and say so', () => {
    const usual = ['$89,450', '22%', '42', 'Travel Trailers'];
    expect(values({ months: [], losses: [], market: undefined })).toEqual(usual);
    const empty = { ...MARKET, byType: [], daysOnMarket: null };
    const stats = statsOf({ months: [], losses: [], market: empty });
    expect(stats.map(({ value }) => value)).toEqual(usual);
    expect(stats.every(({ typical }) => typical)).toBe(true);
  });
});

describe('the charts', () => {
  it('take from an address only what they can show', () => {
    const monthsOf = (known: number) => (text: string | null) =>
      trendSpanOf(text, trendSpansOf(known)).months;
    expect(['12', '6', '3', '4', null].map(monthsOf(12))).toEqual([12, 6, 3, 12, 12]);
    expect(['all', '60', '6'].map(monthsOf(12))).toEqual([12, 12, 6]);
    expect(['all', '60', '6'].map(monthsOf(48))).toEqual([48, 12, 6]);
    expect(['all', '60', '6'].map(monthsOf(120))).toEqual([120, 60, 6]);
    expect(['5', '10', 'ten', null].map(yearsOf)).toEqual(['5', '10', '5', '5']);
  });

  it('name months, those of the sample without a year', () => {
    expect(monthName('2026-11')).toBe('Nov 2026');
    expect(SAMPLE_MONTHS.map(({ month }) => monthName(month)).slice(0, 2)).toEqual(['Jan', 'Feb']);
    expect(SAMPLE_MONTHS).toHaveLength(12);
  });

  it('have an axis to 50 percent unless a type loses more', () => {
    const losing = (...losses: number[]) =>
      axisMaxOf(losses.map((depreciation) => ({ type: 'x', depreciation })));
    expect(losing(12, 50)).toBe(50);
    expect(losing(12, 50.1)).toBe(100);
  });
});

it('what loses most comes first, however many listings it has', () => {
  const losses = [
    { type: 'Travel Trailer', depreciation: 33 },
    { type: 'Toy Hauler', depreciation: 48 },
  ];
  expect(mostFirst(losses).map(({ type: name }) => name)).toEqual(['Toy Hauler', 'Travel Trailer']);
});

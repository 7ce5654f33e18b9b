import type { MarketFacts } from '#schemas/market-facts.ts';
import { overallTrends } from '../overall.ts';

const MONTHS = 24;
export const all = { type: 'all', region: 'all', condition: 'all' } as const;
/** A season's wave with its top in a month. */
export const wave = (size: number, top: number, se: number) => ({
  value: Array.from(
    { length: 12 },
    (_, month) => size * Math.cos((2 * Math.PI * (month - top)) / 12),
  ),
  se: Array.from({ length: 12 }, () => se),
  waveSe: [se, se] as [number, number],
});

/** A market in which everything was measured: prices 4% lower than a year ago, cheapest in October. */
export function facts(
  change: { value: number; se: number } = { value: -0.04, se: 0.01 },
): MarketFacts {
  const zeros = new Float32Array(MONTHS);
  const counts = new Int32Array(MONTHS);
  // The running month and two years before it.
  const visits = new Int32Array(25).fill(16);
  return {
    index: {
      firstMonth: 660,
      months: MONTHS,
      series: [
        {
          type: 'all',
          n: counts,
          raw: zeros,
          rawSe: zeros,
          level: zeros,
          levelSe: zeros,
          season: wave(0.03, 3, 0.004),
          yearChange: change,
        },
      ],
      regions: [],
      newPremium: [
        { type: 'travel-trailer', newUnits: 900, usedUnits: 300, value: Math.log(1.25), se: 0.01 },
      ],
    },
    supply: {
      firstMonth: 660,
      months: MONTHS,
      coverage: zeros,
      series: [
        {
          ...all,
          firstSeen: counts,
          onOffer: counts,
          now: 1_200,
          yearChange: { value: Math.log(1.2), se: 0.03 },
          season: wave(0.1, 3, 0.02),
        },
      ],
    },
    priceCuts: [
      {
        type: 'all',
        units: 1_000,
        withCut: 250,
        cameDown: 250,
        medianCut: 0.05,
        gap: { p25: 0.04, median: 0.08, p75: 0.12 },
      },
    ],
    daysOnMarket: [
      { ...all, onOffer: { units: 1_200, p25: 40, median: 100, p75: 210 }, gone: null },
    ],
    demand: {
      firstMonth: 659,
      months: visits.length,
      series: [{ type: 'all', searches: visits, analyses: visits, season: wave(0.4, 3, 0.05) }],
      makes: [
        { makeId: 'jayco', searches: 200, analyses: 100, visitsBefore: 100 },
        { makeId: 'winnebago', searches: 60, analyses: 40, visitsBefore: 100 },
        { makeId: 'keystone', searches: 60, analyses: 40, visitsBefore: 100 },
      ],
    },
  };
}
/** One in which nothing was. */
export const NOTHING: MarketFacts = {
  index: { firstMonth: 0, months: 0, series: [], regions: [], newPremium: [] },
  supply: { firstMonth: 0, months: 0, coverage: new Float32Array(0), series: [] },
  priceCuts: [],
  daysOnMarket: [],
  demand: { firstMonth: 0, months: 0, series: [], makes: [] },
};

/** The types of that market. */
export const byType = [
  { key: 'travel-trailer', units: 1_200, listedUnits: 1_000, medianPrice: 40_000 },
];
export const NO_SEGMENTS = {
  byType: [],
  byMake: [],
  byModel: [],
  ofTypes: { bestPerformers: [], worstPerformers: [] },
};
/** What is said of a market as a whole. */
export const overall = (market: MarketFacts, currentUnits = 1_200) =>
  overallTrends({ market, totals: { currentUnits } as never }, NO_SEGMENTS, (id) => id);

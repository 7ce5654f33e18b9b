import type { z } from 'zod';
import { accuracy } from '#schemas/api/accuracy.ts';
import { comprehensiveAnalysis } from '#schemas/api/analysis.ts';
import { rvMakes, rvModelsOfMake, rvNames } from '#schemas/api/catalogue.ts';
import { type marketAnalysis, marketData } from '#schemas/api/market.ts';
import { currentUser } from '#schemas/api/account.ts';
import { STATES } from '#schemas/vocabulary.ts';
import { ACCURACY, NO_ACCURACY } from './accuracy.ts';
import type { MockApi } from './mock-api.ts';

export type Analysis = z.output<typeof comprehensiveAnalysis.response>;

export const MAKES: z.output<typeof rvMakes.response> = [
  { id: 'airstream', name: 'Airstream', aliases: ['Airstream RV'], listings: 1204 },
  { id: 'forest-river', name: 'Forest River', aliases: [], listings: 9120 },
  { id: 'grand-design', name: 'Grand Design', aliases: [], listings: 4410 },
  { id: 'jayco', name: 'Jayco', aliases: [], listings: 6302 },
  {
    id: 'thor',
    name: 'Thor Motor Coach',
    aliases: ['Thor', 'Thor Industries'],
    listings: 3011,
  },
  { id: 'winnebago', name: 'Winnebago', aliases: [], listings: 2755 },
];

const plan = (name: string, listings: number) => ({ id: name.toLowerCase(), name, listings });
const MODELS: Record<string, z.output<typeof rvModelsOfMake.response>> = {
  Jayco: [
    {
      id: 'jayco/eagle',
      name: 'Eagle',
      types: ['fifth-wheel', 'travel-trailer'],
      listings: 412,
      floorplans: [plan('284BHOK', 61), plan('335RDOK', 44)],
    },
    {
      id: 'jayco/jay-flight',
      name: 'Jay Flight',
      types: ['travel-trailer'],
      listings: 1320,
      floorplans: [plan('28QZX', 132), plan('24RBS', 87), plan('33RBTS', 58)],
    },
  ],
  'Thor Motor Coach': [
    {
      id: 'thor/axis',
      name: 'Axis',
      types: ['class-a'],
      listings: 61,
      floorplans: [],
    },
  ],
  Winnebago: [
    {
      id: 'winnebago/view',
      name: 'View',
      types: ['class-c'],
      listings: 233,
      floorplans: [plan('24D', 70), plan('24J', 64)],
    },
  ],
};

/** A market of our own making, in the contract's shapes: values fall by an eleventh in the first year, then less. */
export function analysisOf(value = 31_450): Analysis {
  let before = value;
  const depreciationSchedule = Array.from({ length: 10 }, (_, index) => {
    const estimatedValue = Math.round(before * (0.91 + index * 0.005));
    const entry = {
      year: 2027 + index,
      estimatedValue,
      depreciationAmount: before - estimatedValue,
      depreciationPercentage: (100 * (before - estimatedValue)) / before,
      cumulativeDepreciation: (100 * (value - estimatedValue)) / value,
      low: Math.round(estimatedValue * (0.87 - index * 0.02)),
      high: Math.round(estimatedValue * (1.14 + index * 0.025)),
    };
    before = estimatedValue;
    return entry;
  });
  return {
    currentMarketValue: value,
    originalMSRP: 46_300,
    depreciationSchedule,
    confidence: 0.78,
    confidenceMeasured: true,
    dataPoints: 132,
    range: { low: Math.round(value * 0.88), high: Math.round(value * 1.13), level: 0.8 },
    basis: 'model',
    support: { model: 132, line: 1320, make: 6302, type: 24_110 },
    resolved: {
      makeId: 'jayco',
      make: 'Jayco',
      lineId: 'jayco/jay-flight',
      line: 'Jay Flight',
      lineStatus: 'listed',
      floorplan: '28QZX',
      type: 'travel-trailer',
    },
    comparables: [
      comparable('a', 2019, 'IN', 32_900, -600, 'used'),
      comparable('b', 2020, 'TX', 34_500, -2_300, 'used'),
      comparable('c', 2018, 'FL', 28_995, 1_900, 'unknown'),
    ],
    explanation: [
      { factor: 'typical', label: 'A travel trailer of this age', amount: value - 4_950 },
      { factor: 'make', label: 'Made by Jayco', amount: 1_850 },
      { factor: 'line', label: 'Jay Flight line', amount: 2_400 },
      { factor: 'floorplan', label: 'Floorplan 28QZX', amount: 1_500 },
      { factor: 'condition', label: 'Used', amount: -800 },
    ],
    asOf: '2026-11-21T06:00:00.000Z',
    priceKind: 'asking',
    suggestions: [],
  };
}

const comparable = (
  id: string,
  year: number,
  state: string,
  price: number,
  adjustment: number,
  condition: 'used' | 'unknown',
) => ({
  listingId: id,
  year,
  make: 'Jayco',
  model: 'Jay Flight',
  floorplan: '28QZX',
  condition,
  mileage: null,
  price,
  adjustment,
  adjustedPrice: price + adjustment,
  state,
  observedAt: '2026-11-18T00:00:00.000Z',
  url: `https://dealer.example/listing/${id}`,
});

export const MARKET_DATA: z.output<typeof marketData.response> = {
  asOf: '2026-11-21T06:00:00.000Z',
  totalListings: 67_511,
  makes: 192,
  models: 2_493,
  states: 50,
  byType: [
    { name: 'Travel Trailer', listings: 28_410, priced: 27_904, medianPrice: 27_995 },
    { name: 'Fifth Wheel', listings: 14_120, priced: 14_120, medianPrice: 52_900 },
    { name: 'Class C Motorhome', listings: 8_040, priced: 7_911, medianPrice: 89_995 },
    { name: 'Class A Motorhome', listings: 6_333, priced: 5_870, medianPrice: 129_900 },
    { name: 'Toy Hauler', listings: 4_470, priced: 4_470, medianPrice: 61_200 },
    { name: 'Class B Motorhome', listings: 3_002, priced: 2_950, medianPrice: 112_000 },
    { name: 'Pop-Up Camper', listings: 1_411, priced: 1_411, medianPrice: 13_490 },
    { name: 'Truck Camper', listings: 905, priced: 0, medianPrice: null },
  ],
  byMake: Array.from({ length: 24 }, (_, index) => ({
    name: MAKES[index]?.name ?? `Maker ${index + 1}`,
    listings: 9_120 - index * 340,
    priced: 9_120 - index * 352,
    medianPrice: 31_000 + index * 1_250,
  })),
  byState: STATES.slice(0, 51).map((state, index) => ({
    name: state.name,
    listings: 4_100 - index * 71,
    priced: 4_100 - index * 74,
    medianPrice: 38_000 + index * 310,
  })),
  registrations: [
    ...STATES.slice(0, 12).map(({ name, region }, index) => ({
      place: name,
      region,
      condition: index % 3 === 2 ? ('used' as const) : ('new' as const),
      through: '2026-09',
      months: 12,
      registered: 9_310 - index * 402,
      change: 6.2 - index * 1.4,
      topType: 'Travel Trailer',
      topMake: 'Forest River',
    })),
    {
      place: 'Ontario',
      region: 'Canada',
      condition: 'new',
      through: '2026-08',
      months: 7,
      registered: 2_840,
      change: null,
      topType: 'Fifth Wheel',
      topMake: null,
    },
  ],
};

const segment = (
  name: string,
  marketTrend: 'improving' | 'declining' | 'stable',
  averageDepreciationRate: number,
) => ({
  segment: name,
  marketTrend,
  averageDepreciationRate,
  bestPerformers: ['Winnebago View', 'Jayco Redhawk'],
  worstPerformers: ['Maker 9 Traveler'],
  recommendedBuyTiming: 'Late fall, when listings outnumber buyers',
  dataPoints: 8_040,
  confidence: 0.81,
});

export const MARKET_ANALYSIS: z.output<typeof marketAnalysis.response> = {
  generatedAt: '2026-11-21T06:00:00.000Z',
  summary: { sweetSpot: '2-4 Years Old', marketCondition: 'Balanced Market' },
  overallTrends: {
    bestValueRetentionTypes: ['Class B Motorhome (31% over five years)'],
    fastestDepreciatingTypes: ['Toy Hauler (49% over five years)'],
    emergingTrends: ['Shorter trailers sell faster than last year'],
    investmentAdvice: ['Look at units five to seven years old'],
    marketConditions: 'There are more listings than a year ago, and prices are a little lower.',
  },
  byType: [
    segment('Class B Motorhome', 'improving', 31.2),
    segment('Class C Motorhome', 'stable', 36.4),
    segment('Toy Hauler', 'declining', 48.8),
  ],
  byMake: [segment('Winnebago', 'improving', 33), segment('Jayco', 'stable', 38)],
  byModel: [segment('Winnebago View', 'improving', 29)],
  purchasingInsights: {
    seasonalTrends: [
      {
        period: 'October to December',
        demandLevel: 'low',
        inventoryLevel: 'abundant',
        priceAdvantage: 6,
        recommendation: 'Make offers now.',
      },
    ],
    financingInsights: [
      {
        scenario: 'Excellent credit',
        averageRate: 7.25,
        monthlyPaymentExample: 696,
        totalInterestCost: 78_927,
        recommendation: 'Compare a credit union with the dealer.',
      },
    ],
    totalCostAnalysis: [
      {
        category: 'Insurance',
        description: 'Full cover',
        costRange: '$800–$1,600',
        annualCost: 1_200,
      },
      { category: 'Storage', description: 'Outdoors', costRange: '$600–$1,800', annualCost: 1_050 },
    ],
    ownershipByType: [
      {
        type: 'Travel Trailer',
        costs: [
          {
            category: 'Storage',
            description: 'Outdoors',
            costRange: '$600–$1,800',
            annualCost: 1_200,
          },
        ],
        total: 1_200,
      },
      {
        type: 'Class A Motorhome',
        costs: [
          {
            category: 'Storage',
            description: 'Outdoors',
            costRange: '$1,800–$3,600',
            annualCost: 2_700,
          },
          {
            category: 'Fuel',
            description: '4,500 miles',
            costRange: '$1,500–$2,500',
            annualCost: 2_000,
          },
        ],
        total: 4_700,
      },
    ],
    marketTimingSignals: [
      {
        signal: 'Days on market',
        strength: 'moderate',
        impact: 'Longer than last year',
        actionRecommendation: 'Ask how long it has been listed.',
      },
    ],
    negotiationTips: [
      {
        phase: 'Before the visit',
        strategy: 'Bring three comparable listings.',
        expectedSavings: '3–5%',
        keyFactor: 'Preparation',
      },
    ],
  },
};

/** What the analysis answers where nothing has been collected yet. */
export const NO_MARKET_ANALYSIS: z.output<typeof marketAnalysis.response> = {
  generatedAt: '2026-11-21T06:00:00.000Z',
  summary: { sweetSpot: null, marketCondition: null },
  overallTrends: {
    bestValueRetentionTypes: [],
    fastestDepreciatingTypes: [],
    emergingTrends: [],
    investmentAdvice: [],
    marketConditions: '',
  },
  byType: [],
  byMake: [],
  byModel: [],
  purchasingInsights: {
    seasonalTrends: [],
    financingInsights: [],
    totalCostAnalysis: [],
    ownershipByType: [],
    marketTimingSignals: [],
    negotiationTips: [],
  },
};

export const USER: z.output<typeof currentUser.response> = {
  id: 'u1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  profileImageUrl: null,
  hasContributedData: true,
};

/** A guest on a market with listings: what most tests start from. */
export function openMarket(api: MockApi): void {
  api.refuse(currentUser, 401, { code: 'unauthorized', message: 'Not signed in.' });
  api.answer(rvMakes, MAKES);
  api.answer(rvNames, []);
  api.answer(rvModelsOfMake, ({ params }) => MODELS[params['make'] ?? ''] ?? []);
  api.answer(comprehensiveAnalysis, analysisOf());
  api.answer(marketData, MARKET_DATA);
  api.answer(accuracy, ACCURACY);
}

/** A guest where nothing has been collected yet. */
export function emptyMarket(api: MockApi): void {
  openMarket(api);
  api.answer(accuracy, NO_ACCURACY);
  api.answer(
    rvMakes,
    MAKES.map((make) => ({ ...make, listings: 0 })),
  );
  api.answer(marketData, {
    ...MARKET_DATA,
    totalListings: 0,
    makes: 0,
    models: 0,
    states: 0,
    byType: [],
    byMake: [],
    byState: [],
    registrations: [],
  });
}

import type { RvTypeId } from '#schemas/vocabulary.ts';

/**
 * Published figures that the market's own listings cannot tell: loans and running costs. One table,
 * dated; every figure with its source. Change them here and nowhere else.
 */
export const PUBLISHED_AS_OF = '2026-11';

export interface CreditTier {
  name: string;
  /** Yearly rates in percent, lowest and highest offered. */
  rates: readonly [low: number, high: number];
}

/**
 * RV loans by credit score: rates of four tiers as lenders published them in November 2026; 10–15 years,
 * up to 20 above $50,000, 10–20% down. Where a tier begins differs by lender; these bounds are usual ones.
 */
export const CREDIT_TIERS: readonly CreditTier[] = [
  { name: 'Excellent credit (750 and above)', rates: [6.75, 8] },
  { name: 'Good credit (700 to 749)', rates: [8, 9.5] },
  { name: 'Fair credit (640 to 699)', rates: [9.5, 13] },
  { name: 'Poor credit (below 640)', rates: [13, 18] },
];

/** Effective federal funds rate in percent (Federal Reserve, series FEDFUNDS): how loan rates moved. */
export const FEDERAL_FUNDS = {
  lowest: 0.08,
  lowestIn: 2021,
  highest: 5.33,
  highestIn: 2023,
} as const;

/** Dollars a year, or what the figure is made of; each range spans what is published. */
export interface RunningCosts {
  /** Dollars a year. */
  insurance: readonly [low: number, high: number];
  /** Dollars a month. */
  storage: readonly [low: number, high: number];
  /** Miles per gallon of what moves it. */
  milesPerGallon: readonly [low: number, high: number];
}

export const SOURCES = {
  insurance: 'premiums published by insurers, 2026',
  storage: 'monthly rents of open and covered places near Atlanta (oxfordrvstorage.com), 2026',
  maintenance: 'the usual 1 to 3% of value a year (costcalculator.calculator.city), 2026',
  fuel: '4,500 miles a year (blog.goodsam.com), miles per gallon by type (engineerfix.com) and $3.30 a gallon',
  depreciation: 'our own value curves',
} as const;

/** Share of the value a year. */
export const MAINTENANCE_OF_VALUE: readonly [low: number, high: number] = [0.01, 0.03];
export const MILES_A_YEAR = 4_500;
/** Average of regular gasoline in the United States in 2024 (Energy Information Administration). */
export const DOLLARS_A_GALLON = 3.3;

const TOWED = { insurance: [200, 600], storage: [100, 200], milesPerGallon: [8, 13] } as const;
const LARGE_TOWED = { ...TOWED, storage: [130, 225] } as const;
/** No rents and miles were found for these by themselves: as small trailers. */
const SMALL = { ...TOWED, storage: [60, 130], milesPerGallon: [11, 14] } as const;

export const RUNNING_COSTS: Readonly<Record<RvTypeId, RunningCosts>> = {
  'class-a': { insurance: [1_000, 4_000], storage: [150, 300], milesPerGallon: [6, 10] },
  'class-b': { insurance: [500, 1_500], storage: [100, 200], milesPerGallon: [18, 25] },
  'class-c': { insurance: [500, 1_500], storage: [100, 225], milesPerGallon: [10, 15] },
  'travel-trailer': TOWED,
  'fifth-wheel': LARGE_TOWED,
  'toy-hauler': LARGE_TOWED,
  'pop-up': SMALL,
  'truck-camper': SMALL,
  'park-model': LARGE_TOWED,
  'fish-house': TOWED,
};

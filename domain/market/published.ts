import type { RvTypeId } from '#schemas/vocabulary.ts';

/**
 * Published figures that the market's own listings cannot tell: loans and running costs. Change them
 * here and nowhere else; the source and date of each is shown beside it.
 */

interface Source {
  /** Undefined where nothing published was found: the figure is then our assumption, and called that. */
  from?: string;
  asOf: string;
}

const SOURCES = {
  loans: { from: 'rates that lenders publish, no single lender’s offer', asOf: 'November 2026' },
  federalFunds: { from: 'Federal Reserve, monthly series FEDFUNDS', asOf: 'April 2025' },
  insurance: {
    from: 'premiums that insurers publish, no single insurer’s offer',
    asOf: 'November 2026',
  },
  storage: { asOf: 'November 2026' },
  maintenance: { asOf: 'November 2026' },
  milesPerGallon: { asOf: 'November 2026' },
  milesAYear: { from: 'what RV owners are reported to drive', asOf: 'November 2026' },
  gallon: {
    from: 'Energy Information Administration, mean of regular gasoline in the United States',
    asOf: '2024',
  },
} as const satisfies Readonly<Record<string, Source>>;

/** The sentence that is shown with a figure. */
export function sourceOf(figure: keyof typeof SOURCES): string {
  const { from, asOf }: Source = SOURCES[figure];
  return from === undefined
    ? `An assumption of ${asOf}: no published figure was found.`
    : `Source: ${from}, ${asOf}.`;
}

export interface CreditTier {
  name: string;
  /** Yearly rates in percent, lowest and highest offered. */
  rates: readonly [low: number, high: number];
}

/**
 * RV loans by credit score: 10–15 years, up to 20 above $50,000, 10–20% down. Where a tier begins differs
 * by lender; these bounds are an assumption.
 */
export const CREDIT_TIERS: readonly CreditTier[] = [
  { name: 'Excellent credit (750 and above)', rates: [6.75, 8] },
  { name: 'Good credit (700 to 749)', rates: [8, 9.5] },
  { name: 'Fair credit (640 to 699)', rates: [9.5, 13] },
  { name: 'Poor credit (below 640)', rates: [13, 18] },
];

/** Effective federal funds rate in percent, monthly means since 2020: how loan rates moved. */
export const FEDERAL_FUNDS = {
  lowest: 0.05,
  lowestIn: 2020,
  highest: 5.33,
  highestIn: 2023,
  last: 4.33,
} as const;

/** Dollars a year, or what the figure is made of; each range spans what is published or assumed. */
export interface RunningCosts {
  /** Dollars a year. */
  insurance: readonly [low: number, high: number];
  /** Dollars a month. */
  storage: readonly [low: number, high: number];
  /** Miles per gallon of what moves it. */
  milesPerGallon: readonly [low: number, high: number];
}

/** Share of the value a year. */
export const MAINTENANCE_OF_VALUE: readonly [low: number, high: number] = [0.01, 0.03];
export const MILES_A_YEAR = 4_500;
export const DOLLARS_A_GALLON = 3.3;

const TOWED = { insurance: [200, 600], storage: [100, 200], milesPerGallon: [8, 13] } as const;
const LARGE_TOWED = { ...TOWED, storage: [130, 225] } as const;
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

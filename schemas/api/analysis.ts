import { z } from 'zod';
import { thisYear } from '../clock.ts';
import {
  BUYING_DEMO,
  COMPARABLES_MAX,
  FORECAST_YEARS,
  YEAR_MAX_AHEAD,
  YEAR_MIN,
} from '../constants.ts';
import {
  BUYING_RECOMMENDATIONS,
  CONDITIONS,
  LISTING_CONDITIONS,
  RV_TYPE_IDS,
  SEASONAL_TIMINGS,
} from '../vocabulary.ts';
import { defineCall, fraction, marketAnswer, usd } from './call.ts';
import { fromForm, moneyFromForm, requiredText, usState } from './form.ts';

/** Past this no odometer of a motorhome is believed. */
export const MILEAGE_MAX = 999_999;

/** The newest model year there is; it moves with the calendar. */
export const modelYearMax = (): number => thisYear() + YEAR_MAX_AHEAD;
const yearRange = { error: () => `Year must be from ${YEAR_MIN} to ${modelYearMax()}` };

/** Model years an analysis takes. */
export const modelYear = z.preprocess(
  fromForm,
  z
    .number({ error: 'Year must be a number' })
    .int('Year must be a whole number')
    .min(YEAR_MIN, yearRange)
    .refine((year) => year <= modelYearMax(), yearRange),
);

/** What is said of a mileage that no odometer shows. */
export const mileageRange = {
  // Written when it is said: at the start of a page it would keep a phone waiting.
  error: () => `Mileage must be from 0 to ${MILEAGE_MAX.toLocaleString('en-US')} miles`,
};

export const analysisRequest = z.object({
  make: requiredText('Make', 100),
  model: requiredText('Model', 200),
  year: modelYear,
  condition: z.enum(CONDITIONS).default('used'),
  /** Miles. Empty is fine: what is usual for the age is assumed, and said. */
  mileage: z.preprocess(
    fromForm,
    z
      .number({ error: 'Mileage must be a number' })
      .int('Mileage must be a whole number of miles')
      .min(0, mileageRange)
      .max(MILEAGE_MAX, mileageRange)
      .optional(),
  ),
  /** US state by its code or name, where known. */
  state: usState.optional(),
});
export type AnalysisRequest = z.output<typeof analysisRequest>;

export const scheduleEntry = z.object({
  /** Calendar year, as-of year + 1 … + 10. */
  year: z.number().int(),
  estimatedValue: usd,
  /** Dollars lost in that year. */
  depreciationAmount: usd,
  /** Percent of the year before, to one decimal. */
  depreciationPercentage: z.number(),
  /** Percent of today's value, to one decimal. */
  cumulativeDepreciation: z.number(),
  low: usd,
  high: usd,
});

export const comparable = z.object({
  listingId: z.string(),
  year: z.number().int(),
  make: z.string(),
  model: z.string(),
  floorplan: z.string(),
  condition: z.enum(LISTING_CONDITIONS),
  mileage: z.number().int().nullable(),
  price: usd,
  /** Dollars added to its price to make it comparable with the one analysed. */
  adjustment: usd,
  adjustedPrice: usd,
  state: z.string(),
  observedAt: z.iso.datetime(),
  url: z.string(),
});

/**
 * What is known of a line: `listed`, the market has listings of it with a price; `known`, it is in the catalogue or
 * was seen without a price, so the value rests on less than the line; `unknown`, its words are taken as written.
 */
export const LINE_STATUSES = ['listed', 'known', 'unknown'] as const;
export type LineStatus = (typeof LINE_STATUSES)[number];

export const BASES = ['model', 'line', 'make', 'type'] as const;

/** The value of an RV today and over the next ten years: an asking price with its uncertainty. */
export const valuation = z.object({
  currentMarketValue: usd,
  /** Null where the market shows no sticker price for it. */
  originalMSRP: usd.nullable(),
  depreciationSchedule: z.array(scheduleEntry).length(FORECAST_YEARS),
  /** Calibrated probability that the price is within 15% of the estimate. */
  confidence: fraction,
  /** False where too few units could be held out to measure it: then it says what is usual elsewhere. */
  confidenceMeasured: z.boolean(),
  /** Units the estimate rests on, at the level `basis` names. */
  dataPoints: z.number().int(),
  /** The listing whose price is judged is one of them. */
  countsJudged: z.literal(true).optional(),
  range: z.object({ low: usd, high: usd, level: fraction }),
  basis: z.enum(BASES),
  /** Units known at each level. */
  support: z.object({
    model: z.number().int(),
    line: z.number().int(),
    make: z.number().int(),
    type: z.number().int(),
  }),
  /** What the names were understood as. */
  resolved: z.object({
    makeId: z.string(),
    make: z.string(),
    lineId: z.string(),
    line: z.string(),
    lineStatus: z.enum(LINE_STATUSES),
    floorplan: z.string(),
    type: z.enum(RV_TYPE_IDS),
  }),
  comparables: z.array(comparable).max(COMPARABLES_MAX),
  /** What each fact did to the value, in dollars; `typical` is the start, and all sum to the value. */
  explanation: z.array(z.object({ factor: z.string(), label: z.string(), amount: usd })),
  asOf: z.iso.datetime(),
  priceKind: z.literal('asking'),
  /**
   * Nearest known names where the line is not known, best first: of a known make its own lines, else makes and lines.
   * Empty where the line was understood.
   */
  suggestions: z.array(z.string()),
});
export type Valuation = z.output<typeof valuation>;

export const VALUE_DRIVERS = ['age', 'condition', 'mileage', 'region'] as const;
/** Floorplans of a line that are told of, those with most units. */
export const FLOORPLANS_MAX = 50;

/** What members of Premium also get. */
export const analysisDepth = z.object({
  /** The same RV as each floorplan that its line is listed as; empty where the line is not known. */
  floorplans: z
    .array(
      z.object({ floorplan: z.string(), units: z.number().int(), value: usd, low: usd, high: usd }),
    )
    .max(FLOORPLANS_MAX),
  /** What the value would be more or less, in dollars, were one fact another. What changes nothing is left out. */
  drivers: z.array(z.object({ factor: z.enum(VALUE_DRIVERS), label: z.string(), amount: usd })),
});
export type AnalysisDepth = z.output<typeof analysisDepth>;

/** As deep as the asker's plan: members of Premium get more of it. */
const plannedValuation = valuation.extend({ depth: analysisDepth.optional() });
export type PlannedValuation = z.output<typeof plannedValuation>;

export const comprehensiveAnalysis = defineCall('POST /api/algorithms/comprehensive-analysis', {
  summary: 'What an RV is worth today, and over the next ten years',
  body: analysisRequest,
  response: plannedValuation.extend(marketAnswer),
});

/** Above this nobody asks for an RV; below it whatever is asked gets an answer, also what is absurd. */
export const ASKING_PRICE_MAX = 100_000_000;

/** The listing whose price is judged, where it is one of ours: it is not compared with itself. */
export const judgedListing = z.string().max(100).optional();

export const buyingDecisionRequest = analysisRequest.omit({ state: true }).extend({
  /** Whole or with cents, US dollars. */
  askingPrice: z.preprocess(
    moneyFromForm,
    z
      .number({
        error: ({ input }) =>
          input === undefined ? 'Asking price is required' : 'Asking price must be a number',
      })
      .positive('Asking price must be above $0')
      .max(ASKING_PRICE_MAX, {
        error: () => `Asking price must be at most $${ASKING_PRICE_MAX.toLocaleString('en-US')}`,
      }),
  ),
  /** A US state by code or name, a ZIP code, or a place with either; empty is the whole country. */
  location: z.string().trim().max(100).default(''),
  listingId: judgedListing,
});
export type BuyingDecisionRequest = z.output<typeof buyingDecisionRequest>;

/** Whether it is the data dashboard's fixed demo, and nothing else. */
export const isBuyingDemo = (request: BuyingDecisionRequest): boolean =>
  JSON.stringify(request) === JSON.stringify(buyingDecisionRequest.parse(BUYING_DEMO));

export const NEGOTIATION_FACTORS = [
  'price_position',
  'days_on_market',
  'price_cuts',
  'supply',
  'season',
] as const;
export const INVENTORY_LEVELS = ['low', 'normal', 'high', 'unknown'] as const;
export const PRICE_CHECKS = ['plausible', 'far_below', 'far_above'] as const;

/**
 * Asking prices up to which an advice is given, in the steps that the value beside them is shown in; null where it is
 * given at none.
 */
export const flipPrices = z.object({
  buyNow: usd.nullable(),
  negotiate: usd.nullable(),
  /** Above it the advice is to avoid. */
  wait: usd,
});

/** A part of the negotiating power. */
export const negotiationFactor = z.object({
  factor: z.enum(NEGOTIATION_FACTORS),
  label: z.string(),
  /** False where the market has no data on it: it then weighs nothing. */
  known: z.boolean(),
  /** What it adds to the power, of at most `pointsMax`. */
  points: z.number(),
  pointsMax: z.number(),
  detail: z.string(),
});

export const buyingDecision = defineCall('POST /api/algorithms/buying-decision', {
  summary: 'Whether to buy at an asking price, and at which price that changes',
  body: buyingDecisionRequest,
  response: z.object({
    ...marketAnswer,
    currentMarketValue: usd,
    /** Percent above (positive) or below the market value. */
    priceVsMarketAverage: z.number(),
    /** Never falls as the asking price rises. */
    negotiatingPower: z.number().min(0).max(10),
    /** How sure the advice is; never higher with less data. */
    confidenceScore: fraction,
    /** Best first in this order; never gets better as the asking price rises. */
    overallRecommendation: z.enum(BUYING_RECOMMENDATIONS),
    /** `good` where the season is not known, as `factors` then says. */
    seasonalTiming: z.enum(SEASONAL_TIMINGS),
    inventoryLevels: z.enum(INVENTORY_LEVELS),
    /** Percent of the year before, for each of the next ten years. */
    depreciationForecast: z.array(z.number()),
    askingPrice: z.number(),
    /** Two letters of the state the location is in; empty without one. */
    state: z.string(),
    /** Share of RVs like it that ask less. */
    pricePosition: fraction,
    flipPrices,
    /** Too few listings to compare with: the recommendation is then no judgement of the price. */
    abstained: z.boolean(),
    /** Whether the price can be meant as such; `message` says what it more likely is. */
    priceCheck: z.object({ outcome: z.enum(PRICE_CHECKS), message: z.string() }),
    factors: z.array(negotiationFactor),
    /** Sentences, the weightiest first. */
    reasons: z.array(z.string()),
    /** The value it all rests on, as the analysis call answers it. */
    valuation: plannedValuation,
  }),
});
export type BuyingDecision = z.output<typeof buyingDecision.response>;

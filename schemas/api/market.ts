import { z } from 'zod';
import { REGISTERED_CONDITIONS, STORY_CATEGORIES } from '../vocabulary.ts';
import { defineCall, fraction, marketAnswer, usd } from './call.ts';

export const SEGMENT_DRIVERS = ['age', 'new', 'certified', 'mileage', 'market'] as const;

/** What members of Premium also see of a segment. Percent, from the coefficients its values are computed with. */
export const segmentDepth = z.object({
  /** Years: the usual age of its used units, which is what the rest is about. */
  age: z.number(),
  /** What of today's asking price such a unit asks after so many years, with its 80% range. */
  forecast: z.array(
    z.object({ years: z.number().int(), kept: z.number(), low: z.number(), high: z.number() }),
  ),
  /** What a fact adds to its asking price, or takes. */
  drivers: z.array(
    z.object({ factor: z.enum(SEGMENT_DRIVERS), label: z.string(), percent: z.number() }),
  ),
  /** What a floorplan adds to the price of its model line, those with most units; of model families only. */
  floorplans: z.array(
    z.object({ floorplan: z.string(), units: z.number().int(), percent: z.number() }),
  ),
});

export const segment = z.object({
  segment: z.string(),
  marketTrend: z.enum(['improving', 'declining', 'stable']),
  /** Percent over five years. */
  averageDepreciationRate: z.number(),
  /**
   * Of a type makes and of a make model families: in whole percents these lose no more than it does, the worst lose
   * more. Of a model family its years of age.
   */
  bestPerformers: z.array(z.string()),
  worstPerformers: z.array(z.string()),
  recommendedBuyTiming: z.string(),
  dataPoints: z.number().int(),
  confidence: fraction,
  depth: segmentDepth.optional(),
});

const yearlyCost = z.object({
  category: z.string(),
  description: z.string(),
  costRange: z.string(),
  /** Dollars a year. */
  annualCost: z.number(),
});

export const marketAnalysis = defineCall('GET /api/market-analysis/comprehensive', {
  summary:
    'The market by type, maker and model family, with purchase insights; for members of Premium deeper',
  response: z.object({
    ...marketAnswer,
    generatedAt: z.iso.datetime(),
    /** What the view's cards show besides the types that keep most and least; null without data. */
    summary: z.object({ sweetSpot: z.string().nullable(), marketCondition: z.string().nullable() }),
    overallTrends: z.object({
      /** `Name (detail)` each. */
      bestValueRetentionTypes: z.array(z.string()),
      fastestDepreciatingTypes: z.array(z.string()),
      emergingTrends: z.array(z.string()),
      investmentAdvice: z.array(z.string()),
      marketConditions: z.string(),
    }),
    byType: z.array(segment),
    byMake: z.array(segment),
    byModel: z.array(segment),
    purchasingInsights: z.object({
      seasonalTrends: z.array(
        z.object({
          period: z.string(),
          demandLevel: z.enum(['low', 'medium', 'high']),
          inventoryLevel: z.string(),
          /** Percent that asking prices are below the year's average, like for like. */
          priceAdvantage: z.number(),
          recommendation: z.string(),
        }),
      ),
      financingInsights: z.array(
        z.object({
          scenario: z.string(),
          /** Percent a year. */
          averageRate: z.number(),
          monthlyPaymentExample: z.number(),
          totalInterestCost: z.number(),
          recommendation: z.string(),
        }),
      ),
      /** Of the type with most units; every type's stands in `ownershipByType`. */
      totalCostAnalysis: z.array(yearlyCost),
      ownershipByType: z.array(
        z.object({ type: z.string(), costs: z.array(yearlyCost), total: z.number() }),
      ),
      marketTimingSignals: z.array(
        z.object({
          signal: z.string(),
          strength: z.enum(['strong', 'moderate', 'weak']),
          impact: z.string(),
          actionRecommendation: z.string(),
        }),
      ),
      negotiationTips: z.array(
        z.object({
          phase: z.string(),
          strategy: z.string(),
          expectedSavings: z.string(),
          keyFactor: z.string(),
        }),
      ),
    }),
  }),
});

export const marketTrends = defineCall('GET /api/analytics/market-trends', {
  summary:
    'Mix-adjusted average asking price by month: a year, for members of Premium all there is',
  query: z.object({ period: z.literal('monthly').default('monthly') }),
  response: z.array(z.object({ averagePrice: usd, month: z.string(), n: z.number().int() })),
});

export const depreciationByType = defineCall('GET /api/analytics/depreciation', {
  summary: 'Depreciation by type in percent',
  query: z.object({ years: z.enum(['5', '10']).default('5') }),
  response: z.array(z.object({ type: z.string(), depreciation: z.number() })),
});

export const popularMakes = defineCall('GET /api/analytics/popular-makes', {
  summary: 'Most searched makes',
  response: z.array(z.object({ make: z.string(), searchCount: z.number().int() })),
});

const count = z.object({
  name: z.string(),
  listings: z.number().int(),
  /** Those of them that show a price: what the median rests on. */
  priced: z.number().int(),
  medianPrice: usd.nullable(),
});

/** New, or used, RVs registered in a US state or Canadian province over twelve months. */
const registeredPlace = z.object({
  place: z.string(),
  region: z.string(),
  condition: z.enum(REGISTERED_CONDITIONS),
  /** The last of the twelve months, `YYYY-MM`: the newest that the place's files tell of. */
  through: z.string(),
  /** So many of the twelve that files tell of. */
  months: z.number().int(),
  registered: z.number().int(),
  /** Percent against the twelve months before; null unless files tell of all twenty-four. */
  change: z.number().nullable(),
  /** Registered most, of what files name. */
  topType: z.string().nullable(),
  topMake: z.string().nullable(),
});

export const marketData = defineCall('GET /api/market-data', {
  summary: 'The market at a glance: counts, median asking prices and registrations',
  response: z.object({
    ...marketAnswer,
    asOf: z.iso.datetime(),
    totalListings: z.number().int(),
    makes: z.number().int(),
    models: z.number().int(),
    states: z.number().int(),
    /** Median days that what is on offer has been so; null where that is not known. */
    daysOnMarket: z.number().int().nullable().optional(),
    /** Units whose first day is known, which that is the median of; null where it is null. */
    daysOnMarketUnits: z.number().int().nullable().optional(),
    byType: z.array(count),
    byMake: z.array(count),
    byState: z.array(count),
    /** Most first; empty where no registration file was taken. */
    registrations: z.array(registeredPlace),
  }),
});

export const marketStories = defineCall('GET /api/market-stories', {
  summary: 'Stories about the market, each number checked against the facts',
  response: z.array(
    z.object({
      id: z.string(),
      category: z.enum(STORY_CATEGORIES),
      title: z.string(),
      summary: z.string(),
      narrative: z.string(),
      confidence: fraction,
      dataPoints: z.array(
        z.object({ metric: z.string(), value: z.string(), trend: z.string(), impact: z.string() }),
      ),
      keyInsights: z.array(z.string()),
      recommendations: z.array(z.string()),
      generatedAt: z.iso.datetime(),
    }),
  ),
});

export const generateStories = defineCall('POST /api/market-stories/generate', {
  summary: 'Tell the stories anew from the facts that are served, and wait for them',
  access: 'staff-controls',
  response: z.object({
    /** `running`: it takes longer than one waits; the stories follow. */
    state: z.enum(['published', 'kept_back', 'failed', 'running']),
    stories: z.number().int().nonnegative(),
  }),
  statuses: [200, 202],
});

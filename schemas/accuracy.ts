import { z } from 'zod';
import { RV_TYPE_IDS } from './vocabulary.ts';

const fraction = z.number().min(0).max(1);

/** A share of held-out units, with its interval at ACCURACY_INTERVAL_LEVEL: what luck alone would give. */
export const measuredShare = z.object({ share: fraction, low: fraction, high: fraction });

/** What a group of held-out units says; no figures where it has fewer than ACCURACY_UNITS_MIN units. */
const judged = {
  /** Distinct units judged. */
  units: z.number().int().nonnegative(),
  figures: z
    .object({
      /** Median of |estimate / price − 1|. */
      medianError: z.number().nonnegative(),
      /** Shares of units whose estimate is within so many percent of the price. */
      within5: measuredShare,
      within10: measuredShare,
      within20: measuredShare,
      /** Share of prices inside their range of RANGE_LEVEL. */
      coverage: measuredShare,
    })
    .nullable(),
};

/** `from` belongs to the band and `to` does not; null is no bound. */
const band = { from: z.number().nullable(), to: z.number().nullable() };

/** How well the units of one condition were met by estimates made without them. */
export const conditionAccuracy = z.object({
  overall: z.object(judged),
  /**
   * Units whose dealer had no part in their values, judged in the same way: dealers left out whole, all but
   * those of more than a fifth of the units.
   */
  atNewDealers: z.object(judged).default({ units: 0, figures: null }),
  /** Types, ages and prices without a unit are left out. Types with most units first. */
  byType: z.array(z.object({ type: z.enum(RV_TYPE_IDS), ...judged })),
  /** Ages in years. */
  byAge: z.array(z.object({ ...band, ...judged })),
  /** Estimated, not asked, dollars: bands of the asked price would put every estimate that is too low into a dear one. */
  byPrice: z.array(z.object({ ...band, ...judged })),
  /** Tenths of the units by the confidence stated, the least sure first. */
  byConfidence: z.array(
    z.object({
      units: z.number().int().positive(),
      /** Mean confidence stated. */
      stated: fraction,
      /** Share of prices that were within CONFIDENCE_WITHIN of their estimate. */
      observed: measuredShare.nullable(),
    }),
  ),
});
export type ConditionAccuracy = z.output<typeof conditionAccuracy>;
export type JudgedGroup = ConditionAccuracy['overall'];
export type MeasuredShare = z.output<typeof measuredShare>;

const NOTHING_JUDGED: ConditionAccuracy = {
  overall: { units: 0, figures: null },
  atNewDealers: { units: 0, figures: null },
  byType: [],
  byAge: [],
  byPrice: [],
  byConfidence: [],
};

/** Used (certified among them) and new apart. Snapshots from before there was this report have none. */
export const accuracyReport = z.object({
  used: conditionAccuracy.default(NOTHING_JUDGED),
  new: conditionAccuracy.default(NOTHING_JUDGED),
});
export type AccuracyReport = z.output<typeof accuracyReport>;

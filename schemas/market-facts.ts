import { z } from 'zod';
import {
  CENSUS_REGIONS,
  LISTING_CONDITIONS,
  REGISTERED_CONDITIONS,
  RV_TYPE_IDS,
} from './vocabulary.ts';

const float32 = z.instanceof(Float32Array);
const int32 = z.instanceof(Int32Array);

/** Together with the types, the regions or the conditions stands what is over all of them. */
export const ALL = 'all';
/** Months are compared in numbers of units where so much of the market was wholly collected in each. */
export const COVERED = 0.9;
const type = z.enum([ALL, ...RV_TYPE_IDS]);
const region = z.enum([ALL, ...CENSUS_REGIONS]);
const condition = z.enum([ALL, ...LISTING_CONDITIONS]);
export type TypeOrAll = z.output<typeof type>;
export type RegionOrAll = z.output<typeof region>;
export type ConditionOrAll = z.output<typeof condition>;

/** A figure in log (0.01 is about 1%) with its standard error. */
const measuredLog = z.object({ value: z.number(), se: z.number() });
export type MeasuredLog = z.output<typeof measuredLog>;

/** Calendar months from January, each against the year's mean, in log, with their standard errors. */
const season = z.object({
  value: z.array(z.number()).length(12),
  se: z.array(z.number()).length(12),
});
export type Season = z.output<typeof season>;

/**
 * A season with how sure its waves are: the standard errors of the wave of twelve months and of that of
 * six, in the direction in which they are least sure. Months next to each other err alike, so that these
 * do not follow from `se`.
 */
const measuredSeason = season.extend({
  waveSe: z.tuple([z.number(), z.number()]),
  /** Units or visits that it was counted on; not of prices, nor in older snapshots. */
  counted: z.number().int().optional(),
  /**
   * Of prices: as many dealers of equal size would say as much, and the errors of the waves as they
   * differ among dealers. Older snapshots have none.
   */
  dealers: z.object({ equal: z.number(), waveSe: z.tuple([z.number(), z.number()]) }).optional(),
});
export type MeasuredSeason = z.output<typeof measuredSeason>;

/**
 * Asking prices of a type, or of all, by month at equal mix: what a month adds to log price, given the
 * RV, its age, condition, mileage, place and how long it was on offer. Columns have `index.months` entries.
 */
const priceSeries = z.object({
  type,
  /** Unit months with a price; a unit counts once a month. */
  n: int32,
  /** The month alone, its errors independent of other months'; only differences count. NaN where n is 0. */
  raw: float32,
  rawSe: float32,
  /** Trend without season, against the last month (which is 0), smoothed over months. */
  level: float32,
  /** Standard error of `level`, that is of the change from that month to the last one. */
  levelSe: float32,
  /** Null with less than two years in which every calendar month was seen twice. */
  season: measuredSeason.nullable(),
  /**
   * Change of the trend over the last 12 months; null with less than 12 months before the last, or with
   * fewer dealers behind them than are a market. So wide that 1.96 errors hold 95 of 100.
   */
  yearChange: measuredLog.nullable(),
  /** As many dealers of equal size would say as much of the month and all later ones. Older snapshots have none. */
  dealers: float32.optional(),
  /** `raw` with each of several groups of dealers left out: how far a change hangs on them. Older snapshots have none. */
  withoutDealers: z.array(float32).optional(),
});
export type PriceSeries = z.output<typeof priceSeries>;

/** What the fit says of the market besides values; part of the facts. */
export const priceIndex = z.object({
  /** Months since January 1970 of the first entry of each series; the last is that of the newest price. */
  firstMonth: z.number().int(),
  months: z.number().int(),
  /** `all` first, then types in the order of the vocabulary; empty for a market without prices. */
  series: z.array(priceSeries),
  /** Level of a region against the mean of the four, in log; only regions with units. */
  regions: z.array(
    z.object({
      region: z.enum(CENSUS_REGIONS),
      units: z.number().int(),
      ...measuredLog.shape,
      /** As many dealers of equal size would say as much. Older snapshots have none. */
      dealers: z.number().optional(),
    }),
  ),
  /**
   * What a new unit asks above a used one of the same model year at age 1, in log; types with both, of as
   * many dealers as are a market. So wide that 1.96 errors hold 95 of 100.
   */
  newPremium: z.array(
    z.object({
      type: z.enum(RV_TYPE_IDS),
      newUnits: z.number().int(),
      usedUnits: z.number().int(),
      ...measuredLog.shape,
      /** As many dealers of equal size would say as much. Older snapshots have none. */
      dealers: z.number().optional(),
    }),
  ),
});
export type PriceIndex = z.output<typeof priceIndex>;

/** Quartiles of days; `units` are those whose first day is known. */
const days = z.object({
  units: z.number().int(),
  p25: z.number().int(),
  median: z.number().int(),
  p75: z.number().int(),
});
export type Days = z.output<typeof days>;

/** New or used RVs registered in a state or province over twelve months. */
const registeredPlace = z.object({
  /** Two letters, of a US state, DC or a Canadian province. */
  state: z.string(),
  condition: z.enum(REGISTERED_CONDITIONS),
  /** Months since January 1970 of the last of the twelve: the newest month that files tell of. */
  through: z.number().int(),
  /** So many of the twelve that files tell of. */
  months: z.number().int().min(1).max(12),
  registered: z.number().int(),
  /** Over the twelve months before; null unless files tell of all twenty-four. */
  before: z.number().int().nullable(),
  /** Those with most of `registered`, of what rows name; null where none names any. */
  topType: z.enum(RV_TYPE_IDS).nullable(),
  topMakeId: z.string().nullable(),
});
export type RegisteredPlace = z.output<typeof registeredPlace>;

/** Of a group: what was measured, on how many units or visits, and its standard error. */
const figure = z.object({ value: z.number(), n: z.number(), error: z.number() });
export type Figure = z.output<typeof figure>;

/**
 * A group beside those it is compared with, and how sure the difference is where units of one dealer are
 * alike. Days and counts are logs, shares are fractions.
 * - `days`, `days-in-region`: medians of a type's, of a region's units, and of the other types', regions'
 * - `days-of-new`: those of new units, and of used ones
 * - `cuts`, `cut-depth`: a type's, and those of the other types at the same sources
 * - `supply`: on offer in the last full month, and in that of a year before
 * - `on-offer`: a type's share of the units on offer now; nothing is beside it
 * - `registered`: RVs registered in a place over twelve months, and over the twelve before
 */
const contrast = z.object({
  measure: z.enum([
    'days',
    'days-of-new',
    'days-in-region',
    'cuts',
    'cut-depth',
    'supply',
    'on-offer',
    'registered',
  ]),
  type,
  region,
  condition: z.enum(REGISTERED_CONDITIONS).optional(),
  /** Of `registered`: two letters, and the last of its months, since January 1970. */
  place: z.object({ state: z.string(), through: z.number().int() }).optional(),
  own: figure,
  others: figure,
  /** Standard error of the difference. */
  error: z.number(),
  /** As many independent clusters — dealers; of `registered` months — of equal size would say as much. */
  clusters: z.number(),
});
export type Contrast = z.output<typeof contrast>;

export const marketFacts = z.object({
  index: priceIndex,
  supply: z.object({
    /** Months since January 1970; the last is the month the market is valued in, so far. At most 120. */
    firstMonth: z.number().int(),
    months: z.number().int(),
    /**
     * Share of today's units whose source was wholly collected in that month: only months with `COVERED` or
     * more can be compared in numbers of units; before, units were there that nobody looked at.
     */
    coverage: float32,
    /** Types × regions with any unit, `all` among both. */
    series: z.array(
      z.object({
        type,
        region,
        /** Units first seen in the month. */
        firstSeen: int32,
        /** Units on offer at any time of the month. */
        onOffer: int32,
        /** Units on offer now. */
        now: z.number().int(),
        /**
         * Log of units on offer in the last full month over the same month a year before; null where either
         * is not covered, or where fewer dealers stand behind it than are a market. So wide that 1.96 errors hold 95 of 100.
         */
        yearChange: measuredLog.nullable(),
        /** Of new supply; only for region `all`, null with less than four full years. */
        season: measuredSeason.nullable(),
      }),
    ),
  }),
  /** By type, over all units whose price was seen at two instants or more, on offer or not. */
  priceCuts: z.array(
    z.object({
      type,
      units: z.number().int(),
      /** Units of which a price below an earlier one was seen. */
      withCut: z.number().int(),
      /** Median share by which one step lowers the price; null without any. */
      medianCut: z.number().nullable(),
      /** Those of `withCut` whose last price is below their first: others were raised again. Older snapshots have none. */
      cameDown: z.number().int(),
      /** Quartiles, over `cameDown` units, of the share between first and last price; null without any. */
      gap: z.object({ p25: z.number(), median: z.number(), p75: z.number() }).nullable(),
      /**
       * Of all types at the sources that show the type, each source by how much it shows of it: the share
       * with a cut with its standard error, over so many units, and the median fall. Older snapshots have none.
       */
      usual: z
        .object({ units: z.number().int(), share: z.number(), se: z.number(), depth: z.number() })
        .optional(),
      /**
       * By how much more, of the first price, units of the type came down than those of other types at the same
       * sources; null where fewer dealers stand behind it than are a market. So wide that 1.96 errors hold 95
       * of 100. Older snapshots have none.
       */
      deeper: z.object({ value: z.number(), se: z.number() }).nullable().optional(),
    }),
  ),
  /** By type, condition and region, `all` among each; only groups with a unit that was seen for a while. */
  daysOnMarket: z.array(
    z.object({
      type,
      condition,
      region,
      /** From first to last seen, or as its source says, of units on offer; null where that is not known. */
      onOffer: days.nullable(),
      /** Until last seen, of units no longer observed; null where that is not known. */
      gone: days.nullable(),
    }),
  ),
  demand: z.object({
    /** As in `supply`, but up to when the facts were collected: people look after the newest sighting, too. */
    firstMonth: z.number().int(),
    months: z.number().int(),
    /** By type with any visit, `all` among them: searches and analyses by month. Season: with two full years. */
    series: z.array(
      z.object({ type, searches: int32, analyses: int32, season: measuredSeason.nullable() }),
    ),
    /** Over the 365 days before the facts were collected and the 365 before these; most visits first. */
    makes: z.array(
      z.object({
        makeId: z.string(),
        searches: z.number().int(),
        analyses: z.number().int(),
        visitsBefore: z.number().int(),
      }),
    ),
  }),
  /**
   * What buyers who shared a purchase paid over what was asked, in log, by type, `all` among them; a
   * contributor counts once. Only where enough of them stand behind it. Older snapshots have none.
   */
  purchases: z
    .array(z.object({ type, contributors: z.number().int(), ...measuredLog.shape }))
    .optional(),
  /** Of real markets, by place and condition, ordered so. Older snapshots have none. */
  registrations: z.array(registeredPlace).optional(),
  /** What is compared dealer by dealer; where there are none nothing of the kind is told. Older snapshots have none. */
  contrasts: z.array(contrast).optional(),
});
export type MarketFacts = z.output<typeof marketFacts>;

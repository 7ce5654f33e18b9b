import { z } from 'zod';
import { accuracyReport } from './accuracy.ts';
import { RV_TYPE_IDS } from './vocabulary.ts';

const float32 = z.instanceof(Float32Array);
const int32 = z.instanceof(Int32Array);

/**
 * Names of the calibrated situations, best known first: each must not be surer than the one before,
 * where both know the line or neither does, nor than the first. A guess leaves open which floorplan of
 * a line that has several it is, or which type a make builds: what is not listed yet is met more surely.
 */
export const SUPPORT_LEVELS = [
  'model',
  'line',
  'line-guess',
  'family',
  'make',
  'make-guess',
  'type',
] as const;
export type SupportLevel = (typeof SUPPORT_LEVELS)[number];

/** What holds for one type as a whole. Log dollars unless said otherwise. */
export const typeEffects = z.object({
  id: z.enum(RV_TYPE_IDS),
  units: z.number().int(),
  /**
   * Added to the used price at each of the model's knots; never below 0. It may grow with age, since a
   * leftover loses less than a used unit does at first; the sum is kept from rising where it is used.
   */
  newPremium: float32,
  /** Added for a certified unit; 0 or more, and no more than a new one's (`conditionEffect`). */
  certifiedPremium: z.number(),
  /** Change per unit of log mileage ratio below and above what is usual; never above 0. */
  mileageBelow: z.number(),
  mileageAbove: z.number(),
  /** Miles usual for a used unit at each knot, never falling; all 0 for what has no odometer. */
  usualMileage: float32,
  /** Age in years of half of its used units: where an explanation starts from. */
  medianAge: z.number(),
});
export type TypeEffects = z.output<typeof typeEffects>;

/**
 * Nodes of one level below a type, column by column. A node's key is its type's index and its id,
 * `4:winnebago/minnie`; the same line built as two types is two nodes.
 */
export const modelNodes = z.object({
  keys: z.array(z.string()),
  /**
   * Index into the level above: types for makers, makers for makes, makes for
   * families, families for lines.
   */
  parent: int32,
  units: int32,
  /** Those of them that were offered used or certified: what a name keeps is told by these. */
  usedUnits: int32.default(() => new Int32Array(0)),
  /** Nodes × knots: log of the used asking price at each knot, falling along a row. */
  curves: float32,
  /** Nodes × 2: what it adds to the new premium of its type, and more per year of age up to three. */
  newShift: float32.default(() => new Float32Array(0)),
  /** Standard deviation of the yearly log slope at any age, its type's too, for the forecast's range. */
  slopeSd: float32,
  /** The same of the first five years alone, for what tells names apart that are compared from new on. */
  earlySlopeSd: float32.default(() => new Float32Array(0)),
  /** Length in feet the curve is of, and what a log ratio of 1 to it adds; 0 where none is known. */
  feet: float32,
  sizeSlope: float32,
});
export type ModelNodes = z.output<typeof modelNodes>;

/** Levels whose names trees are asked of, and the region they are last asked of. */
export const TREE_NAMES = ['types', 'makers', 'makes', 'families', 'lines', 'floorplans'] as const;
/** Numbers that trees are asked of, before the names. */
export const TREE_NUMBERS = ['isNew', 'age', 'year', 'feet', 'day', 'excess'] as const;

/**
 * Boosted trees that say a log price of their own, part of it the curve's, averaged with the curves'. An
 * input is asked of in bins: numbers, then names, then the region. What they say never falls with the model
 * year or for a new unit, and never rises with age or miles.
 */
export const valuationTrees = z.object({
  /** How much of their word is taken; 0 where they do not help, and then there are none. */
  share: z.number().min(0).max(1),
  /** What their sum is added to, and the part of the curve's log price that is. */
  base: z.number(),
  ofCurve: z.number().default(0),
  /** By number: the highest value of each bin but the last. */
  cuts: z.array(z.array(z.number())).length(TREE_NUMBERS.length),
  /** By level and node: its bin. 0 is a name like any other. */
  names: z.array(int32).length(TREE_NAMES.length),
  /** By Census region, and last where it is not known. */
  regions: z.array(z.number().int()),
  /** Lines, families and makes: model years their listings are of. Outside, the nearest is asked of. */
  years: z.object({
    makes: z.object({ first: int32, last: int32 }),
    families: z.object({ first: int32, last: int32 }),
    lines: z.object({ first: int32, last: int32 }),
  }),
  /** Where each tree's first node is. */
  roots: int32,
  /**
   * Two numbers a node, together for speed. Of a split the input with 32 times the way to its left
   * child, which the right one follows; then of a number the last bin that goes left, of a name or
   * region where its bits begin in `groups`. Of a leaf -1, then what it says in ten-millionths.
   */
  nodes: int32,
  /** Bits, 32 to a number: 1 for each bin of a name or region that goes left. */
  groups: int32,
});
export type ValuationTrees = z.output<typeof valuationTrees>;

/** Log factors on a scale. */
const circumstances = z.object({
  byType: z.array(z.number()),
  byAge: z.array(z.number()),
  byValue: z.array(z.number()),
});

/**
 * Held-out residuals log(price) − log(estimate), so compressed that a correction of the estimate, an
 * interval and a probability follow from them. The scale of a situation is half the width of its 80% range in log price: exp of
 * the sum of one log factor of each kind. Bands begin at their lower bound.
 */
export const calibration = z.object({
  unitBounds: z.array(z.number()),
  /** Support levels × unit bands: never rising with units, never falling towards less support. */
  bySupport: z.array(z.array(z.number())).length(SUPPORT_LEVELS.length),
  /** Age in years. */
  ageBounds: z.array(z.number()),
  /** Estimated value in dollars. */
  valueBounds: z.array(z.number()),
  /**
   * Where the line or its family is known, and where it is not: types whose lines differ much say
   * little of an RV of an unknown line and no less than others of one whose line is known.
   */
  named: circumstances,
  unnamed: circumstances,
  /**
   * Quantiles of residual / scale at equal steps of probability from 0 to 1, one row for each
   * support level; each is as wide as 2 between 10% and 90%.
   */
  quantiles: z.array(float32).length(SUPPORT_LEVELS.length),
  /**
   * Added to the log price that fit and trees estimate: what prices of its like showed beyond it. Given at
   * ascending log prices, linear between them, flat outside; log price and correction together never fall.
   */
  correction: z
    .object({ logPrices: z.array(z.number()), added: z.array(z.number()) })
    .default({ logPrices: [], added: [] }),
  /** How many times as wide ranges are for what comes to market after the last month. */
  later: z.number().min(1).default(1),
  /** Held-out residuals behind it all. */
  residuals: z.number().int(),
});
export type Calibration = z.output<typeof calibration>;

/**
 * How the market's level goes on after the middle of the last month, less the season: by `step` to that of
 * the next one, as surely as `stepSd` says, and then by `persistence` times the step before and something
 * new of `newSd`.
 */
export const marketAhead = z.object({
  step: z.number(),
  stepSd: z.number(),
  persistence: z.number().min(0).max(0.95),
  newSd: z.number(),
});
export type MarketAhead = z.output<typeof marketAhead>;

/** Fitted coefficients and calibration, in plain numbers: what evaluating a value needs and nothing else. */
export const valuationModel = z.object({
  /** Ages in years at which curves are given; between them log price is linear. */
  knots: z.array(z.number()),
  types: z.array(typeEffects),
  /** One node a type, in the order of `types`. */
  typeNodes: modelNodes,
  makers: modelNodes,
  makes: modelNodes,
  /** Lines that share their first word: `4:grand-design/imagine`. */
  families: modelNodes,
  lines: modelNodes,
  /** A floorplan shifts its line's curve. Keys are the line's key and the code: `4:winnebago/minnie#2500RL`. */
  floorplans: z.object({
    keys: z.array(z.string()),
    parent: int32,
    units: int32,
    shift: float32,
  }),
  /** By Census region; absent is 0. */
  regions: z.record(z.string(), z.number()),
  /**
   * Types × months: market level relative to the last month, with the season; `first` counts months
   * since January 1970. `season` is that of January to December alone, for months after the last, to
   * which the level goes on by `ahead`.
   */
  months: z.object({
    first: z.number().int(),
    count: z.number().int(),
    level: float32,
    season: float32.default(() => new Float32Array(12)),
    ahead: marketAhead.default({ step: 0, stepSd: 0, persistence: 0, newSd: 0 }),
  }),
  /**
   * What a model year started from, in log dollars against the reference year (level 0), from `first`
   * on, never falling; outside, `perYear` goes on. Curves are of a unit of the reference year, so that
   * growing older costs what age takes and not what later stickers add.
   */
  modelYears: z.object({ first: z.number().int(), level: float32, perYear: z.number() }),
  trees: valuationTrees,
  /**
   * Standard deviation of the market level's step from one month to the next as it counts over years,
   * where steps that last add up.
   */
  monthSd: z.number(),
  /** Median sticker prices seen on new units: `line key|model year` and `line key#floorplan|model year`. */
  stickers: z.object({ keys: z.array(z.string()), msrp: int32 }),
  /** New units are priced alike and used ones are not: each is calibrated on its own residuals. */
  calibration: z.object({ new: calibration, used: calibration }),
  /** How well the run's own held-out units were met; shown, never typed in. */
  accuracy: accuracyReport,
  /** Rows and passes of the fit, and whether its values had settled, for the run's record. */
  fit: z.object({
    rows: z.number().int(),
    units: z.number().int(),
    iterations: z.number().int(),
    settled: z.boolean().default(true),
  }),
});
export type ValuationModel = z.output<typeof valuationModel>;

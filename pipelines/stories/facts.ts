import type { Figure, MeasuredSeason } from '#schemas/market-facts.ts';

/**
 * What stories are told of: figures with their errors, of the whole market and of its parts. Nothing
 * here is a raw average: price levels are mix-adjusted, so that a change of what is for sale is never
 * told as a change of prices. Levels are logs of dollars, so a difference of 0.05 is 5.1%.
 */
export interface StoryFacts {
  prices: readonly PriceSeries[];
  seasons: readonly Season[];
  comparisons: readonly Comparison[];
}

/** Whom or what a figure is about. */
export interface Subject {
  kind: 'market' | 'type' | 'region' | 'make';
  /** `market`, a type's id, a Census region's name, a state's or province's letters or a make's id. */
  id: string;
  /** Within a sentence, as several of them: `RVs`, `travel trailers`, `the West`, `Jayco`. */
  name: string;
}

/** Mix-adjusted level of asking prices by month, season taken out. */
export interface PriceSeries {
  subject: Subject;
  /** The first month, counted from January 1970. */
  first: number;
  /** NaN where a month has no unit. */
  level: readonly number[];
  /**
   * The same smoothed over months as the index is, which every chart shows: what a change from one month to
   * another is told by. A line through `level` overstates one that bends, by 4% of 24 months where this
   * erred by 1.2% (in the sample market, whose truth is known).
   */
  course: readonly number[];
  /**
   * Standard error of each month's level. Months that rest on the same source err alike: of a change only
   * `changeError` allows for that.
   */
  errors: readonly number[];
  /**
   * Standard error of the change of `course` from each month to the last: no test on the months is surer,
   * since prices alone do not tell a market that falls from units that age faster.
   */
  changeError: readonly number[];
  /** Units behind each month. */
  n: readonly number[];
  /** Where they are known, how far it hangs on single dealers. */
  dealers?: {
    /** As many of equal size would say as much of the month and all later ones. */
    equal: readonly number[];
    /** `level` with each of several groups of them left out. */
    without: readonly (readonly number[])[];
  };
}

/** What moves with the calendar: prices, arrivals on the market, or searches and analyses. */
export type Seasonal = 'price' | 'supply' | 'visits';

/** What the calendar month alone does: twelve logs around 0, January first. */
export interface Season {
  of: Seasonal;
  subject: Subject;
  effects: readonly number[];
  /** Standard errors of its wave of twelve months and of that of six. */
  errors: readonly [first: number, second: number];
  n: number;
  /** Of prices: as many dealers of equal size would say as much, and its errors by them alone. */
  dealers?: MeasuredSeason['dealers'];
}

/** One figure against another of the same kind; `measures.ts` says what each is and is compared with. */
export interface Comparison {
  measure: Measure;
  subject: Subject;
  /** Where the measure is one of places. */
  region?: Subject;
  /** Where the measure is of new or of used units only. */
  condition?: 'new' | 'used';
  /** Whom the reference is about, where it is about one. */
  other?: Subject;
  /** Where the figures are of twelve months: the last of them, counted from January 1970. */
  through?: number;
  now: Figure;
  reference: Figure;
  /**
   * How sure the difference is, where that does not follow from its two figures: its standard error, and
   * how many equal clusters of units that are alike would say as much.
   */
  apart?: { error: number; clusters: number };
}

export const MEASURES = [
  'days',
  'days-of-new',
  'days-in-region',
  'cuts',
  'cut-depth',
  'gap',
  'region',
  'supply',
  'supply-in-region',
  'registered',
  'interest',
  'popular',
  'appetite',
  'visits',
  'paid',
  'paid-for-type',
] as const;
export type Measure = (typeof MEASURES)[number];

import type { RvTypeId } from '#schemas/vocabulary.ts';

/** Lowest and highest of what is published or was measured; a market draws from between. */
export type Range = readonly [low: number, high: number];

/** What is known of a type. Where sources conflict a range spans them. */
export interface TypeFacts {
  /** Listings of this type among about 225,000 listings counted. */
  listings: number;
  /** Median sticker price of a current unit, US dollars. */
  msrp: number;
  /** Spread (sd in log) of sticker prices between the lines of a make. */
  lineSpread: number;
  /** Box length of floorplans, feet. */
  length: Range;
  /** Share of listings that are new units. */
  newShare: number;
  curve: CurveFacts;
  /** Log price per 10,000 miles beyond the usual; null where miles are not counted. */
  perTenThousandMiles: number | null;
  /** Half the distance, in log price, of the best month from the worst. */
  season: Range;
}

/**
 * Shape of asking price over sticker price; every number in log, `x` = years since half a year
 * before January 1 of the model year:
 *   new  −(discount + discountPerYear·x)
 *   used −(discount + usedGap + earlyDrop·(1 − exp(−x / 1.5)) + slope·25·ln(1 + x / 25))
 * Chosen so that the shares lost after 3, 5 and 10 years span what is published (godownsize.com:
 * travel trailer 40/55/74, fifth wheel 38/52/71, class A 43/66/75, B 33/49/62, C 26/49/61, pop-up
 * 38/75/88; elsewhere class A 36 after 5, travel trailers 30–37 after 5 and 45–60 after 10) and the
 * measured asks (used travel trailers .69/.66/.57/.50/.44 of the current sticker at 1/2/3/4/6 years;
 * new ones 15% below sticker for the next, 24% for the current, 34% for the last model year).
 */
export interface CurveFacts {
  discount: Range;
  discountPerYear: Range;
  usedGap: Range;
  earlyDrop: Range;
  slope: Range;
}

const NEW_DISCOUNT_PER_YEAR: Range = [0.085, 0.11];

/** Curves of toy haulers, truck campers, park models and fish houses, and fish houses' share, are assumptions. */
export const TYPE_FACTS: Readonly<Record<RvTypeId, TypeFacts>> = {
  'travel-trailer': {
    listings: 122_982 + 730, // teardrops are travel trailers in our vocabulary
    msrp: 44_700,
    lineSpread: 0.2,
    length: [16, 36],
    newShare: 0.62,
    curve: {
      discount: [0.12, 0.15],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.05, 0.12],
      slope: [0.075, 0.105],
    },
    perTenThousandMiles: null,
    season: [0.015, 0.025],
  },
  'fifth-wheel': {
    listings: 36_261,
    msrp: 114_000,
    lineSpread: 0.22,
    length: [26, 44],
    newShare: 0.58,
    curve: {
      discount: [0.09, 0.12],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.06, 0.08],
      earlyDrop: [0.06, 0.13],
      slope: [0.085, 0.115],
    },
    perTenThousandMiles: null,
    season: [0.015, 0.025],
  },
  'class-c': {
    listings: 19_600,
    msrp: 145_000,
    lineSpread: 0.18,
    length: [23, 35],
    newShare: 0.5,
    curve: {
      discount: [0.1, 0.12],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.04, 0.06],
      earlyDrop: [0.02, 0.06],
      slope: [0.06, 0.085],
    },
    perTenThousandMiles: 0.03,
    season: [0.015, 0.03],
  },
  'class-a': {
    listings: 15_347,
    msrp: 235_000,
    lineSpread: 0.3,
    length: [28, 45],
    newShare: 0.36,
    curve: {
      discount: [0.13, 0.16],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.06, 0.14],
      slope: [0.07, 0.1],
    },
    perTenThousandMiles: 0.025,
    season: [0.01, 0.025],
  },
  'toy-hauler': {
    listings: 14_017,
    msrp: 82_000,
    lineSpread: 0.22,
    length: [22, 44],
    newShare: 0.58,
    curve: {
      discount: [0.12, 0.15],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.05, 0.12],
      slope: [0.08, 0.11],
    },
    perTenThousandMiles: null,
    season: [0.015, 0.025],
  },
  'class-b': {
    listings: 8_540,
    msrp: 185_000,
    lineSpread: 0.16,
    length: [18, 25],
    newShare: 0.55,
    curve: {
      discount: [0.09, 0.12],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.04, 0.06],
      earlyDrop: [0.03, 0.08],
      slope: [0.065, 0.09],
    },
    perTenThousandMiles: 0.03,
    season: [0.015, 0.03],
  },
  'park-model': {
    listings: 2_257 + 1_100, // destination trailers are park models in our vocabulary
    msrp: 78_000,
    lineSpread: 0.18,
    length: [34, 45],
    newShare: 0.6,
    curve: {
      discount: [0.09, 0.13],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.03, 0.1],
      slope: [0.065, 0.1],
    },
    perTenThousandMiles: null,
    season: [0.01, 0.02],
  },
  'truck-camper': {
    listings: 2_606,
    msrp: 42_000,
    lineSpread: 0.2,
    length: [8, 13],
    newShare: 0.5,
    curve: {
      discount: [0.08, 0.12],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.03, 0.08],
      slope: [0.06, 0.09],
    },
    perTenThousandMiles: null,
    season: [0.015, 0.025],
  },
  'pop-up': {
    listings: 1_989,
    msrp: 16_300,
    lineSpread: 0.16,
    length: [10, 20],
    newShare: 0.5,
    curve: {
      discount: [0.1, 0.16],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.05, 0.12],
      slope: [0.11, 0.16],
    },
    perTenThousandMiles: null,
    season: [0.02, 0.035],
  },
  'fish-house': {
    listings: 700,
    msrp: 44_000,
    lineSpread: 0.16,
    length: [14, 30],
    newShare: 0.6,
    curve: {
      discount: [0.08, 0.12],
      discountPerYear: NEW_DISCOUNT_PER_YEAR,
      usedGap: [0.05, 0.07],
      earlyDrop: [0.03, 0.1],
      slope: [0.065, 0.095],
    },
    perTenThousandMiles: null,
    season: [0.015, 0.03],
  },
};

/** RVIA wholesale shipments; 2025 and 2026 as forecast. They weight the model years of used units. */
export const SHIPMENTS: Readonly<Record<number, number>> = {
  2016: 430_691,
  2017: 504_599,
  2018: 483_700,
  2019: 406_070,
  2020: 430_412,
  2021: 600_240,
  2022: 493_268,
  2023: 313_174,
  2024: 333_733,
  2025: 337_000,
  2026: 349_300,
};

/** What an RV owner drives in a year. */
export const USUAL_MILES_A_YEAR = 4_500;

/** Median days on the lot: the mean of new units is about 195, used ones sell in about a third of it. */
export const DAYS_ON_LOT = { new: 150, used: 52 } as const;
/** Spread (sd in log) of days on the lot. An assumption. */
export const DAYS_ON_LOT_SPREAD = 0.75;
/** Nothing is simulated to stand longer. */
export const DAYS_ON_LOT_MAX = 900;

/**
 * Share of units whose listings show their VIN. A unit shows it wherever it is offered, so that this is
 * also the share of second offers that can be told to be of one unit. An assumption, and a high one:
 * real files give a VIN for 4% of their listings (of an aggregator) to 48% (of dealers' own pages).
 */
export const SHOWS_VIN = 0.6;

/** Asking prices of identical units differ by this scale of a Student-t with 4 degrees, in log price (measured on new units). */
export const NOISE_SCALE = 0.11;
/** A certified used unit asks so much more, in log price. An assumption. */
export const CERTIFIED_PREMIUM = 0.04;

import type { StoryCategory } from '#schemas/vocabulary.ts';
import type { Comparison, Measure } from './facts.ts';

export interface MeasureRule {
  category: StoryCategory;
  /**
   * What the values are: logs of days, of counts or of a price ratio, or fractions. Differences of
   * logs are told in percent, those of fractions in percent points.
   */
  scale: 'days' | 'count' | 'ratio' | 'share';
  /** Less than this is no story, however sure. */
  leastEffect: number;
  /** Units or visits that must stand behind each of the two figures. */
  leastN: number;
  /** Its words hold only where the figure and its reference have this sign; undefined where either does. */
  presumes?: 1 | -1;
  /** What it tells of; of two stories that share one of these only one is told. */
  about(of: Comparison): string[];
}

const ofSubject = ({ measure, subject }: Comparison): string[] => [`${measure}/${subject.id}`];
const ofPlace = ({ measure, subject, region }: Comparison): string[] => [
  `${measure}/of/${subject.id}`,
  `${measure}/in/${region?.id}`,
];

/** What each measure is, and from when on it is worth a story. */
export const MEASURE_RULES: Readonly<Record<Measure, MeasureRule>> = {
  /** Median days on the market so far, of a type's new or used units against the other types' of that condition. */
  days: { category: 'pricing-dynamics', scale: 'days', leastEffect: 0.1, leastN: 100, about: ofSubject },
  /** The same, of new units against used ones. */
  'days-of-new': { category: 'pricing-dynamics', scale: 'days', leastEffect: 0.2, leastN: 100, about: ofSubject },
  /** The same, in a region against the other regions. */
  'days-in-region': { category: 'regional-insights', scale: 'days', leastEffect: 0.1, leastN: 100, about: ofPlace },
  /** Share of units whose asking price was cut, of a type against the other types at the same sources. */
  cuts: { category: 'pricing-dynamics', scale: 'share', leastEffect: 0.03, leastN: 200, about: ofSubject },
  /** Median share between a cut unit's first and last price, of a type against the other types at the same sources. */
  'cut-depth': { category: 'pricing-dynamics', scale: 'share', leastEffect: 0.01, leastN: 100, about: ({ subject }) => [`cuts/${subject.id}`] },
  /** New over used asking price of one model year, of a type against the others. */
  gap: { category: 'pricing-dynamics', scale: 'ratio', presumes: 1, leastEffect: 0.03, leastN: 200, about: ofSubject },
  /** Asking prices in a region against the mean of the other regions, like for like. */
  region: { category: 'regional-insights', scale: 'ratio', leastEffect: 0.01, leastN: 200, about: ({ measure, region }) => [`${measure}/${region?.id}`] },
  /** Units on offer in the last full month against the same month a year before. */
  supply: { category: 'market-trends', scale: 'count', leastEffect: 0.08, leastN: 300, about: ofSubject },
  'supply-in-region': { category: 'regional-insights', scale: 'count', leastEffect: 0.08, leastN: 300, about: ofPlace },
  /** RVs registered in a state or province over twelve months against the twelve before. */
  registered: { category: 'regional-insights', scale: 'count', leastEffect: 0.08, leastN: 300, about: ({ measure, region }) => [`${measure}/${region?.id}`] },
  /** Share of a year's searches and analyses against the year before. */
  interest: { category: 'buyer-behavior', scale: 'share', leastEffect: 0.015, leastN: 50, about: ofSubject },
  /** Share of searches and analyses of the make looked for the most against the next. */
  popular: { category: 'buyer-behavior', scale: 'share', leastEffect: 0.01, leastN: 50, about: ({ measure }) => [measure] },
  /** Share of searches and analyses against the share of units on offer. */
  appetite: { category: 'buyer-behavior', scale: 'share', leastEffect: 0.015, leastN: 50, about: ofSubject },
  /** Searches and analyses of a year against the year before. */
  visits: { category: 'buyer-behavior', scale: 'count', leastEffect: 0.1, leastN: 500, about: ofSubject },
  /** What buyers paid over what was asked. */
  paid: { category: 'buyer-behavior', scale: 'ratio', leastEffect: 0.01, leastN: 50, about: ofSubject },
  /** The same, of a type's buyers against those of the others. */
  'paid-for-type': { category: 'buyer-behavior', scale: 'ratio', presumes: -1, leastEffect: 0.015, leastN: 30, about: ofSubject },
}; // prettier-ignore

/** Months a trend is looked for over, the newest last. */
export const TREND_WINDOWS = [12, 24, 36] as const;
/** What a step so far from either end of its months tells better is no trend. */
export const TREND_STEP_SHORTEST = 3;
/** Months a step is looked for in, and the fewest on either side of it. */
export const STEP_WINDOW = 36;
export const STEP_SHORTEST = 6;
/** Less is no story: over the window for a trend, in all for a step. */
export const LEAST_PRICE_CHANGE = 0.02;
/** Less is no story: between the two ends of a season. */
export const LEAST_SWING = { price: 0.015, supply: 0.1, visits: 0.1 } as const;
/** Clusters of equal size that must stand behind a difference: fewer dealers' habits are no market. */
export const LEAST_CLUSTERS = 5;
/** What so many dealers of equal size tell is of them, not of the market; undefined where it may be told. */
export const tooFewDealers = (dealers: number | undefined): string | undefined =>
  dealers !== undefined && dealers < LEAST_CLUSTERS
    ? `${dealers.toFixed(1)} equal dealers behind it, fewer than ${LEAST_CLUSTERS}`
    : undefined;
/** Units that must stand behind every month of a series, and behind a season. */
export const LEAST_MONTH_N = 5;
export const LEAST_SEASON_N = 500;
/** False discovery rate over all candidates of a run. */
export const FALSE_DISCOVERY_RATE = 0.05;
/** Stories of one category, so that one does not fill the page. */
export const MOST_OF_CATEGORY = 5;
/** Stories of one kind and measure: two types' trends are news, five are a table. */
export const MOST_OF_KIN = 2;

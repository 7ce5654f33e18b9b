import type { StoryCategory } from '#schemas/vocabulary.ts';

/** The stories page (specification, section 2). */
export const MARKET_STORIES = {
  hero: {
    eyebrow: 'Told from the listings',
    title: 'Market Intelligence Stories',
    text: 'What moves asking prices, supply and interest, tested against chance before it is told. Every figure is held against the data again before a story goes out.',
  },
  refresh: 'Refresh',
  refreshing: 'Refreshing...',
  refreshed: {
    title: 'Stories are up to date',
    text: (count: number) =>
      count === 0 ? 'There are none yet.' : `There ${count === 1 ? 'is 1' : `are ${count}`} now.`,
  },
  tabs: {
    label: 'Stories about',
    all: 'All',
    'market-trends': 'Market Trends',
    'buyer-behavior': 'Buyer Behavior',
    'pricing-dynamics': 'Pricing Dynamics',
    'regional-insights': 'Regional Insights',
    'seasonal-patterns': 'Seasonal Patterns',
  } satisfies Record<StoryCategory | 'all' | 'label', string>,
  loading: 'Loading stories...',
  confidence: (percent: string) => `${percent} confidence`,
  dataPoints: 'The figures',
  trend: { up: 'up', down: 'down', flat: 'level' },
  insights: 'Key Insights',
  recommendations: 'Recommendations',
  more: (next: number, left: number) =>
    next === left ? `Show ${next} more` : `Show ${next} more of ${left}`,
  generated: (date: string) => `Generated ${date}`,
  empty: {
    title: 'No stories available',
    text: 'A story is told only where the data bear it. With more listings, or more time, there will be some.',
    /** In a category, where others have some. */
    elsewhere: (count: number) =>
      `None of this kind is sure enough just now. ${count === 1 ? '1 of another kind is' : `${count} of other kinds are`} told.`,
    all: 'Show All Stories',
    generate: 'Generate Stories',
    generating: 'Generating...',
  },
  /** What staff hear who had them told anew and see none. */
  told: {
    published: {
      title: 'Nothing to tell',
      text: 'The data were looked through, and no story in them is sure enough.',
    },
    running: {
      title: 'Still at work',
      text: 'The stories take longer than usual. They are shown here once they are told.',
    },
    kept_back: {
      title: 'The stories were kept back',
      text: 'A check failed. System stats say which.',
    },
    failed: {
      title: 'The stories could not be told',
      text: 'The run failed. System stats say why.',
    },
  },
  notTold: {
    title: 'The stories could not be told',
    text: 'Trying again usually helps.',
  },
  failed: {
    title: 'The stories could not be loaded',
    retry: 'Try again',
  },
};

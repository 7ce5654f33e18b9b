import type { z } from 'zod';
import type { marketStories } from '#schemas/api/market.ts';

type Story = z.output<typeof marketStories.response>[number];

const story = (over: Partial<Story>): Story => ({
  id: 'trend/class-a/36@2026-11-21',
  category: 'market-trends',
  title: 'Asking prices of Class A motorhomes have slipped 7.1% in 36 months',
  summary:
    'Like for like, asking prices of Class A motorhomes fell 7.1% from October 2023 to October 2026.',
  narrative:
    'This compares like with like: the mix of models, ages and conditions is held still and the season is taken out. With 11,100 monthly readings of listings the likely range is between 4.0% and 11%.',
  confidence: 0.984,
  dataPoints: [
    {
      metric: 'Asking prices from October 2023 to October 2026',
      value: '7.1%',
      trend: 'down',
      impact: 'negative',
    },
    { metric: 'Monthly readings of listings', value: '11,100', trend: 'none', impact: 'neutral' },
  ],
  keyInsights: [
    'Asking prices of Class A motorhomes fell 7.1% in 36 months.',
    'Likely size of the decline: between 4.0% and 11%.',
  ],
  recommendations: [
    'If you want to buy, there is no need to hurry: patience has paid in these 36 months.',
    'If you sell, price by this month’s listings and not by what a neighbor got 36 months ago.',
  ],
  generatedAt: '2026-11-21T06:00:00.000Z',
  ...over,
});

/** Two stories in the contract's shape; the second is of another category. */
export const STORIES: Story[] = [
  story({}),
  story({
    id: 'season/price/market@2026-11-21',
    category: 'seasonal-patterns',
    title: 'RVs are dearest in May and cheapest in November',
    summary: 'RVs are dearest in May and cheapest in November; 4.1% lies between those months.',
    confidence: 0.99,
    dataPoints: [
      { metric: 'Dearest month', value: 'May', trend: 'up', impact: 'positive' },
      { metric: 'Cheapest month', value: 'November', trend: 'down', impact: 'negative' },
      { metric: 'Between them', value: '4.1%', trend: 'sideways', impact: 'mixed' },
    ],
    keyInsights: ['May is the dearest month for RVs.'],
  }),
];

/** So many, told apart by their number. */
export const storiesOf = (count: number): Story[] =>
  Array.from({ length: count }, (_, at) => story({ id: `story-${at}`, title: `Story ${at}` }));

import { listingsOf } from './listings-of.ts';

/** Figures of the market that several screens show (specification, sections 2, 3, 8 and 9). */
export const MARKET_FIGURES = {
  none: 'N/A',
  /** Below a median: of so many of the listings, the others show no price. */
  ofPriced: (count: string) => `of ${count} priced`,
  /** The figures of the specification stand where there are no data. */
  stats: {
    label: 'The market in four figures',
    value: { title: 'Avg Market Value', fallback: '$89,450', note: 'Asked now, like for like' },
    loss: { title: '5-Year Depreciation', fallback: '22%', note: 'Mean of the types, by listings' },
    days: {
      title: 'Days on Market',
      fallback: '42',
      note: 'Median of what is on offer',
      noteOfFew: (units: string) => `Median of the ${units} listings whose first day is known`,
    },
    hottest: { title: 'Hottest Category', fallback: 'Travel Trailers', note: listingsOf },
    typical: 'A usual figure, until there are data',
  },
  trend: {
    title: 'Market Value Trends',
    text: 'What today’s mix of RVs asked in each month, so that only prices move and not the mix.',
    months: 'Months shown',
    choices: { all: 'All', 60: '5 years', 12: '12 months', 6: '6 months', 3: '3 months' },
    line: 'Average asking price',
    description: (from: string, to: string, first: string, last: string) =>
      `The average asking price went from ${first} in ${from} to ${last} in ${to}.`,
    unseenMonth: 'No prices seen',
    unseen: (unseen: number, months: number) =>
      `In ${unseen} of these ${months} months no prices were seen: there the line only joins those around.`,
    sample: 'Sample values',
    sampleText: 'There are no monthly prices yet. These show how the chart will look.',
    table: 'Average asking price by month',
    month: 'Month',
    listings: 'Monthly readings',
  },
  depreciation: {
    title: 'Depreciation by RV Type',
    text: (years: string) => `Percent of the new price that is lost in ${years} years.`,
    years: 'Over',
    choices: { 5: '5 Year', 10: '10 Year' },
    empty: 'No depreciation data available...',
    description: (
      years: string,
      most: string,
      mostShare: string,
      least: string,
      leastShare: string,
    ) => `In ${years} years ${most} loses most, ${mostShare}, and ${least} least, ${leastShare}.`,
    table: 'Depreciation by type',
    type: 'RV type',
    loss: 'Lost',
  },
  showTable: 'Show as a table',
  chartFailed: 'The chart could not be drawn. Its figures stand in the table below.',
  failed: {
    title: 'These figures could not be loaded',
    retry: 'Try again',
  },
  brands: {
    title: 'Most-Searched Brands',
    searches: (count: string) =>
      count === '1' ? '1 search or analysis' : `${count} searches and analyses`,
    none: 'No make has been looked for in the last year.',
    search: (make: string) => `Search listings of ${make}`,
  },
};

/** The market analytics screen (specification, section 2). */
export const ANALYTICS = {
  hero: {
    eyebrow: 'Market data',
    title: 'Market Analytics',
    text: 'What RVs ask, what they lose and where they stand, from every listing on the market.',
  },
  types: {
    title: 'RV Type Performance',
    text: 'Types with the most listings first.',
    none: 'There are no listings yet to compare types by.',
    caption: 'RV types compared',
    heads: { type: 'RV type', listings: 'Listings', price: 'Median price' },
  },
  insights: {
    title: 'Market Insights',
    items: [
      {
        title: 'Asking is not selling',
        text: 'Every price here is an asking price. What is finally paid is usually lower.',
      },
      {
        title: 'The first years cost the most',
        text: 'A unit a few years old has its steepest loss behind it. Compare it with a new one in the calculator.',
      },
      {
        title: 'Time on the lot is leverage',
        text: 'A seller who has waited for months listens longer. Every listing says since when we have seen it.',
      },
    ],
  },
  map: {
    title: 'Where RVs Are Listed',
    text: 'Choose a state, here or in the table, to see what is listed there.',
    label: 'Shaded by',
    choices: { listings: 'Listings', price: 'Median price' },
    description: (
      measure: string,
      most: string,
      mostValue: string,
      least: string,
      leastValue: string,
    ) => `${measure} by state: most in ${most}, ${mostValue}, least in ${least}, ${leastValue}.`,
    caption: 'Listings and median asking prices by state',
    shade: (from: string, to: string) => `${from} to ${to}`,
    state: 'State',
    none: 'No listing says yet in which state it is.',
  },
  regions: {
    title: 'Regional Analysis',
    text: 'Four states against the country.',
    listings: 'Listings',
    price: 'Median asking price',
    above: (percent: string) => `${percent} above the median of the states`,
    below: (percent: string) => `${percent} below the median of the states`,
    level: 'At the median of the states',
  },
  registrations: {
    title: 'RVs Registered',
    text: 'New and used RVs that states and Canadian provinces registered over twelve months. Each place publishes when it does, and is compared with its own year before.',
    none: 'No registration file has been taken for this market.',
    caption: 'RVs registered by state and province',
    heads: {
      place: 'State or province',
      registered: 'Registered',
      through: 'Year to',
      change: 'Year on year',
      most: 'Most registered',
    },
    of: (place: string, condition: 'new' | 'used' | 'unknown') =>
      condition === 'unknown' ? place : `${place}, ${condition}`,
    partly: (last: string, months: number) => `${last}, ${months} of 12 known`,
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show the first ten',
  },
};

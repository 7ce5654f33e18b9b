import { CLAIMED } from '#schemas/constants.ts';
import { listingsOf } from './listings-of.ts';
import { thousands } from './thousands.ts';

/** The landing page (specification, section 2). The figures of the band are fixed marketing text. */
export const LANDING = {
  hero: {
    eyebrow: 'RV values and depreciation',
    title: 'Know what it is worth before you buy, sell or trade',
    text: 'Enter a make, a model, a year and the miles. See what it is worth today, what it will be worth in ten years, and how sure the figures are.',
    calculate: 'Calculate Depreciation',
    signIn: 'Sign In for Full Features',
    free: 'Three free analyses a day, no account needed.',
  },
  /** Beside the road; its figures come from the market. */
  sign: {
    title: 'Asking prices today',
    note: (date: string) => `Median asking prices as of ${date}`,
  },
  features: {
    title: 'What one look tells you',
    items: [
      {
        title: 'Current Market Value',
        text: 'What sellers ask for RVs like yours today, with the range most of them fall in.',
      },
      {
        title: '10-Year Forecasts',
        text: 'The value year by year, with a band that widens as the future gets less certain.',
      },
      {
        title: 'Market Analytics',
        text: 'How types and makers hold their value, and how many listings stand behind each figure.',
      },
    ],
  },
  switch: {
    label: 'What would you like to see?',
    analyze: 'Analyze My RV',
    market: 'Market Analysis',
    browse: 'Browse Market',
  },
  stories: 'Explore Market Stories',
  statistics: {
    title: 'The market we read',
    items: [
      { value: String(CLAIMED.landing.manufacturers), label: 'manufacturers' },
      { value: thousands(CLAIMED.landing.models), label: 'models' },
      { value: `${thousands(CLAIMED.landing.listings)}+`, label: 'listings' },
      { value: String(CLAIMED.landing.states), label: 'states' },
    ],
  },
  closing: {
    title: 'Find out before the next mile',
    text: 'It takes less than a minute.',
    free: 'The first three each day are free.',
    action: 'Start Your Analysis Now',
  },
};

export const DEPRECIATION_PAGE = {
  hero: {
    eyebrow: 'Depreciation calculator',
    title: 'Ten years of value, one mile marker at a time',
    text: `Tell us which RV, of ${CLAIMED.elsewhere.manufacturers} manufacturers and ${thousands(CLAIMED.elsewhere.models)}+ models. The value comes from listings of the same model, or of the closest we have, and says which.`,
  },
  howItWorks: {
    title: 'How it works',
    steps: [
      {
        title: 'Name the RV',
        text: 'Pick the make and the model, down to the floorplan if you know it. Typed names are forgiven.',
      },
      {
        title: 'We look at the market',
        text: 'Asking prices of the same floorplan, line, make and type are weighed by how much each one tells.',
      },
      {
        title: 'You see value and doubt',
        text: 'Every value has its range, every forecast its band, and both say how many listings they rest on.',
      },
    ],
  },
  buying: {
    title: 'Buying strategy',
    judge: 'Judge an asking price',
    cards: [
      {
        title: 'Let someone else pay the first years',
        text: 'The first years cost the most. Compare the forecast of a new one with the same model a few years older.',
      },
      {
        title: 'Read the band, not only the line',
        text: 'A wide band means few listings or a fickle market: leave yourself room in the price you agree to.',
      },
      {
        title: 'Ask what the miles are doing',
        text: 'On a motorhome the odometer moves the price. Run the analysis with and without the miles to see by how much.',
      },
      {
        title: 'Asking is not selling',
        text: 'Values are asking prices. What is finally paid is usually lower, so start your offer below the middle.',
      },
    ],
  },
};

export const BROWSE = {
  title: 'Browse Market',
  intro: (listings: string) => `${listingsOf(listings)} on the market, by type, make and state.`,
  asOf: (date: string) => `As of ${date}`,
  by: { type: 'By type', make: 'By make', state: 'By state' },
  none: {
    type: 'No listing says what type it is.',
    make: 'No listing says who made it.',
    state: 'No listing says where it is.',
  },
  heads: {
    make: 'Make',
    state: 'State',
    listings: 'Listings',
    median: 'Median asking price',
  },
  typeLine: listingsOf,
  median: 'median',
  showAll: (count: number) => `Show all ${count}`,
  showFewer: 'Show fewer',
  placeholder: {
    title: 'Market Browse Coming Soon',
    text: 'Filtering is in development: there are no listings to filter yet.',
  },
  failed: {
    title: 'The market could not be loaded',
    retry: 'Try again',
  },
};

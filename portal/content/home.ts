import { listingsOf } from './listings-of.ts';

/** The home dashboard of who is signed in (specification, section 2). */
export const HOME = {
  welcome: 'Welcome',
  /** The member's name follows. */
  welcomeOf: 'Welcome,',
  text: 'The market at a glance, and the ways on from it.',
  actions: {
    label: 'Quick actions',
    search: {
      title: 'Search RVs',
      text: 'Every RV on the market, with its price held against our valuation.',
    },
    compare: { title: 'Compare', text: 'Up to three listings side by side.' },
    analytics: {
      title: 'Market Data',
      text: 'Prices by month, losses by type, and where RVs stand.',
    },
  },
  recent: {
    title: 'Recent Listings',
    all: 'See all listings',
    none: 'There are no listings yet.',
    failed: {
      title: 'The listings could not be loaded',
      retry: 'Try again',
    },
  },
  trending: {
    title: 'Trending',
    none: 'There are not enough listings yet to say what is trending.',
  },
  regional: {
    title: 'Regional Prices',
    text: 'The states with the most listings, with their median asking price.',
    none: 'No listing says yet in which state it is.',
    listings: listingsOf,
  },
};

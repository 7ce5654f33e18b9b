import type { BothWays } from './of-comparisons.ts';

/** What people search for and have valued. */

const COUNTED = [
  'Counted are searches and analyses here, without the people: what was looked for and when, and nothing of whom.',
  'It is counted from searches and analyses on this site; who made them is not known.',
];
const BEHIND = ['{N} visits stand behind it.', 'It was counted on {n} visits.'];

export const INTEREST: BothWays = {
  metrics: ['Share of searches and analyses', 'In the year before', 'Visits counted'],
  isOverTime: true,
  highIs: 'positive',
  up: {
    title: [
      '{Who} drew a larger part of visits: {now}',
      'The share of visits that {who} drew has grown to {now}',
    ],
    summary: [
      '{Who} drew {now} of searches and analyses in the past year, against {reference} in the year before.',
    ],
    narrative: [COUNTED, BEHIND],
    insights: [['{Who} drew {now} of visits, against {reference} in the year before.']],
    recommendations: [
      [
        'If you buy, know that attention has moved towards {who}, and have your papers ready.',
        'Buyers: attention has moved towards {who}; look at what others pass over too.',
      ],
      ['If you sell, attention has moved your way: complete the listing and answer quickly.'],
    ],
  },
  down: {
    title: [
      '{Who} drew a smaller part of visits: {now}',
      'The share of visits that {who} drew has shrunk to {now}',
    ],
    summary: [
      '{Who} drew {now} of searches and analyses in the past year, against {reference} in the year before.',
    ],
    narrative: [COUNTED, BEHIND],
    insights: [['{Who} drew {now} of visits, against {reference} in the year before.']],
    recommendations: [
      [
        'If you buy, know that attention has moved elsewhere, and make an offer.',
        'Buyers: with attention elsewhere, there is room to bargain.',
      ],
      ['If you sell, be patient, and see that the listing leaves no question open.'],
    ],
  },
};

export const POPULAR: BothWays = {
  metrics: ['{Who}, share of searches and analyses', '{Other}', 'Visits counted'],
  highIs: 'positive',
  up: {
    title: [
      '{Who} is the make people look for the most',
      'Most looked for: {who}, with {now} of visits',
    ],
    summary: [
      '{Who} drew {now} of the searches and analyses that name a make, against {reference} for {other}.',
    ],
    narrative: [COUNTED, BEHIND],
    insights: [['{Who}: {now} of visits that name a make, against {reference} for {other}.']],
    recommendations: [
      [
        'If you buy, compare a {who} with a like unit of another make before you decide; a known name costs.',
        'Buyers: ask what the same floorplan costs under another name than {who}.',
      ],
      ['If you sell a {who}, put the name into the headline of your listing.'],
    ],
  },
  // The make with the most visits never has fewer than the next.
  down: { title: [], summary: [], narrative: [], insights: [], recommendations: [] },
};

export const APPETITE: BothWays = {
  metrics: ['Share of searches and analyses', 'Share of units on offer', 'Visits counted'],
  highIs: 'positive',
  up: {
    title: [
      '{Who} draw more interest than their share of the market',
      'More looked for than listed: {who}',
    ],
    summary: [
      '{Who} draw {now} of searches and analyses, against {reference} of the units on offer.',
    ],
    narrative: [
      COUNTED,
      ['Where interest exceeds what is on offer, sellers have the stronger hand.'],
      BEHIND,
    ],
    insights: [
      ['{Who}: {now} of interest, against {reference} of what is on offer: a gap of {change}.'],
    ],
    recommendations: [
      [
        'If you buy, be ready to decide: you are not alone.',
        'Buyers: set your limit before you look, and be early.',
      ],
      ['If you sell, hold to a fair price; interest is there.'],
    ],
  },
  down: {
    title: [
      '{Who} draw less interest than their share of the market',
      'Less looked for than listed: {who}',
    ],
    summary: [
      '{Who} draw {now} of searches and analyses, against {reference} of the units on offer.',
    ],
    narrative: [
      COUNTED,
      ['Where interest lags what is on offer, sellers have the weaker hand.'],
      BEHIND,
    ],
    insights: [
      ['{Who}: {now} of interest, against {reference} of what is on offer: a gap of {change}.'],
    ],
    recommendations: [
      [
        'If you buy, use the choice: get offers for like units and let sellers compete.',
        'Buyers: there is room to bargain, since few others are asking.',
      ],
      ['If you sell, make the listing easy to find and the price easy to defend.'],
    ],
  },
};

export const VISITS: BothWays = {
  metrics: ['Searches and analyses in the past year', 'In the year before', ''],
  isOverTime: true,
  highIs: 'positive',
  up: {
    title: ['Visits grew {change} in a year'],
    summary: [
      '{Now} searches and analyses in the past year, against {reference} in the year before.',
    ],
    narrative: [COUNTED, ['That is a growth of {change}.', 'Visits have grown {change}.']],
    insights: [['Visits grew {change} in a year.']],
    recommendations: [
      ['If you buy, begin your search early and have your loan agreed.'],
      ['If you sell, list now: visits have grown.'],
    ],
  },
  down: {
    title: ['Visits fell {change} in a year'],
    summary: [
      '{Now} searches and analyses in the past year, against {reference} in the year before.',
    ],
    narrative: [COUNTED, ['That is a decline of {change}.', 'Visits have declined {change}.']],
    insights: [['Visits fell {change} in a year.']],
    recommendations: [
      ['If you buy, make an offer: with fewer visits a seller has time for it.'],
      ['If you sell, price in line with the market and answer every question.'],
    ],
  },
};

const SHARED = [
  'It comes from buyers who shared what they paid; each of them counts alike, however often they bought.',
  'Buyers told us what was asked and what they paid, and each of them counts alike.',
];
const BUYERS = ['{N} buyers stand behind it.', 'It rests on {n} buyers.'];

export const PAID: BothWays = {
  metrics: ['Paid against asked', '', 'Buyers counted'],
  sides: ['more', 'less'],
  highIs: 'positive',
  up: {
    title: [
      'Buyers paid {now} more than was asked',
      'What was asked is not all: buyers paid {now} more',
    ],
    summary: ['Buyers of {who} who shared their purchase paid {now} more than the asking price.'],
    narrative: [SHARED, BUYERS],
    insights: [['On average {now} more was paid than was asked.']],
    recommendations: [
      ['If you buy, settle your limit before you look, extras included.'],
      ['If you sell, there is room in the asking price; see what others ask.'],
    ],
  },
  down: {
    title: [
      'Buyers paid {now} less than was asked',
      'The asking price is a starting point: buyers paid {now} less',
    ],
    summary: [
      'Buyers of {who} who shared their purchase paid {now} less than the asking price.',
      'For {who}, buyers who shared their purchase paid {now} less than was asked.',
    ],
    narrative: [SHARED, BUYERS],
    insights: [
      ['On average {now} less was paid than was asked.', 'Buyers paid {now} less than was asked.'],
    ],
    recommendations: [
      [
        'If you buy, open with an offer: {now} less than asked is what others paid on average.',
        'Buyers: do not take the asking price for the price; others paid {now} less.',
      ],
      [
        'If you sell, decide before anybody calls how far you will go.',
        'Sellers: buyers expect to bargain, so leave yourself that room.',
      ],
    ],
  },
};

export const PAID_FOR_TYPE: BothWays = {
  metrics: ['Between asked and paid', 'Other types', 'Buyers counted'],
  highIs: 'positive',
  up: {
    title: ['Sellers of {who} hold closer to what they ask: buyers got {now} off'],
    summary: [
      'Buyers of {who} got {now} off the asking price, against {reference} for other types: more of it was paid.',
    ],
    narrative: [SHARED, BUYERS],
    insights: [['{Who}: {now} off the asking price, against {reference} for other types.']],
    recommendations: [
      ['If you buy, bring comparable listings; a good argument counts where sellers hold firm.'],
      ['If you sell, a fair asking price can stand.'],
    ],
  },
  down: {
    title: ['There is room to bargain with {who}: buyers got {now} off'],
    summary: [
      'Buyers of {who} got {now} off the asking price, against {reference} for other types: less of it was paid.',
    ],
    narrative: [SHARED, BUYERS],
    insights: [['{Who}: {now} off the asking price, against {reference} for other types.']],
    recommendations: [
      [
        'If you buy, ask for {now} off and see what comes back.',
        'Buyers: {now} off is what others got; begin there.',
      ],
      ['If you sell, set the asking price with the bargaining in mind.'],
    ],
  },
};

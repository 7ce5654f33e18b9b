import type { BothWays } from './of-comparisons.ts';
import { SO_FAR } from './wording-of-pricing.ts';

/** Regions, and how much is on offer. */

const LIKE_FOR_LIKE = [
  'The comparison holds model, age, condition and mileage still, so it is the place and not the mix.',
  'Model, age, condition and mileage are held still: what is left is the place.',
];
const BEHIND = ['{N} units there stand behind it.', 'It rests on {n} units there.'];

export const REGION: BothWays = {
  metrics: ['{Region} against the mean of the other regions', '', 'Units counted'],
  sides: ['above', 'below'],
  highIs: 'positive',
  up: {
    title: [
      'The same RV asks {now} more in {region}',
      'Asking prices in {region} are {now} above the mean of the other regions',
    ],
    summary: [
      'Like for like, {who} in {region} ask {now} more than the mean of the other regions.',
      'In {region} sellers ask {now} more for the same kind of unit than the other regions do on average.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND],
    insights: [['Asking prices in {region}: {now} above the mean of the other regions.']],
    recommendations: [
      [
        'If you live in {region}, look at listings from other regions, and see whether {now} pays for the trip.',
        'Buyers in {region}: a search beyond it may pay for the drive.',
      ],
      [
        'If you sell in {region}, price by listings from there.',
        'Sellers in {region}: price by listings from your own region.',
      ],
    ],
  },
  down: {
    title: [
      'The same RV asks {now} less in {region}',
      'Asking prices in {region} are {now} below the mean of the other regions',
    ],
    summary: [
      'Like for like, {who} in {region} ask {now} less than the mean of the other regions.',
      'In {region} sellers ask {now} less for the same kind of unit than the other regions do on average.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND],
    insights: [['Asking prices in {region}: {now} below the mean of the other regions.']],
    recommendations: [
      [
        'If you live elsewhere, put {region} into your search and see whether {now} pays for the trip.',
        'Buyers from elsewhere: listings in {region} may pay for the drive.',
      ],
      [
        'If you sell in {region}, buyers from elsewhere are worth reaching: say that you deliver.',
        'Sellers in {region}: advertise beyond the region.',
      ],
    ],
  },
};

export const DAYS_IN_REGION: BothWays = {
  metrics: ['Median days on the market in {region}', 'Other regions', 'Units counted'],
  highIs: 'negative',
  up: {
    title: [
      '{Condition} {who} have stood longer in {region}: {now}',
      'In {region}, {condition} {who} have stood longer than in the other regions',
    ],
    summary: [
      'In {region}, {condition} {who} on offer have stood for {now}, against {reference} in the other regions.',
    ],
    narrative: [SO_FAR, BEHIND],
    insights: [['{Condition} {who} in {region}: {now}, against {reference} in the other regions.']],
    recommendations: [
      [
        'If you buy in {region}, ask how long the unit has stood and bargain accordingly.',
        'Buyers: sellers in {region} have waited; an offer is welcome there.',
      ],
      ['If you sell in {region}, reach buyers beyond the region as well.'],
    ],
  },
  down: {
    title: [
      '{Condition} {who} have stood for a shorter time in {region}: {now}',
      'In {region}, {condition} {who} have stood for a shorter time than in the other regions',
    ],
    summary: [
      'In {region}, {condition} {who} on offer have stood for {now}, against {reference} in the other regions.',
    ],
    narrative: [SO_FAR, BEHIND],
    insights: [['{Condition} {who} in {region}: {now}, against {reference} in the other regions.']],
    recommendations: [
      ['If you buy in {region}, have loan and inspection ready before you look.'],
      ['If you sell in {region}, do not rush to cut a fair price: {now} is the median so far.'],
    ],
  },
};

const SUPPLY_NARRATIVE = [
  [
    'Compared are the last full month and the same month a year before, so the season has no part in it.',
  ],
  ['Units listed on different sites are not counted again.'],
];

export const SUPPLY: BothWays = {
  metrics: ['On offer in the last full month', 'A year before', ''],
  isOverTime: true,
  highIs: 'negative',
  up: {
    title: [
      '{Change} more {who} on offer than a year before',
      'The choice of {who} has grown {change} in a year',
    ],
    summary: [
      '{Now} {who} were on offer in the last full month, against {reference} a year before: {change} more.',
    ],
    narrative: SUPPLY_NARRATIVE,
    insights: [
      [
        'Supply of {who} has grown {change} in a year.',
        'There are {change} more {who} to choose from.',
      ],
    ],
    recommendations: [
      [
        'If you buy, take your time and let sellers compete: get offers in writing.',
        'Buyers: with so much choice, compare like units and bargain.',
      ],
      [
        'If you sell, stand out: good photographs, service records, and a price in line with the market.',
      ],
    ],
  },
  down: {
    title: [
      '{Change} fewer {who} on offer than a year before',
      'The choice of {who} has shrunk {change} in a year',
    ],
    summary: [
      '{Now} {who} were on offer in the last full month, against {reference} a year before: {change} fewer.',
    ],
    narrative: SUPPLY_NARRATIVE,
    insights: [
      [
        'Supply of {who} has shrunk {change} in a year.',
        'There are {change} fewer {who} to choose from.',
      ],
    ],
    recommendations: [
      [
        'If you buy, widen the search to neighboring states and related models.',
        'Buyers: be ready to decide when the right unit comes.',
      ],
      ['If you sell, you have fewer rivals; a fair price need not be cut soon.'],
    ],
  },
};

export const SUPPLY_IN_REGION: BothWays = {
  metrics: ['On offer in {region} in the last full month', 'A year before', ''],
  isOverTime: true,
  highIs: 'negative',
  up: {
    title: [
      '{Change} more {who} on offer in {region}',
      'In {region} the choice of {who} has grown {change}',
    ],
    summary: [
      'In {region}, {now} {who} were on offer in the last full month, against {reference} a year before.',
    ],
    narrative: SUPPLY_NARRATIVE,
    insights: [['In {region} supply of {who} has grown {change} in a year.']],
    recommendations: [
      ['If you buy, look in {region}: choice is on your side there.'],
      ['If you sell in {region}, price in line with the market from the start.'],
    ],
  },
  down: {
    title: [
      '{Change} fewer {who} on offer in {region}',
      'In {region} the choice of {who} has shrunk {change}',
    ],
    summary: [
      'In {region}, {now} {who} were on offer in the last full month, against {reference} a year before.',
    ],
    narrative: SUPPLY_NARRATIVE,
    insights: [['In {region} supply of {who} has shrunk {change} in a year.']],
    recommendations: [
      ['If you live in {region}, search beyond it too.'],
      ['If you sell in {region}, you have fewer rivals than a year before.'],
    ],
  },
};

const OF_WHOLE_YEARS = [
  'Compared are whole years, so the season has no part in it.',
  'It compares year with year, so no season is in it.',
];
const PUBLISHED = ['It is what the office there publishes; no month of these years is left out.'];

export const REGISTERED: BothWays = {
  metrics: ['Registered in {region} in the year to {through}', 'In the year before', ''],
  isOverTime: true,
  highIs: 'positive',
  up: {
    title: [
      '{Change} more {which} registered in {region} than a year before',
      'In {region}, registrations of {which} have grown {change} in a year',
    ],
    summary: [
      '{Now} {which} were registered in {region} in the year to {through}, against {reference} in the year before: {change} more.',
    ],
    narrative: [OF_WHOLE_YEARS, PUBLISHED],
    insights: [['Registrations of {which} in {region} have grown {change} in a year.']],
    recommendations: [
      [
        'If you buy in {region}, search beyond it too: registrations have grown there.',
        'Buyers in {region}: see what is on offer beyond it before you decide.',
      ],
      ['If you sell, see that buyers in {region} find your listing.'],
    ],
  },
  down: {
    title: [
      '{Change} fewer {which} registered in {region} than a year before',
      'In {region}, registrations of {which} have fallen {change} in a year',
    ],
    summary: [
      '{Now} {which} were registered in {region} in the year to {through}, against {reference} in the year before: {change} fewer.',
    ],
    narrative: [OF_WHOLE_YEARS, PUBLISHED],
    insights: [['Registrations of {which} in {region} have fallen {change} in a year.']],
    recommendations: [
      ['If you buy in {region}, make an offer: registrations have fallen there.'],
      ['If you sell in {region}, see that buyers from elsewhere find your listing.'],
    ],
  },
};

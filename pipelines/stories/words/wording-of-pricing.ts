import type { BothWays } from './of-comparisons.ts';

/** Days on the market, price cuts, and the gap between new and used. */

export const SO_FAR = [
  'Counted are the units on offer now, by the days each has stood so far; the figure is the median.',
  'It is the median of how long the units on offer now have stood so far.',
];

const BEHIND_DAYS = [
  '{N} units on offer stand behind the figure.',
  'It was counted on {n} units on offer.',
];

export const DAYS: BothWays = {
  metrics: ['Median days on the market', '{Condition} units of other types', 'Units counted'],
  highIs: 'negative',
  up: {
    title: [
      '{Condition} {who} have stood longer than others: {now}',
      'Sellers of {condition} {who} have waited longer: {now} so far',
    ],
    summary: [
      '{Condition} {who} on offer have stood for {now}, against {reference} for {condition} units of other types.',
      'Among what is on offer, {condition} {who} have stood for {now}, against {reference} for {condition} units of other types.',
    ],
    narrative: [SO_FAR, BEHIND_DAYS],
    insights: [
      [
        '{Condition} {who} have stood for {now}, against {reference} for {condition} units of other types.',
      ],
    ],
    recommendations: [
      [
        'If you buy, ask how long the unit has stood; past {now} a seller has reason to listen.',
        'Buyers: begin with the units that have stood for {now} and bargain there.',
      ],
      [
        'If you sell, set a price that you can keep for a while: {now} of standing is the median so far.',
        'Sellers: expect to be asked how long the unit has stood; {now} is the median so far.',
      ],
    ],
  },
  down: {
    title: [
      '{Condition} {who} have stood for a shorter time than others: {now}',
      '{Condition} {who} have stood for a shorter time: {now} so far',
    ],
    summary: [
      '{Condition} {who} on offer have stood for {now}, against {reference} for {condition} units of other types.',
    ],
    narrative: [SO_FAR, BEHIND_DAYS],
    insights: [
      [
        '{Condition} {who} have stood for {now}, against {reference} for {condition} units of other types.',
      ],
    ],
    recommendations: [
      [
        'If you buy, have your loan and your inspection ready: these units have been on offer for a shorter time.',
        'Buyers: look often, and ask when a unit was listed; {now} is the median so far.',
      ],
      [
        'If you sell, a unit that has stood for {now} is nothing unusual yet.',
        'Sellers: where yours has stood past {now}, look at its price and its photographs again.',
      ],
    ],
  },
};

export const DAYS_OF_NEW: BothWays = {
  metrics: ['New units, median days', 'Used units, median days', 'Units counted'],
  highIs: 'negative',
  up: {
    title: [
      'New {who} have stood {now}, against {reference} for used ones',
      'New {who} have stood longer than used ones',
    ],
    summary: ['New {who} on offer have stood for {now}, against {reference} for used ones.'],
    narrative: [
      SO_FAR,
      ['{N} new units stand behind the figure.', 'It was counted on {n} new units.'],
    ],
    insights: [
      ['New {who}: {now} on the market, against {reference} for used ones.'],
      [
        'Standing costs a dealer interest every day, so a new unit that has stood is open to an offer.',
      ],
    ],
    recommendations: [
      [
        'If you buy new, ask for the day the unit came in; past {now} is where bargaining starts.',
        'Buying new: look for units that have stood past {now} and make an offer.',
      ],
      [
        'If you buy used, look often: what is on offer has not stood as long as new units have.',
        'Buying used: ask for that day too, and bargain where it is long ago.',
      ],
    ],
  },
  down: {
    title: [
      'New {who} have stood {now}, against {reference} for used ones',
      'New {who} have stood for a shorter time than used ones',
    ],
    summary: ['New {who} on offer have stood for {now}, against {reference} for used ones.'],
    narrative: [SO_FAR, ['{N} new units stand behind the figure.']],
    insights: [['New {who}: {now} on the market, against {reference} for used ones.']],
    recommendations: [
      [
        'If you buy new, do not count on a tired seller: these units have stood for a shorter time.',
      ],
      ['If you buy used, ask for the day the unit came in, and bargain where that is long ago.'],
    ],
  },
};

const BEHIND_CUTS = [
  '{N} units whose price was seen again stand behind the figure.',
  'It was counted on {n} units whose price was seen again.',
];

const CUTS_COUNTED = [
  ['A cut counts where a later asking price of the same unit is under its earlier price.'],
  BEHIND_CUTS,
];

export const CUTS: BothWays = {
  metrics: ['Units with a price cut', 'Other types on the same sites', 'Units counted'],
  highIs: 'negative',
  up: {
    title: [
      '{Now} of {who} have had their price cut',
      'Price cuts are more common among {who}: {now}',
    ],
    summary: [
      '{Now} of {who} whose price was seen again had it cut, against {reference} of other types on the same sites.',
      'Sellers of {who} cut more often: {now} of the units seen again, against {reference} of other types on the same sites.',
    ],
    narrative: CUTS_COUNTED,
    insights: [
      [
        '{Now} of {who} show a cut, against {reference} of other types on the same sites: a gap of {change}.',
      ],
    ],
    recommendations: [
      [
        'If you buy, ask for the price history; where there was a cut there is often another.',
        'Buyers: watch a unit you like for a while before you offer.',
      ],
      [
        'If you sell, price it right from the start; {now} of units were priced again.',
        'Sellers: an asking price that has to be cut later costs time and trust.',
      ],
    ],
  },
  down: {
    title: [
      'Only {now} of {who} have had their price cut',
      'Price cuts are less common among {who}: {now}',
    ],
    summary: [
      '{Now} of {who} whose price was seen again had it cut, against {reference} of other types on the same sites.',
      'Sellers of {who} cut less often: {now} of the units seen again, against {reference} of other types on the same sites.',
    ],
    narrative: CUTS_COUNTED,
    insights: [
      [
        '{Now} of {who} show a cut, against {reference} of other types on the same sites: a gap of {change}.',
      ],
    ],
    recommendations: [
      [
        'If you buy, do not wait for the price to be cut; make the offer you mean.',
        'Buyers: waiting for a cut seldom pays here, so bargain on condition and extras.',
      ],
      [
        'If you sell, keep to a price that fits the market; few others give in.',
        'Sellers: a price in line with the market can stand.',
      ],
    ],
  },
};

const DEPTH_MEASURED = [
  [
    'It is the median from the earliest asking price to the last, over units that were cut and not put back to where they began.',
  ],
  ['{N} units that were cut stand behind it.', 'It was counted on {n} units that were cut.'],
];

export const CUT_DEPTH: BothWays = {
  metrics: [
    'Median cut, from the earliest price to the last',
    'Other types on the same sites',
    'Units counted',
  ],
  highIs: 'negative',
  up: {
    title: [
      'When {who} are cut, they are cut by more: {now}',
      'Price cuts of {who} go further: {now} in all',
    ],
    summary: [
      '{Who} that were cut have given {now} off their earliest price, against {reference} for other types on the same sites.',
    ],
    narrative: DEPTH_MEASURED,
    insights: [
      ['Cuts of {who} come to {now}, against {reference} for other types on the same sites.'],
    ],
    recommendations: [
      [
        'If you buy, an offer {now} under the earliest price is within what sellers have taken off themselves.',
        'Buyers: {now} off the earliest price is the median of what sellers of {who} who cut took off themselves.',
      ],
      ['If you sell, leave out the padding: it comes off again.'],
    ],
  },
  down: {
    title: ['When {who} are cut, they are cut by less: {now}'],
    summary: [
      'Sellers of {who} who cut take {now} off their earliest price, against {reference} for other types on the same sites.',
    ],
    narrative: DEPTH_MEASURED,
    insights: [
      ['Cuts of {who} come to {now}, against {reference} for other types on the same sites.'],
    ],
    recommendations: [
      ['If you buy, expect small steps and bargain on extras as well as on price.'],
      ['If you sell, a small step is enough to be seen as a seller who listens.'],
    ],
  },
};

const SAME_YEAR = [
  'Compared are a new and a used unit of the same model and model year, so that age is not in it.',
  'It is the gap within a model and model year, so age has no part in it.',
];

export const GAP: BothWays = {
  metrics: ['New over used, same model year', 'Other types', 'Units counted'],
  highIs: 'neutral',
  up: {
    title: [
      'The gap between new and used is wider for {who}: {now}',
      'For the same model year, new {who} ask {now} over used ones',
    ],
    summary: [
      'Among {who}, new units ask {now} over used ones of the same model year, against {reference} for other types.',
    ],
    narrative: [SAME_YEAR, ['{N} units stand behind it.', 'It rests on {n} units.']],
    insights: [['New over used: {now} for {who}, against {reference} for other types.']],
    recommendations: [
      [
        'If you buy, look at a lightly used unit: it is where the wider gap works for you.',
        'Buyers: see the same model year new and lightly used before you decide.',
      ],
      ['If you bought new, count on that gap the day you sign.'],
    ],
  },
  down: {
    title: [
      'The gap between new and used is narrower for {who}: {now}',
      'For the same model year, new {who} ask {now} over used ones',
    ],
    summary: [
      'Among {who}, new units ask {now} over used ones of the same model year, against {reference} for other types.',
    ],
    narrative: [SAME_YEAR, ['{N} units stand behind it.', 'It rests on {n} units.']],
    insights: [['New over used: {now} for {who}, against {reference} for other types.']],
    recommendations: [
      [
        'If you buy, get an offer for a new unit too before you settle on used.',
        'Buyers: with a gap this narrow, warranty and choice can be worth it.',
      ],
      ['If you sell a young used unit, know that buyers will compare it with new ones.'],
    ],
  },
};

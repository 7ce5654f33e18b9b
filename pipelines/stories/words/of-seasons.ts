import type { Finding } from '../candidate.ts';
import type { Seasonal } from '../facts.ts';
import { count, logPercent, monthName } from './figures.ts';
import type { DataPoint, Words, Wording } from './template.ts';

const EACH_YEAR = [
  'This is the pattern that comes back each year, with the course of the market taken out.',
  'It is what the calendar does each year; the course of the market is taken out.',
];

interface OfSeason {
  wording: Wording;
  metrics: readonly [high: string, low: string, behind: string];
  highIs: DataPoint['impact'];
}

const WORDINGS: Readonly<Record<Seasonal, OfSeason>> = {
  price: {
    metrics: ['Dearest month', 'Cheapest month', 'Monthly readings of listings'],
    highIs: 'positive',
    wording: {
      title: [
        '{Who} are dearest in {high} and cheapest in {low}',
        'The calendar moves asking prices of {who} by {swing}',
        'When to buy {who}: dearest in {high}, cheapest in {low}',
      ],
      summary: [
        'The time of year alone moves asking prices of {who} by {swing}: dearest in {high}, cheapest in {low}.',
        '{Who} are dearest in {high} and cheapest in {low}; the difference is {swing}.',
      ],
      narrative: [
        EACH_YEAR,
        [
          'The mix of units has no part in it, and {n} monthly readings of listings stand behind it.',
          'It was measured on {n} monthly readings of listings, with the mix of units held still.',
        ],
        [
          'The month in which you sign is worth {swing}, whatever the market does beside it.',
          'The month alone will not make a bad deal good, but {swing} pays for many a trip.',
        ],
      ],
      insights: [
        ['{High} is the dearest month for {who}.', '{Who} are dearest in {high}.'],
        ['{Low} is the cheapest month for {who}.', '{Who} are cheapest in {low}.'],
        ['Between those months lies {swing}.', 'The swing between them is {swing}.'],
      ],
      recommendations: [
        [
          'If you can choose when to buy, look around the cheapest month: {low}.',
          'Buyers with time can look beforehand and sign in the cheapest month: {low}.',
        ],
        [
          'If you sell, have the unit ready and listed by the dearest month: {high}.',
          'Sellers: list in good time for {high} as the dearest month; repairs and photographs belong to the months before.',
        ],
      ],
    },
  },
  supply: {
    metrics: ['Month with the most arrivals', 'Month with the fewest', 'Units counted'],
    highIs: 'neutral',
    wording: {
      title: [
        'New listings of {who} peak in {high}',
        'New listings of {who} peak in {high} and are fewest in {low}',
      ],
      summary: [
        'New listings of {who} peak in {high} and are fewest in {low}; the difference is {swing} of the low.',
      ],
      narrative: [
        EACH_YEAR,
        ['{N} new listings stand behind it.', 'It was counted on {n} new listings.'],
      ],
      insights: [['New listings of {who} peak in {high}.'], ['They are fewest in {low}.']],
      recommendations: [
        [
          'If you want choice, begin to look in {high} when the most listings are new.',
          'Buyers: begin to look before {high} brings the most new listings.',
        ],
        ['If you sell, {low} leaves you the fewest rivals among new listings.'],
      ],
    },
  },
  visits: {
    metrics: ['Busiest month', 'Quietest month', 'Visits counted'],
    highIs: 'neutral',
    wording: {
      title: [
        'People look for {who} the most in {high}',
        'Interest in {who} peaks in {high} and is quietest in {low}',
      ],
      summary: [
        'Searches and analyses of {who} peak in {high} and are quietest in {low}; the difference is {swing} of the low.',
      ],
      narrative: [EACH_YEAR, ['{N} visits stand behind it.', 'It was counted on {n} visits.']],
      insights: [
        ['{High} is the busiest month for {who}.'],
        ['{Low} is the quietest month for {who}.'],
      ],
      recommendations: [
        [
          'If you buy, look in the quietest month: in {low} sellers have time for you.',
          'Buyers: {low} is the quietest month, and a good time for an offer.',
        ],
        [
          'If you sell, remember that {high} is the busiest month and have the listing complete by then.',
        ],
      ],
    },
  },
};

export function seasonWords(
  { of, subject, high, low, swing }: Extract<Finding, { kind: 'season' }>,
  { n }: { n: number },
): Words {
  const { wording, metrics, highIs } = WORDINGS[of];
  return {
    wording,
    slots: {
      who: subject.name,
      high: monthName(high),
      low: monthName(low),
      swing: logPercent(swing),
      n: count(n),
    },
    dataPoints: [
      { metric: metrics[0], value: monthName(high), trend: 'none', impact: highIs },
      {
        metric: metrics[1],
        value: monthName(low),
        trend: 'none',
        impact: highIs === 'positive' ? 'negative' : 'neutral',
      },
      { metric: 'Between them', value: logPercent(swing), trend: 'none', impact: 'neutral' },
      { metric: metrics[2], value: count(n), trend: 'none', impact: 'neutral' },
    ],
  };
}

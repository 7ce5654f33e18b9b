import type { Finding } from '../candidate.ts';
import { count, logPercent, monthAndYear, months } from './figures.ts';
import type { Words, Wording } from './template.ts';

type OfKind<Kind extends Finding['kind']> = Extract<Finding, { kind: Kind }>;

const LIKE_FOR_LIKE = [
  'This compares like with like: the mix of models, ages and conditions is held still and the season is taken out.',
  'No average is behind this that moves with whatever happens to be for sale: mix and season are taken out.',
  'The mix of what is for sale cannot have done this, and neither can the season: they are taken out.',
];
const BEHIND = [
  '{N} monthly readings of listings stand behind it, and the true change probably lies between {low} and {high}.',
  'It rests on {n} monthly readings of listings; the true change is probably between {low} and {high}.',
  'With {n} monthly readings of listings the likely range is between {low} and {high}.',
];

const TREND: Record<'up' | 'down', Wording> = {
  up: {
    title: [
      'Asking prices of {who} have climbed {change} in {span}',
      '{Who} are getting dearer: {change} in {span}',
      'Sellers of {who} ask {change} more than {span} ago',
    ],
    summary: [
      'Like for like, asking prices of {who} rose {change} from {from} to {to}.',
      'From {from} to {to} asking prices of {who} went up {change}, mix and season taken out.',
      'The same kind of unit asks {change} more in {to} than in {from}: {who} have become dearer.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND, [
      'Month by month the climb has been steady enough to tell it from chance.',
      'The months point the same way often enough that chance is a poor explanation.',
    ]], // prettier-ignore
    insights: [
      ['Asking prices of {who} rose {change} in {span}.', '{Who} ask {change} more than {span} ago.'],
      ['The rise is probably between {low} and {high}.', 'Likely size of the rise: between {low} and {high}.'],
    ], // prettier-ignore
    recommendations: [
      [
        'If you are about to buy, compare this month’s listings now; waiting has cost buyers of {who} in these {span}.',
        'Buyers: settle what you want and bargain now. Waiting these {span} has not paid.',
        'If you want to buy, do not count on patience alone: in these {span} it has been expensive.',
      ],
      [
        'If you sell, price by this month’s listings and not by what a neighbor got {span} ago.',
        'Sellers: take your asking price from current listings; old ones are {change} behind.',
      ],
    ],
  },
  down: {
    title: [
      'Asking prices of {who} have slipped {change} in {span}',
      '{Who} are getting cheaper: {change} in {span}',
      'Sellers of {who} ask {change} less than {span} ago',
    ],
    summary: [
      'Like for like, asking prices of {who} fell {change} from {from} to {to}.',
      'From {from} to {to} asking prices of {who} went down {change}, mix and season taken out.',
      'The same kind of unit asks {change} less in {to} than in {from}: {who} have become cheaper.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND, [
      'Month by month the decline has been steady enough to tell it from chance.',
      'The months point the same way often enough that chance is a poor explanation.',
    ]], // prettier-ignore
    insights: [
      ['Asking prices of {who} fell {change} in {span}.', '{Who} ask {change} less than {span} ago.'],
      ['The decline is probably between {low} and {high}.', 'Likely size of the decline: between {low} and {high}.'],
    ], // prettier-ignore
    recommendations: [
      [
        'If you want to buy, there is no need to hurry: patience has paid in these {span}.',
        'Buyers: make the {change} your argument when you bargain, and start with units that have stood for long.',
        'If you want to buy, ask when the price was last set; what was right {span} ago is out of date.',
      ],
      [
        'If you sell, price by this month’s listings and not by what a neighbor got {span} ago.',
        'Sellers: an asking price from {span} ago puts buyers off; take yours from current listings.',
      ],
    ],
  },
};
export function trendWords(
  { subject, months: window, first, last, change }: OfKind<'trend'>,
  { n, interval }: { n: number; interval: readonly [number, number] },
): Words {
  const rising = change > 0;
  return {
    wording: TREND[rising ? 'up' : 'down'],
    slots: {
      who: subject.name,
      change: logPercent(change),
      span: months(window),
      from: monthAndYear(first),
      to: monthAndYear(last),
      n: count(n),
      ...range(interval),
    },
    dataPoints: [
      {
        metric: 'Asking prices from {from} to {to}',
        value: logPercent(change),
        trend: rising ? 'up' : 'down',
        impact: rising ? 'positive' : 'negative',
      },
      { metric: 'Monthly readings of listings', value: count(n), trend: 'none', impact: 'neutral' },
    ],
  };
}

const STEP: Record<'up' | 'down', Wording> = {
  up: {
    title: [
      '{Who} went up a step in {month}',
      'Asking prices of {who} jumped {change} in {month}',
      'Since {month}, {who} ask {change} more',
    ],
    summary: [
      'From {month} on, asking prices of {who} stand {change} higher than in the months before.',
      '{Who} moved to a higher level in {month}: {change}, mix and season taken out.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND, [
      'In the months before {month} no steady course of such size shows, nor in those since: it looks like a step and not like a slope.',
      'A straight line through the months from {from} to {to} does not fit them as well as a step in {month}.',
    ]], // prettier-ignore
    insights: [
      ['Asking prices of {who} rose {change} in a step, in {month}.', 'The step in {month}: {change}.'],
      ['The rise is probably between {low} and {high}.', 'Likely size of the rise: between {low} and {high}.'],
    ], // prettier-ignore
    recommendations: [
      [
        'If you buy, leave out listings and sales from before {month} when you compare prices.',
        'Buyers: what {who} asked before {month} is history; compare with listings since.',
      ],
      [
        'If you sell, an asking price set before {month} gives money away: look at it again.',
        'Sellers: set your price anew if it is older than {month}.',
      ],
    ],
  },
  down: {
    title: [
      '{Who} came down a step in {month}',
      'Asking prices of {who} dropped {change} in {month}',
      'Since {month}, {who} ask {change} less',
    ],
    summary: [
      'From {month} on, asking prices of {who} stand {change} lower than in the months before.',
      '{Who} moved to a lower level in {month}: {change}, mix and season taken out.',
    ],
    narrative: [LIKE_FOR_LIKE, BEHIND, [
      'In the months before {month} no steady course of such size shows, nor in those since: it looks like a step and not like a slope.',
      'A straight line through the months from {from} to {to} does not fit them as well as a step in {month}.',
    ]], // prettier-ignore
    insights: [
      ['Asking prices of {who} fell {change} in a step, in {month}.', 'The step in {month}: {change}.'],
      ['The decline is probably between {low} and {high}.', 'Likely size of the decline: between {low} and {high}.'],
    ], // prettier-ignore
    recommendations: [
      [
        'If you buy, refuse comparisons with listings from before {month}; the market has moved.',
        'Buyers: a unit still priced as before {month} is worth an offer {change} under it.',
      ],
      [
        'If you sell and your price is older than {month}, set it anew before buyers pass on.',
        'Sellers: compare with listings since {month} only.',
      ],
    ],
  },
};

export function stepWords(
  { subject, first, last, month, change }: OfKind<'step'>,
  { n, interval }: { n: number; interval: readonly [number, number] },
): Words {
  const rising = change > 0;
  return {
    wording: STEP[rising ? 'up' : 'down'],
    slots: {
      who: subject.name,
      change: logPercent(change),
      month: monthAndYear(month),
      from: monthAndYear(first),
      to: monthAndYear(last),
      n: count(n),
      ...range(interval),
    },
    dataPoints: [
      {
        metric: 'Asking prices since {month}',
        value: logPercent(change),
        trend: rising ? 'up' : 'down',
        impact: rising ? 'positive' : 'negative',
      },
      { metric: 'Monthly readings of listings', value: count(n), trend: 'none', impact: 'neutral' },
    ],
  };
}

/** The bounds of a change that does not span 0, the smaller first. */
function range([one, other]: readonly [number, number]): { low: string; high: string } {
  const bounds = [one, other].toSorted((a, b) => Math.abs(a) - Math.abs(b));
  return { low: logPercent(bounds[0] ?? 0), high: logPercent(bounds[1] ?? 0) };
}

import type { Comparison, Measure } from '../facts.ts';
import { MEASURE_RULES } from '../measures.ts';
import { count, days, logPercent, monthAndYear, percent, points } from './figures.ts';
import type { DataPoint, Slots, Words, Wording } from './template.ts';
import { APPETITE, INTEREST, PAID, PAID_FOR_TYPE, POPULAR, VISITS } from './wording-of-buyers.ts';
import { CUT_DEPTH, CUTS, DAYS, DAYS_OF_NEW, GAP } from './wording-of-pricing.ts';
import {
  DAYS_IN_REGION,
  REGION,
  REGISTERED,
  SUPPLY,
  SUPPLY_IN_REGION,
} from './wording-of-supply.ts';

/** How it is said that the figure is higher than its reference, and lower. */
export interface BothWays {
  up: Wording;
  down: Wording;
  /** What the figure, its reference and the number behind it are called; empty where that is not told beside it. */
  metrics: readonly [now: string, reference: string, counted: string];
  /** What is added to a figure beside which no reference stands: on which side of it the figure lies. */
  sides?: readonly [up: string, down: string];
  /** Whether the reference is the same a year before. */
  isOverTime?: true;
  /** Whether the higher figure speaks for values that hold, against it, or for neither. */
  highIs: DataPoint['impact'];
}

const WORDINGS: Readonly<Record<Measure, BothWays>> = {
  days: DAYS,
  'days-of-new': DAYS_OF_NEW,
  'days-in-region': DAYS_IN_REGION,
  cuts: CUTS,
  'cut-depth': CUT_DEPTH,
  gap: GAP,
  region: REGION,
  supply: SUPPLY,
  'supply-in-region': SUPPLY_IN_REGION,
  registered: REGISTERED,
  interest: INTEREST,
  popular: POPULAR,
  appetite: APPETITE,
  visits: VISITS,
  paid: PAID,
  'paid-for-type': PAID_FOR_TYPE,
};

export function comparisonWords(of: Comparison): Words {
  const { measure, subject, region, condition, other, through, now, reference } = of;
  const { metrics, sides, isOverTime = false, highIs, ...ways } = WORDINGS[measure];
  const isUp = now.value > reference.value;
  const scaled = figures(of);
  const slots: Slots = {
    who: subject.name,
    which: condition === undefined ? subject.name : `${condition} ${subject.name}`,
    n: count(now.n),
    ...(region && { region: region.name }),
    ...(condition && { condition }),
    ...(other && { other: other.name }),
    ...(through !== undefined && { through: monthAndYear(through) }),
    ...scaled,
  };
  const impact = highIs === 'neutral' || isUp ? highIs : OPPOSITE[highIs];
  const arrow = isUp ? 'up' : 'down';
  const [figure, compared, counted] = metrics;
  const side = sides?.[isUp ? 0 : 1];
  const value = [scaled['now'], side].filter(Boolean).join(' ');
  const dataPoints: DataPoint[] = [
    { metric: figure, value, trend: isOverTime ? arrow : 'none', impact },
    { metric: compared, value: scaled['reference'] ?? '', trend: 'none', impact: 'neutral' },
    { metric: counted, value: slots['n'] ?? '', trend: 'none', impact: 'neutral' },
  ];
  return {
    wording: ways[arrow],
    slots,
    dataPoints: dataPoints.filter(({ metric }) => metric !== ''),
  };
}

const OPPOSITE = { positive: 'negative', negative: 'positive', neutral: 'neutral' } as const;

/** The figure, the reference and the difference, as each measure's scale has them told. */
function figures({ measure, now, reference }: Comparison): Slots {
  const change = now.value - reference.value;
  const { figure, difference } = TOLD[MEASURE_RULES[measure].scale];
  return {
    now: figure(now.value),
    reference: figure(reference.value),
    change: difference(change),
  };
}

const TOLD = {
  days: { figure: (value: number) => days(Math.exp(value)), difference: logPercent },
  count: { figure: (value: number) => count(Math.exp(value)), difference: logPercent },
  ratio: { figure: logPercent, difference: logPercent },
  share: { figure: percent, difference: points },
} as const;

import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import type { DecisionInputs } from './inputs.ts';

const VALUE = 30_000;
/** Log prices even between 40% below and 40% above, so that shares are easy to tell. */
const HALF = 0.4;

const asked = (askingPrice: number, change: Partial<DecisionInputs> = {}) =>
  decide({
    askingPrice,
    value: VALUE,
    range: { low: 21_700, high: 41_400 },
    prices: {
      shareBelow: (price) =>
        Math.min(1, Math.max(0, (Math.log(price / VALUE) + HALF) / (2 * HALF))),
      priceAt: (share) => VALUE * Math.exp(2 * HALF * share - HALF),
    },
    confidence: 0.8,
    comparables: 8,
    firstYearLoss: 9.2,
    market: {},
    ...change,
  });

describe('a buying decision', () => {
  it.each([
    [
      24_000,
      'buy_now',
      '$24,000 is $6,000 (20.0%) below our estimate of $30,000; 22% of RVs like it ask less.',
    ],
    [30_000, 'negotiate', '$30,000 is our estimate; 50% of RVs like it ask less.'],
    [
      38_000,
      'wait',
      '$38,000 is $8,000 (26.7%) above our estimate of $30,000; 80% of RVs like it ask less.',
    ],
    [
      45_000,
      'avoid',
      '$45,000 is $15,000 (50.0%) above our estimate of $30,000; more than 99% of RVs like it ask less.',
    ],
  ])('says where %i stands and what to do: %s', (price, recommendation, position) => {
    const answer = asked(price);
    expect(answer.overallRecommendation).toBe(recommendation);
    expect(answer.reasons[0]).toBe(position);
    expect(answer.abstained).toBe(false);
  });

  it('names the prices at which it would be another', () => {
    const answer = asked(30_000);
    expect(answer.flipPrices).toEqual({ buyNow: 27_700, negotiate: 35_200, wait: 41_400 });
    expect(answer.reasons[1]).toBe(
      'Negotiate: from $27,700 down it is a price to take, above $35,200 better wait.',
    );
  });

  it('says the estimate and its range in steps that fit the range, the asked price as it is', () => {
    const rv = { value: 30_170, range: { low: 21_733, high: 41_421 } };
    expect(asked(33_333, rv).reasons[0]).toMatch(
      /^\$33,333 is \$3,133 \(10\.4%\) above our estimate of \$30,200;/,
    );
    expect(asked(30_170, rv).reasons[0]).toMatch(/^\$30,170 is about our estimate of \$30,200; /);
    expect(asked(310, rv).reasons[0]).toContain('usually ask $21,700 to $41,400');
  });

  it.each([
    [
      78_195,
      { value: 78_770, range: { low: 57_000, high: 108_000 } },
      '$78,195 is $805 (1.0%) below our estimate of $79,000;',
    ],
    [
      130_000,
      { value: 11_110, range: { low: 9_000, high: 14_900 } },
      '$130,000 is $118,900 (1,071.2%) above our estimate of $11,100;',
    ],
  ])('says of %i what percent the dollars beside it are of the estimate beside it', (...of) => {
    const [price, rv, position] = of;
    expect(asked(price, rv).reasons.find((reason) => reason.includes(position))).toBeDefined();
  });

  it('writes what the first year takes as the figure beside it is written', () => {
    expect(asked(30_000, { firstYearLoss: 29 }).reasons.at(-1)).toBe(
      'Its value is expected to fall by 29.0% in the first year.',
    );
  });

  it('asks why where hardly any ask so little', () => {
    expect(asked(20_500).reasons.join(' ')).toContain('ask why');
  });

  it.each([
    [3_100, 'far_below', 'A zero may be missing: was $31,000 meant?'],
    [310, 'far_below', 'Two zeros may be missing: was $31,000 meant?'],
    [199, 'far_below', 'It reads like a monthly payment or a deposit.'],
    [1, 'far_below', 'a deposit, a wreck or a scam: pay nothing before you have seen the RV'],
    [310_000, 'far_above', 'A zero may be too many: was $31,000 meant?'],
    [999_999, 'far_above', 'Check the price, the model and the year for a typing mistake.'],
  ])('says of %i that it is not believable', (price, outcome, words) => {
    const answer = asked(price);
    expect(answer.priceCheck.outcome).toBe(outcome);
    expect(answer.priceCheck.message).toContain(words);
    expect(answer.reasons[0]).toBe(answer.priceCheck.message);
  });

  it('advises to take what is far too cheap only if it is true', () => {
    const { overallRecommendation, reasons } = asked(3_100);
    expect(overallRecommendation).toBe('buy_now');
    expect(reasons[2]).toBe(
      'Only if the price turns out to be true is it one to take, as any up to $27,700 is.',
    );
  });

  it('says of a value that does not fall that it holds', () => {
    expect(asked(30_000, { firstYearLoss: 0 }).reasons.at(-1)).toBe(
      'Its value is expected to hold in the first year.',
    );
  });

  it('gives no judgement on a single comparable, and says why', () => {
    const answer = asked(24_000, { comparables: 1 });
    expect(answer).toMatchObject({ abstained: true, overallRecommendation: 'wait' });
    expect(answer.reasons[0]).toBe('$24,000 is $6,000 (20.0%) below our estimate of $30,000.');
    expect(answer.reasons[1]).toBe(
      'Only one listing is near enough to compare with, and a judgement of the price needs 3. Wait until there are more, or have it appraised.',
    );
  });

  it('says no share of others where there are too few, and the power is the same', () => {
    const few = { comparables: 2 };
    expect(asked(30_000, few).reasons[0]).toBe('$30,000 is our estimate.');
    const { negotiatingPower, factors } = asked(20_500, few);
    expect(factors[0]).toMatchObject({
      known: true,
      detail: 'Against our estimate alone: too few are near enough to compare with.',
    });
    expect(negotiatingPower).toBe(asked(20_500).negotiatingPower);
    expect(asked(20_500, few).reasons).toContain(
      'For so little, ask why, and look for damage, leaks and a clean title.',
    );
  });

  it('says of what the market does not tell that it is not known', () => {
    const { factors, seasonalTiming, inventoryLevels } = asked(30_000);
    expect(factors.map(({ known }) => known)).toEqual([true, false, false, false, false]);
    expect(factors[1]).toMatchObject({ detail: 'Not known yet.', points: 0 });
    expect({ seasonalTiming, inventoryLevels }).toEqual({
      seasonalTiming: 'good',
      inventoryLevels: 'unknown',
    });
  });
});

describe('a market that favours buyers', () => {
  const market: DecisionInputs['market'] = {
    daysOnMarket: { now: 120, usual: 80, condition: 'used', where: 'in the South' },
    priceCuts: { now: 0.4, usual: 0.3, depth: 0.06 },
    supply: { now: 412, change: 0.25, se: 0.05, against: 'year', where: 'in the South' },
    season: {
      month: 11,
      value: [-0.01, 0, 0.01, 0.02, 0.02, 0.01, 0, 0, -0.01, -0.02, -0.02, -0.03],
      waveSe: [0.001, 0.001],
    },
  };

  it('shows each part of the negotiating power', () => {
    const { negotiatingPower, factors, seasonalTiming, inventoryLevels } = asked(30_000, {
      market,
    });
    expect(factors.map(({ label, points, pointsMax }) => [label, points, pointsMax])).toEqual([
      ['Price position', 2, 4],
      ['Days on market of such RVs', 1.6, 2],
      ['Price cuts', 1.1, 1.5],
      ['Supply', 1, 1.5],
      ['Season', 0.8, 1],
    ]);
    expect(negotiatingPower).toBe(6.5);
    expect({ seasonalTiming, inventoryLevels }).toEqual({
      seasonalTiming: 'optimal',
      inventoryLevels: 'high',
    });
    expect(factors.map(({ detail }) => detail)).toEqual([
      '50% of RVs like it ask less.',
      'Half of such RVs have been on offer for 120 days or more in the South; for used RVs of all types it is 80.',
      'Of RVs of the type whose price was seen again 40% had it cut, usually by 6%; of all RVs on the same sites it is 30%.',
      '412 RVs of the type, new and used, are on offer in the South, 28% more than a year ago.',
      'December is usually the cheapest month for the type, 1% below November.',
    ]);
  });

  it('calls supply high only where that is sure', () => {
    const supply = { now: 40, change: 0.25, against: 'share', where: 'in the South' } as const;
    const levels = [0.1, 0.16].map(
      (se) => asked(30_000, { market: { supply: { ...supply, se } } }).inventoryLevels,
    );
    expect(levels).toEqual(['high', 'normal']);
  });

  it('asks more of a price to be taken as it is, and makes bargaining worth while further up', () => {
    const { season: _, ...withoutSeason } = market;
    const usual = asked(30_000).flipPrices;
    const favourable = asked(30_000, { market: withoutSeason }).flipPrices;
    expect(favourable.buyNow).toBeLessThan(usual.buyNow ?? 0);
    expect(favourable.negotiate).toBeGreaterThan(usual.negotiate ?? 0);
  });

  it('does not send anyone to a month that saves next to nothing', () => {
    const season = market.season && { ...market.season, month: 12 };
    expect(asked(30_000, { market: season ? { season } : {} }).reasons).toContain(
      'December is usually one of the cheapest months for the type.',
    );
  });

  it.each([
    ['chance', { waveSe: [0.02, 0.02] as const }],
    [
      'what a few dealers do',
      { waveSe: [0.001, 0.001] as const, dealers: { equal: 6, waveSe: [0.02, 0.02] as const } },
    ],
  ])('takes a season that could be %s for none, as the market analysis does', (_, errors) => {
    const season = { month: 11, value: market.season?.value ?? [], ...errors };
    const { seasonalTiming, factors } = asked(30_000, { market: { season } });
    expect(seasonalTiming).toBe('good');
    expect(factors[4]?.detail).toContain('do not clearly change with the season');
  });
});

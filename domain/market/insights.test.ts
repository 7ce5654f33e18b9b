import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { negotiationTips } from './negotiation.ts';
import { overallTrends } from './overall.ts';
import { seasonalTrends } from './seasons.ts';
import { summaryOf } from './summary.ts';
import { all, byType, facts, NO_SEGMENTS, NOTHING, overall, wave } from './testing/facts.ts';
import { timingSignals } from './timing-signals.ts';

describe('seasonal trends', () => {
  it('are cheap, quiet and short of supply in fall, dear and sought after in spring', () => {
    const [winter, spring, summer, fall] = seasonalTrends(facts());
    expect(spring).toMatchObject({ demandLevel: 'high', inventoryLevel: 'abundant' });
    expect(spring?.priceAdvantage).toBeLessThan(-2);
    expect(fall).toMatchObject({ demandLevel: 'low', inventoryLevel: 'limited' });
    expect(fall?.priceAdvantage).toBeGreaterThan(2);
    expect(fall?.recommendation).toMatch(/^Buy in this part of the year/);
    expect(spring?.recommendation).toMatch(/^Sell in this part of the year/);
    expect([winter?.period, summer?.period]).toEqual([
      'Winter (December to February)',
      'Summer (June to August)',
    ]);
  });

  it('are not told where prices are too young, as if there were no advantage, nor where nothing is known', () => {
    const young = facts();
    for (const series of young.index.series) series.season = null;
    expect(seasonalTrends(young)).toEqual([]);
    expect(seasonalTrends(NOTHING)).toEqual([]);
  });
});

describe('timing signals', () => {
  it('name each sign with its size and how strong it is', () => {
    const signals = timingSignals(facts(), 9);
    expect(signals.map(({ signal, strength }) => `${signal}: ${strength}`)).toEqual([
      'Asking prices against a year ago: moderate',
      'Supply against a year ago: strong',
      'Days on the market: moderate',
      'Price cuts: strong',
      'Season: strong',
    ]);
    expect(signals[0]?.impact).toBe('-4% like for like (give or take 2%)');
    expect(signals[1]?.impact).toBe('20% more units on offer, 1,200 now');
    expect(signals[3]?.impact).toBe(
      '25% of units whose price was seen again cut it, by 5% a time in the median',
    );
    expect(signals[4]?.actionRecommendation).toBe(
      'This is the cheapest part of the year: buy now rather than from March to May.',
    );
  });

  it('send nobody in the cheapest spring away to a dearer season', () => {
    const market = facts();
    for (const series of market.index.series) series.season = wave(-0.03, 3, 0.004);
    expect(timingSignals(market, 3).at(-1)?.actionRecommendation).toBe(
      'This is the cheapest part of the year: buy now rather than from September to November.',
    );
  });

  it('give no direction to what rounds to no change', () => {
    const still = facts({ value: -0.0002, se: 0.01 });
    for (const series of still.supply.series) series.yearChange = { value: 0.0002, se: 0.03 };
    const impacts = timingSignals(still, 6).map(({ impact }) => impact);
    expect(impacts[0]).toBe('0% like for like (give or take 2%)');
    expect(impacts[1]).toBe('As many units on offer, 1,200 now, within the error');
    expect(impacts.at(-1)).toBe("July is at the year's average");
  });

  it('are left out where the market has no data for them', () => {
    expect(timingSignals(NOTHING, 0)).toEqual([]);
  });

  it('say when few look where no season of prices is known yet, and nothing of what is not known either', () => {
    const young = facts();
    for (const series of young.index.series) series.season = null;
    const seasonIn = (month: number) => timingSignals(young, month).at(-1);
    expect(seasonIn(9)).toEqual({
      signal: 'Season of buyers',
      strength: 'weak',
      impact: 'Fewest look from September to November, most from March to May',
      actionRecommendation:
        'Few others look now: an offer meets little competition. Whether prices follow cannot be told yet.',
    });
    expect(seasonIn(3)?.actionRecommendation).toBe(
      'An offer meets least competition from September to November. Whether prices follow cannot be told yet.',
    );
    for (const series of young.demand.series) series.season = wave(0.4, 3, 0.5);
    expect(seasonIn(9)?.signal).toBe('Price cuts');
  });

  it('call a change of supply within its error weak, and no reason to hurry or to wait', () => {
    const market = facts();
    for (const series of market.supply.series) {
      series.now = 30;
      series.yearChange = { value: Math.log(1.5), se: 0.29 };
    }
    const supply = timingSignals(market, 9).find(({ signal }) => signal.startsWith('Supply'));
    expect(supply).toEqual({
      signal: 'Supply against a year ago',
      strength: 'weak',
      impact: '50% more units on offer, 30 now, within the error',
      actionRecommendation:
        'Whether there is more or less to choose from cannot be told: supply is no reason to wait.',
    });
  });

  it('never call a change that is within its error more than weak', () => {
    const se = fc.double({ min: 0, max: 0.3, noNaN: true });
    const errors = fc.double({ min: -1.96, max: 1.96, noNaN: true });
    fc.assert(
      fc.property(se, errors, (size, away) => {
        const [prices] = timingSignals(facts({ value: away * size, se: size }), 0);
        expect(prices?.strength).toBe('weak');
      }),
    );
  });
});

describe('negotiation tips', () => {
  it('take the savings from what prices came down by', () => {
    const tips = negotiationTips({ market: facts(), byType });
    expect(tips[0]).toMatchObject({
      strategy: 'Start 12% below the price first asked, and let the seller come up.',
      expectedSavings:
        '$1,600 to $4,800 on a unit at $40,000 (4% to 12%), where the price comes down',
      keyFactor:
        '250 of 1,000 units whose price was seen again cut it; of those that ask less than at first, half came down by 8% or more',
    });
    expect(tips.at(-1)?.expectedSavings).toBe('20% of what the new one asks');
  });

  it('count a type by its units that came down, not by those raised again', () => {
    const market = facts();
    const gap = { p25: 0.11, median: 0.15, p75: 0.19 };
    const cuts = { units: 300, withCut: 60, medianCut: 0.1 };
    market.priceCuts.push(
      { type: 'pop-up', ...cuts, cameDown: 20, gap, deeper: { value: 0.07, se: 0.01 } },
      {
        type: 'class-a',
        ...cuts,
        cameDown: 50,
        gap: { p25: 0.04, median: 0.08, p75: 0.12 },
        deeper: { value: 0, se: 0.01 },
      },
    );
    const tips = () =>
      negotiationTips({ market, byType }).find(({ phase }) => phase === 'Comparing types');
    expect(tips()).toBeUndefined();
    for (const one of market.priceCuts) if (one.type === 'pop-up') one.cameDown = 40;
    expect(tips()?.keyFactor).toMatch(/^Price cuts of 40 units/);
  });

  it('name a type that comes down most only where its dealers bear it out beyond chance', () => {
    const phasesAt = (median: number, se: number | null) => {
      const market = facts();
      market.priceCuts.push(
        {
          type: 'pop-up',
          units: 300,
          withCut: 60,
          cameDown: 60,
          medianCut: median,
          gap: { p25: median - 0.04, median, p75: median + 0.04 },
          deeper: se === null ? null : { value: median - 0.08, se },
        },
        {
          type: 'class-a',
          units: 300,
          withCut: 60,
          cameDown: 60,
          medianCut: 0.08,
          gap: { p25: 0.04, median: 0.08, p75: 0.12 },
          deeper: { value: 0, se: 0.005 },
        },
      );
      return negotiationTips({ market, byType }).map(({ phase }) => phase);
    };
    expect(phasesAt(0.15, 0.01)).toContain('Comparing types');
    expect(phasesAt(0.09, 0.01)).not.toContain('Comparing types');
    // Nearly all of one dealer, who cuts whatever it has.
    for (const se of [0.06, null]) expect(phasesAt(0.15, se)).not.toContain('Comparing types');
  });

  it('are none where no price was seen to come down', () => {
    expect(negotiationTips({ market: NOTHING, byType: [] })).toEqual([]);
  });
});

describe('a handful of units', () => {
  it('says nothing of days, of cuts or of whose market it is', () => {
    const market = facts();
    market.daysOnMarket = [
      { ...all, onOffer: { units: 29, p25: 18, median: 18, p75: 18 }, gone: null },
    ];
    const [cuts] = market.priceCuts;
    market.priceCuts = cuts ? [{ ...cuts, units: 29, withCut: 9, cameDown: 9 }] : [];
    expect(timingSignals(market, 9).map(({ signal }) => signal)).toEqual([
      'Asking prices against a year ago',
      'Supply against a year ago',
      'Season',
    ]);
    expect(negotiationTips({ market, byType })).toEqual([]);
    const { marketConditions, investmentAdvice } = overall(market);
    expect(marketConditions).not.toMatch(/have stood|cut it/);
    expect(investmentAdvice.join()).not.toContain('first price');
    const valuation = { types: [] } as never;
    expect(summaryOf({ valuation, market }).marketCondition).toBeNull();
  });

  it('tells no age to buy at', () => {
    const types = [{ id: 'travel-trailer', units: 900 }];
    const typeNodes = { curves: new Float32Array(2), usedUnits: Int32Array.of(19) };
    const valuation = { knots: [0, 30], types, typeNodes } as never;
    expect(summaryOf({ valuation, market: NOTHING }).sweetSpot).toBeNull();
  });

  it('is counted in words that fit', () => {
    const one = { market: NOTHING, totals: { currentUnits: 1 } as never };
    expect(overallTrends(one, NO_SEGMENTS, (id) => id).marketConditions).toMatch(
      /^1 unit is on offer\./,
    );
  });
});

describe('the type to bargain hardest for', () => {
  it('is not said to come down furthest where another may come down as far', () => {
    const market = facts();
    const [whole] = market.priceCuts;
    const cut = (type: 'pop-up' | 'class-a', median: number) => ({
      ...(whole ?? { units: 0, withCut: 0, medianCut: 0 }),
      type,
      cameDown: 200,
      gap: { p25: median - 0.02, median, p75: median + 0.02 },
      deeper: { value: median - 0.08, se: 0.002 },
    });
    const told = (second: number) => {
      market.priceCuts = [...facts().priceCuts, cut('pop-up', 0.13), cut('class-a', second)];
      return negotiationTips({ market, byType }).find(({ phase }) => phase === 'Comparing types')
        ?.strategy;
    };
    expect(told(0.08)).toBe('Bargain hardest for a Pop-Up Camper: no type comes down further.');
    expect(told(0.129)).toBe(
      'Bargain harder for a Pop-Up Camper than for others: it comes down further than most types.',
    );
  });
});

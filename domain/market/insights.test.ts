import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { depreciationByType } from './analytics.ts';
import { negotiationTips } from './negotiation.ts';
import { overallTrends } from './overall.ts';
import { seasonalTrends } from './seasons.ts';
import { summaryOf } from './summary.ts';
import { timingSignals } from './timing-signals.ts';

const MONTHS = 24;
const all = { type: 'all', region: 'all', condition: 'all' } as const;
const wave = (size: number, top: number, se: number) => ({
  value: Array.from(
    { length: 12 },
    (_, month) => size * Math.cos((2 * Math.PI * (month - top)) / 12),
  ),
  se: Array.from({ length: 12 }, () => se),
  waveSe: [se, se] as [number, number],
});

/** A market in which everything was measured: prices 4% lower than a year ago, cheapest in October. */
function facts(change: { value: number; se: number } = { value: -0.04, se: 0.01 }): MarketFacts {
  const zeros = new Float32Array(MONTHS);
  const counts = new Int32Array(MONTHS);
  // The running month and two years before it.
  const visits = new Int32Array(25).fill(16);
  return {
    index: {
      firstMonth: 660,
      months: MONTHS,
      series: [
        {
          type: 'all',
          n: counts,
          raw: zeros,
          rawSe: zeros,
          level: zeros,
          levelSe: zeros,
          season: wave(0.03, 3, 0.004),
          yearChange: change,
        },
      ],
      regions: [],
      newPremium: [
        { type: 'travel-trailer', newUnits: 900, usedUnits: 300, value: Math.log(1.25), se: 0.01 },
      ],
    },
    supply: {
      firstMonth: 660,
      months: MONTHS,
      coverage: zeros,
      series: [
        {
          ...all,
          firstSeen: counts,
          onOffer: counts,
          now: 1_200,
          yearChange: { value: Math.log(1.2), se: 0.03 },
          season: wave(0.1, 3, 0.02),
        },
      ],
    },
    priceCuts: [
      {
        type: 'all',
        units: 1_000,
        withCut: 250,
        cameDown: 250,
        medianCut: 0.05,
        gap: { p25: 0.04, median: 0.08, p75: 0.12 },
      },
    ],
    daysOnMarket: [
      { ...all, onOffer: { units: 1_200, p25: 40, median: 100, p75: 210 }, gone: null },
    ],
    demand: {
      firstMonth: 659,
      months: visits.length,
      series: [{ type: 'all', searches: visits, analyses: visits, season: wave(0.4, 3, 0.05) }],
      makes: [
        { makeId: 'jayco', searches: 200, analyses: 100, visitsBefore: 100 },
        { makeId: 'winnebago', searches: 60, analyses: 40, visitsBefore: 100 },
        { makeId: 'keystone', searches: 60, analyses: 40, visitsBefore: 100 },
      ],
    },
  };
}
const NOTHING: MarketFacts = {
  index: { firstMonth: 0, months: 0, series: [], regions: [], newPremium: [] },
  supply: { firstMonth: 0, months: 0, coverage: new Float32Array(0), series: [] },
  priceCuts: [],
  daysOnMarket: [],
  demand: { firstMonth: 0, months: 0, series: [], makes: [] },
};
const byType = [{ key: 'travel-trailer', units: 1_200, listedUnits: 1_000, medianPrice: 40_000 }];
const NO_SEGMENTS = {
  byType: [],
  byMake: [],
  byModel: [],
  ofTypes: { bestPerformers: [], worstPerformers: [] },
};
const overall = (market: MarketFacts, currentUnits = 1_200) =>
  overallTrends({ market, totals: { currentUnits } as never }, NO_SEGMENTS, (id) => id);

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

  it('say that none can be told where prices are too young, and nothing where nothing is known', () => {
    const young = facts();
    for (const series of young.index.series) series.season = null;
    for (const { priceAdvantage, recommendation } of seasonalTrends(young)) {
      expect(priceAdvantage).toBe(0);
      expect(recommendation).toMatch(/^Less than two years/);
    }
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

  it('are left out where the market has no data for them', () => {
    expect(timingSignals(NOTHING, 0)).toEqual([]);
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
      { type: 'pop-up', ...cuts, cameDown: 20, gap },
      { type: 'class-a', ...cuts, cameDown: 50, gap: { p25: 0.04, median: 0.08, p75: 0.12 } },
    );
    const tips = () =>
      negotiationTips({ market, byType }).find(({ phase }) => phase === 'Comparing types');
    expect(tips()).toBeUndefined();
    for (const one of market.priceCuts) if (one.type === 'pop-up') one.cameDown = 40;
    expect(tips()?.keyFactor).toMatch(/^Price cuts of 40 units/);
  });

  it('name a type that comes down most only where it does beyond chance', () => {
    const phasesAt = (median: number) => {
      const market = facts();
      market.priceCuts.push(
        {
          type: 'pop-up',
          units: 300,
          withCut: 60,
          cameDown: 60,
          medianCut: median,
          gap: { p25: median - 0.04, median, p75: median + 0.04 },
        },
        {
          type: 'class-a',
          units: 300,
          withCut: 60,
          cameDown: 60,
          medianCut: 0.08,
          gap: { p25: 0.04, median: 0.08, p75: 0.12 },
        },
      );
      return negotiationTips({ market, byType }).map(({ phase }) => phase);
    };
    expect(phasesAt(0.15)).toContain('Comparing types');
    expect(phasesAt(0.09)).not.toContain('Comparing types');
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

  it('tells no depreciation of its type, nor an age to buy at', () => {
    const valuation = { types: [{ id: 'travel-trailer', units: 19 }] } as never;
    expect(depreciationByType({ valuation }, 5)).toEqual([]);
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

describe('what holds of the market as a whole', () => {
  it('says by how much prices moved, and who is sought after beyond chance', () => {
    const { emergingTrends, marketConditions } = overall(facts());
    expect(emergingTrends).toEqual([
      'All types (like for like, asking prices fell by 4% over the last year)',
      'jayco (share of searches and analyses up 80% on the year before)',
      'jayco (most searched and analyzed over the last year: 300 times)',
      'Travel Trailer (new units ask 25% more than used ones of the same model year, the widest gap of all types)',
    ]);
    expect(marketConditions).toBe(
      '1,200 units are on offer. Like for like, asking prices fell by 4% in a year, give or take 2%. Half of the units have stood for 100 days or more. Of those whose price was seen again, 25% cut it.',
    );
  });

  it('names the few whose days are known where most units have none', () => {
    const market = facts();
    for (const { onOffer } of market.daysOnMarket) if (onOffer) onOffer.units = 82;
    market.supply.series.forEach((series) => (series.now = 15_893));
    expect(overall(market, 15_893).marketConditions).toContain(
      'Going by the 82 units whose first day is known, half have stood for 100 days or more.',
    );
    const days = timingSignals(market, 9).find(({ signal }) => signal === 'Days on the market');
    expect(days?.impact).toBe(
      'Going by the 82 units whose first day is known, half have stood for 100 days or more, a quarter for 210',
    );
    const standing = negotiationTips({ market, byType }).find(
      ({ phase }) => phase === 'Choosing the unit',
    );
    // They stand for the others as little as they are: no strong signal, and no market judged by them.
    expect(days?.strength).toBe('weak');
    expect(days?.actionRecommendation).not.toContain('quickly');
    const valuation = { types: [] } as never;
    expect(summaryOf({ valuation, market }).marketCondition).toBeNull();
    expect(standing?.keyFactor).toBe(
      'A quarter of the 82 units on offer whose first day is known has stood that long',
    );
  });

  it('tells what buyers paid, who shared it and are enough', () => {
    const paid = (contributors: number, value = -0.06): MarketFacts => ({
      ...facts(),
      purchases: [{ type: ALL, contributors, value, se: 0.005 }],
    });
    const tipOf = (market: MarketFacts) =>
      negotiationTips({ market, byType }).find(({ phase }) => phase === 'Agreeing on a price');
    expect(tipOf(paid(120))).toEqual({
      phase: 'Agreeing on a price',
      strategy:
        'Expect to sign about 6% below the asking price; how far below differs from unit to unit.',
      expectedSavings: '$2,300 on a unit at $40,000 (6%)',
      keyFactor: 'What 120 buyers who shared their purchase paid, against what was asked',
    });
    for (const market of [paid(29), paid(120, 0.01), facts()])
      expect(tipOf(market)).toBeUndefined();
  });

  it('calls no type the best at holding value: the first is so by what it keeps at least', () => {
    const first = { segment: 'Truck Camper', averageDepreciationRate: 15.4 } as never;
    const next = { segment: 'Class C Motorhome', averageDepreciationRate: 15.1 } as never;
    const adviceOf = (byType: never[]) => {
      const totals = { currentUnits: 1_200 } as never;
      const segments = { ...NO_SEGMENTS, byType, byModel: byType };
      return overallTrends({ market: facts(), totals }, segments, (id) => id).investmentAdvice;
    };
    // Who is alone comes first of nobody.
    expect(adviceOf([first]).filter((advice) => advice.includes('comes first'))).toEqual([]);
    expect(adviceOf([first, next])[0]).toBe(
      'Of the types Truck Camper comes first by what it keeps at least: it probably loses 15% of the new price in 5 years.',
    );
  });

  it('says nothing of days where half of the units came just now', () => {
    const market = facts();
    for (const { onOffer } of market.daysOnMarket) if (onOffer) onOffer.median = 0;
    expect(overall(market).marketConditions).not.toMatch(/have stood/);
  });

  it('says of no make that it gained on a year of which one month was seen', () => {
    const market = facts();
    const gain = /share of searches and analyses up/;
    expect(overall(market).emergingTrends.join()).toMatch(gain);
    for (const { searches, analyses } of market.demand.series)
      for (const counts of [searches, analyses]) counts.fill(0, 0, 11);
    expect(overall(market).emergingTrends.join()).not.toMatch(gain);
  });

  it('calls no make the most searched for that shares the place, or was hardly looked for', () => {
    const told = (...visits: number[]) => {
      const market = facts();
      market.demand.makes = visits.map((searches, at) => ({
        makeId: `make-${at}`,
        searches,
        analyses: 0,
        visitsBefore: 0,
      }));
      return overall(market).emergingTrends.join();
    };
    expect(told(49, 48)).toContain('make-0 (most searched and analyzed');
    expect(told(49, 49)).not.toContain('most searched');
    expect(told(1)).not.toContain('most searched');
  });

  it('calls no gap the widest that another may be as wide as', () => {
    const told = (second: number) => {
      const market = facts();
      const usual = { newUnits: 900, usedUnits: 300, se: 0.03 };
      market.index.newPremium = [
        { type: 'class-a', ...usual, value: 0.12 },
        { type: 'class-b', ...usual, value: second },
      ];
      return overall(market).emergingTrends.join();
    };
    expect(told(0.01)).toMatch(/Class A.*13% more than used ones.*, the widest gap of all types/);
    expect(told(0.1)).toMatch(/Class A.*13% more than used ones of the same model year\)/);
  });

  it('does not call unchanged what it cannot tell', () => {
    expect(overall(facts({ value: 0.01, se: 0.01 })).marketConditions).toContain(
      'asking prices did not clearly change over the last year: +1%, give or take 2%.',
    );
    const { marketConditions, emergingTrends } = overall(facts({ value: 0.025, se: 0.014 }));
    expect(marketConditions).toContain('+3%, give or take 3%');
    expect(emergingTrends[0]).toContain('+3%, give or take 3%');
    const wide = facts({ value: 0.02, se: 0.05 });
    expect(overall(wide).marketConditions).toContain(
      'Whether asking prices changed over the last year cannot be told yet',
    );
    expect(overall(wide).emergingTrends.join()).not.toContain('All types');
    expect(timingSignals(wide, 9)[0]?.actionRecommendation).toBe(
      'Whether prices rise or fall cannot be told yet: choose by the unit, not by the trend.',
    );
  });

  it('is a buyer’s market where prices fall, supply grows and units stand', () => {
    const valuation = { types: [] } as never;
    expect(summaryOf({ valuation, market: facts() })).toEqual({
      sweetSpot: null,
      marketCondition: "Buyer's Market",
    });
    const tight = facts({ value: 0.05, se: 0.01 });
    tight.supply.series = [];
    tight.daysOnMarket = [
      { ...all, onOffer: { units: 90, p25: 5, median: 20, p75: 30 }, gone: null },
    ];
    expect(summaryOf({ valuation, market: tight }).marketCondition).toBe("Seller's Market");
    // Who has watched for a month cannot have seen a unit stand for longer.
    tight.index.series = [];
    expect(summaryOf({ valuation, market: tight }).marketCondition).toBe('Balanced Market');
    tight.supply.coverage.fill(1);
    expect(summaryOf({ valuation, market: tight }).marketCondition).toBe("Seller's Market");
    expect(summaryOf({ valuation, market: NOTHING }).marketCondition).toBeNull();
  });
});

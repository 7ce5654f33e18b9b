import { describe, expect, it } from 'vitest';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { negotiationTips } from './negotiation.ts';
import { overallTrends } from './overall.ts';
import { summaryOf } from './summary.ts';
import { all, byType, facts, NO_SEGMENTS, NOTHING, overall } from './testing/facts.ts';
import { timingSignals } from './timing-signals.ts';

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
      'A quarter of the 82 units on offer whose first day is known has stood for 210 days or more',
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

  it('says of no make that it gained what people who come back may have looked for', () => {
    const market = facts();
    for (const make of market.demand.makes) {
      make.searches *= 0.6;
      make.analyses *= 0.6;
      make.visitsBefore *= 0.6;
    }
    expect(overall(market).emergingTrends.join()).not.toContain('searches and analyses up');
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
    const still = facts({ value: -0.0004, se: 0.01 });
    expect(overall(still).marketConditions).toContain('over the last year: 0%, give or take 2%');
    expect(timingSignals(still, 9)[0]?.impact).toMatch(/^0% like for like/);
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
    // A change of supply within its error takes nobody's side.
    const unsure = { ...NOTHING, daysOnMarket: facts().daysOnMarket, supply: facts().supply };
    for (const { onOffer } of unsure.daysOnMarket) if (onOffer) onOffer.median = 60;
    const conditionAt = (se: number) => {
      for (const series of unsure.supply.series) series.yearChange = { value: 0.4, se };
      return summaryOf({ valuation, market: unsure }).marketCondition;
    };
    expect([conditionAt(0.1), conditionAt(0.29)]).toEqual(["Buyer's Market", 'Balanced Market']);
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

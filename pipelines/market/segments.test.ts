import { describe, expect, it } from 'vitest';
import { analyseMarket } from '#domain/market/analyse.ts';
import { depreciationByType } from '#domain/market/analytics.ts';
import { withDepth } from '#domain/market/segment-depth.ts';
import { lostPercent, meanRetention, retentionOf } from '#domain/market/retention.ts';
import { groupsOf, segmentsOf, typeName } from '#domain/market/segments.ts';
import { facts as marketFacts } from '#domain/market/testing/facts.ts';
import { trendOf } from '#domain/market/trend.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { drawMarket, LAST_DAY } from '../valuation/testing/market.ts';
import { snapshotOf } from '../valuation/testing/snapshot.ts';
import type { UnitMonth } from '../valuation/unit-table.ts';
import { emptyFacts } from './empty-facts.ts';
import { marketOverTime } from './testing/over-time.ts';
import { quickFit } from './testing/quick-fit.ts';

const asIs = (id: string): string => id;
/** A line's units over all ages, at the price a curve of the given yearly loss gives them. */
function line(lineId: string, units: number, loss: (at: number) => number): UnitMonth[] {
  const [drawn] = drawMarket({ units: 1, seed: 5 });
  if (drawn === undefined) throw new Error('no unit');
  return Array.from({ length: units }, (_, at) => {
    const age = at % 8;
    return {
      ...drawn,
      unitId: `${lineId}-${at}`,
      type: 'travel-trailer',
      makeId: lineId.slice(0, lineId.indexOf('/')),
      lineId,
      floorplan: '',
      mileage: null,
      condition: age === 0 ? 'new' : 'used',
      year: 2026 - age,
      price: Math.round(40_000 * Math.exp(-loss(at) * age + 0.1 * Math.sin(7 * at))),
      day: LAST_DAY,
    };
  });
}

const lineNames = (rows: readonly UnitMonth[]): string[] => {
  const { valuation } = quickFit(rows);
  return groupsOf({ valuation, market: emptyFacts(), lines: [] }, asIs).lines.map(
    ({ name }) => name,
  );
};

describe('segments', () => {
  it('of new units are none, however many: what is kept is told by used ones', () => {
    const mostlyNew = line('make-0/mostly-new', 300, () => 0.03).map((unit, at) => ({
      ...unit,
      ...(at >= 19 && { condition: 'new' as const, year: 2026 }),
    }));
    const known = line('make-1/known', 60, () => 0.09);
    const snapshot = snapshotOf([...drawMarket({ units: 700, seed: 1 }), ...mostlyNew, ...known]);
    const { byMake, byModel } = segmentsOf(snapshot, asIs);
    const names = byModel.map(({ segment }) => segment);
    expect(names).toContain('make-1 known');
    expect(names).not.toContain('make-0 mostly-new');
    expect(byMake.map(({ segment }) => segment)).toContain('make-1');
    const pop = mostlyNew.map((unit) => ({ ...unit, type: 'pop-up' }));
    const ofTypes = snapshotOf([...drawMarket({ units: 700, seed: 1 }), ...pop]);
    expect(segmentsOf(ofTypes, asIs).byType.map(({ segment }) => segment)).not.toContain(
      'Pop-Up Camper',
    );
    expect(depreciationByType(ofTypes, 5).map(({ type }) => type)).not.toContain('Pop-Up Camper');
  });

  it('of a few lucky listings never outrank a well-known one that keeps slightly less', () => {
    for (const seed of [1, 2]) {
      const known = line('make-0/known', 400, () => 0.075);
      // Twenty of them used, the fewest that make a segment: they seem to lose a tenth less in a year.
      const lucky = line('make-1/lucky', 23, (at) => 0.066 + 0.001 * ((at * seed) % 3));
      const rows = [...drawMarket({ units: 700, seed }), ...known, ...lucky];
      const names = lineNames(rows);
      expect(names.indexOf('make-0 known')).toBeGreaterThanOrEqual(0);
      expect(names.indexOf('make-1 lucky')).toBeGreaterThan(names.indexOf('make-0 known'));
      expect(lineNames([...known, ...lucky.slice(0, 10)])).toEqual(['make-0 known']);
    }
  });

  it('of few units of a type never outrank a type that is well known to keep slightly less', () => {
    const known = Array.from({ length: 12 }, (_, at) => line(`known-${at}/one`, 50, () => 0.094));
    const lucky = line('lucky/one', 24, () => 0.05);
    const ofType = (type: RvTypeId) => (row: UnitMonth) => ({ ...row, type });
    const rows = [...known.flat().map(ofType('class-b')), ...lucky.map(ofType('pop-up'))];
    const market = [...drawMarket({ units: 700, seed: 1 }), ...rows];
    const { valuation } = quickFit(market);
    const { types } = groupsOf({ valuation, market: emptyFacts(), lines: [] }, asIs);
    const of = (name: string) => types.find((group) => group.name === name)?.retention;
    expect(of('Pop-Up Camper')?.log).toBeGreaterThan(of('Class B Motorhome')?.log ?? 0);
    const names = types.map(({ name }) => name);
    expect(names.indexOf('Pop-Up Camper')).toBeGreaterThan(names.indexOf('Class B Motorhome'));
  });

  it('of few units of a type are not called the fastest to lose before a type known to lose nearly as much', () => {
    const known = Array.from({ length: 12 }, (_, at) => line(`known-${at}/one`, 50, () => 0.15));
    const unlucky = line('unlucky/one', 24, () => 0.17);
    const ofType = (type: RvTypeId) => (row: UnitMonth) => ({ ...row, type });
    const rows = [...known.flat().map(ofType('class-b')), ...unlucky.map(ofType('pop-up'))];
    const snapshot = snapshotOf([...drawMarket({ units: 700, seed: 1 }), ...rows]);
    const { byType, overallTrends } = analyseMarket(snapshot, asIs);
    const rateOf = (name: string) =>
      byType.find(({ segment }) => segment === name)?.averageDepreciationRate;
    expect(rateOf('Pop-Up Camper')).toBeGreaterThan(rateOf('Class B Motorhome') ?? 100);
    const fastest = overallTrends.fastestDepreciatingTypes;
    expect(fastest.map((text) => text.replace(/ \(.*/, ''))).toEqual([
      'Class B Motorhome',
      'Pop-Up Camper',
    ]);
    expect(fastest[0]).toBe(
      `Class B Motorhome (loses ${Math.round(rateOf('Class B Motorhome') ?? 0)}% in 5 years)`,
    );
  });

  it('are ranked by retention, with names, trend, timing, data points and confidence', () => {
    const { byType, byMake, byModel } = segmentsOf(
      snapshotOf(drawMarket({ units: 1_500, seed: 6 })),
      asIs,
    );
    expect(byType.map(({ segment }) => segment).toSorted()).toEqual([
      'Class C Motorhome',
      'Fifth Wheel',
      'Travel Trailer',
    ]);
    for (const segment of [...byType, ...byMake, ...byModel]) {
      expect(segment.averageDepreciationRate).toBeGreaterThan(15);
      expect(segment.averageDepreciationRate).toBeLessThan(60);
      expect(segment.dataPoints).toBeGreaterThanOrEqual(20);
      expect(segment.confidence).toBeGreaterThan(0.3);
      expect(segment.recommendedBuyTiming).not.toBe('');
      expect(segment.bestPerformers.length).toBeGreaterThan(0);
    }
    const units = byType.reduce((sum, { dataPoints }) => sum + dataPoints, 0);
    expect(units).toBe(1_500);
  });

  it('name no make an underperformer that keeps as much as its type, and no line strong that keeps less than its make', () => {
    const falling = line('make-9/falling', 400, () => 0.16);
    const holding = [5, 6, 7].flatMap((at) => line(`make-${at}/holding`, 100, () => 0.05));
    const { byType, byMake, byModel } = segmentsOf(snapshotOf([...falling, ...holding]), asIs);
    const shown = new Map(
      [...byMake, ...byModel].map(({ segment, averageDepreciationRate: rate }) => [
        segment,
        Math.round(rate),
      ]),
    );
    const lost = (name: string) => shown.get(name) ?? Number.NaN;
    expect(byType.map(({ worstPerformers }) => worstPerformers)).toEqual([['make-9']]);
    for (const { segment, bestPerformers, worstPerformers } of byMake) {
      for (const name of bestPerformers) expect(lost(name)).toBeLessThanOrEqual(lost(segment));
      for (const name of worstPerformers) expect(lost(name)).toBeGreaterThan(lost(segment));
    }
  });

  it('say of what each year after buying takes its share, and so what is left after them', () => {
    const snapshot = snapshotOf(drawMarket({ units: 1_500, seed: 6 }));
    const { model, makes } = groupsOf(snapshot, asIs);
    for (const { segment, recommendedBuyTiming } of segmentsOf(snapshot, asIs).byMake) {
      const [, age = 0, first = 0, years = 0, later = 0] =
        /^Buy it used from an age of (\d+) years?: .* takes? (\d+)% of the new price, each of the next (\d+) about (\d+)% of what is left\./
          .exec(recommendedBuyTiming)
          ?.map(Number) ?? [];
      expect(years).toBe(3);
      const parts = makes.find(({ name }) => name === segment)?.parts ?? [];
      const lost = lostPercent(
        meanRetention(
          parts.map(({ node, type }) => retentionOf(model, model.makes, node, type, age + years)),
        ),
      );
      const left = (percent: number) => 1 - percent / 100;
      const most = 100 * (1 - left(first + 0.5) * left(later + 0.5) ** years);
      const least = 100 * (1 - left(first - 0.5) * left(later - 0.5) ** years);
      expect(lost).toBeLessThanOrEqual(most);
      expect(lost).toBeGreaterThanOrEqual(least);
    }
  });

  it('of a line that hardly falls any more call no year worse than others that lose as little', () => {
    const flat = line('make-0/flat', 200, () => 0).map((row) =>
      row.condition === 'new' ? { ...row, price: Math.round(1.2 * (row.price ?? 0)) } : row,
    );
    const { byModel } = segmentsOf(
      snapshotOf([...drawMarket({ units: 700, seed: 1 }), ...flat]),
      asIs,
    );
    const loss = (year: string) => Number(/loses? (\d+)%/.exec(year)?.[1]);
    for (const { bestPerformers, worstPerformers } of byModel) {
      const most = Math.max(...bestPerformers.map(loss));
      expect(worstPerformers.filter((year) => loss(year) <= most)).toEqual([]);
      // A single year's loss is noise, and none is nothing.
      for (const years of [...bestPerformers, ...worstPerformers]) {
        expect(years).toMatch(/^Year 1 \(loses \d+%\)$|^Years \d–\d+ \(lose \d+% a year\)$/);
        expect(loss(years)).toBeGreaterThan(0);
      }
    }
  });

  it('stay stable in a market without an effect', () => {
    const trends = Array.from({ length: 5 }, (_, seed) =>
      quickFit(marketOverTime({ units: 400, seed: 100 + seed })).index.series.map(
        ({ yearChange }) => trendOf(yearChange),
      ),
    ).flat();
    const moved = trends.filter((trend) => trend !== 'stable');
    expect(moved.length).toBeLessThanOrEqual(0.05 * trends.length);
  });
});

describe('the depth of a segment', () => {
  it('tells of the market what the index does, since a month that it names, and nothing before a year is known', () => {
    const driverOver = (days: number) => {
      const units = drawMarket({ units: 600, seed: 6 }).map((unit, at) => {
        const day = LAST_DAY - Math.floor((at * days) / 600);
        const rising = 1.2 ** ((day - LAST_DAY) / 365);
        return { ...unit, day, price: Math.round((unit.price ?? 0) * rising) };
      });
      const { valuation, index } = quickFit(units);
      const snapshot = { ...snapshotOf([]), valuation, market: { ...emptyFacts(), index } };
      const { byType } = withDepth(analyseMarket(snapshot, asIs), snapshot, asIs);
      const change = index.series.find(
        ({ type }) => typeName(type) === byType[0]?.segment,
      )?.yearChange;
      const drivers = byType[0]?.depth?.drivers;
      return { change, told: drivers?.find(({ factor }) => factor === 'market') };
    };
    expect(driverOver(120)).toEqual({ change: null, told: undefined });
    const { change, told } = driverOver(730);
    expect(told?.label).toBe('Asking prices of its type since November 2025');
    expect(told?.percent).toBeCloseTo(100 * Math.expm1(change?.value ?? 0), 1);
  });
});

describe('the market analysis', () => {
  it('tells the season of the month in which it is made, however old the newest price is', () => {
    const snapshot = { ...snapshotOf([]), market: marketFacts(), asOf: '2026-07-27T00:00:00.000Z' };
    const impactAt = (createdAt: string, figuresAt = createdAt) =>
      analyseMarket(
        { ...snapshot, createdAt, figuresAt },
        asIs,
      ).purchasingInsights.marketTimingSignals.find(({ signal }) => signal === 'Season')?.impact;
    expect(impactAt('2026-07-27T06:00:00.000Z')).toMatch(/^July is /);
    expect(impactAt('2026-11-25T06:00:00.000Z')).toMatch(/^November is /);
    // Its stories told anew since, as every buying decision reads it.
    expect(impactAt('2026-11-25T06:00:00.000Z', '2026-07-27T06:00:00.000Z')).toMatch(
      /^November is /,
    );
  });

  it('of an empty market has empty lists', () => {
    const { overallTrends, byType, byMake, byModel, purchasingInsights } = analyseMarket(
      snapshotOf([]),
      asIs,
    );
    expect([byType, byMake, byModel].flat()).toEqual([]);
    expect(Object.values(purchasingInsights).flat()).toEqual([]);
    const { marketConditions, ...lists } = overallTrends;
    expect(marketConditions).toBe('');
    expect(Object.values(lists).flat()).toEqual([]);
  });
});

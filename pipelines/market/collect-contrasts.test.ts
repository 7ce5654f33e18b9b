import { describe, expect, it } from 'vitest';
import { ALL, type MarketFacts } from '#schemas/market-facts.ts';
import { drawNormals } from '../stories/statistics/draw-normals.ts';
import type { DaysRow } from '#warehouse/queries/market-supply.ts';
import type { DealerCutsRow, DealerDaysRow } from '#warehouse/queries/market-dealers.ts';
import {
  contrastsOfDays,
  contrastsOfSupply,
  deeperCuts,
  noSurerThanDealers,
} from './collect-contrasts.ts';
import { contrastsOfCuts } from './contrasts-of-cuts.ts';
import { countDays } from './days-by-group.ts';

describe('supply a year on', () => {
  const supply = (yearChange: { value: number; se: number } | null): MarketFacts['supply'] => ({
    firstMonth: 634,
    months: 48,
    coverage: new Float32Array(48),
    series: [
      {
        type: ALL,
        region: ALL,
        firstSeen: new Int32Array(48),
        onOffer: Int32Array.from({ length: 48 }, (_, at) => (at === 46 ? 1_200 : 1_000)),
        now: 1_200,
        yearChange,
        season: null,
      },
    ],
  });
  const dealers = (newcomer: number) => [
    ...Array.from({ length: 20 }, (_, at) => row(`dealer-${at}`, 50, 60 - newcomer / 20)),
    row('newcomer', 0, newcomer),
  ];
  const row = (dealer: string, yearBefore: number, inMonth: number) => ({
    dealer,
    type: 'class-c',
    region: 'West',
    yearBefore,
    inMonth,
    now: inMonth,
  });

  it('is counted only where both months were wholly seen', () => {
    expect(contrastsOfSupply(supply(null), dealers(0))).toEqual([]);
    const [found] = contrastsOfSupply(supply({ value: Math.log(1.2), se: 0.04 }), dealers(0));
    expect(Math.exp((found?.own.value ?? 0) - (found?.others.value ?? 0))).toBeCloseTo(1.2, 10);
    // Never surer than counting is.
    expect(found?.error).toBeCloseTo(Math.sqrt(1 / 1_000 + 1 / 1_200), 10);
  });

  it('is no surer than the one dealer whose lot came is a market', () => {
    const [found] = contrastsOfSupply(supply({ value: Math.log(1.2), se: 0.04 }), dealers(200));
    expect(found?.error).toBeGreaterThan(Math.log(1.2) / 2);
  });

  it('is told as sure as its dealers are many, and not at all of hardly any', () => {
    const { series, ...rest } = supply({ value: Math.log(1.2), se: 0.04 });
    const told = (lots: ReturnType<typeof dealers>) =>
      noSurerThanDealers(series, contrastsOfSupply({ series, ...rest }, lots))[0]?.yearChange;
    const many = told(dealers(0));
    expect(many?.value).toBe(Math.log(1.2));
    // Student's t of nearly nineteen degrees: 2.093 of these errors hold what 1.96 shall.
    expect(many?.se).toBeCloseTo((Math.sqrt(1 / 1_000 + 1 / 1_200) * 2.093) / 1.96, 3);
    expect(told(dealers(200))?.se).toBeGreaterThan(Math.log(1.2) / 2);
    expect(told(Array.from({ length: 4 }, (_, at) => row(`dealer-${at}`, 250, 300)))).toBeNull();
  });
});

describe('how much further a type comes down', () => {
  const cutBy = (dealers: number) => {
    const of = (type: string, fallen: number, source: string) =>
      Array.from({ length: dealers }, (_, at) => ({ source, dealer: `dealer-${at}`, type, units: 20, withCut: 10, cameDown: 10, fallen: 10 * fallen })); // prettier-ignore
    const falls = [['class-a', 0.12], ['class-c', 0.08]] as const; // prettier-ignore
    return deeperCuts(
      contrastsOfCuts(
        falls.flatMap(([type, fallen]) => of(type, fallen, 'one')),
        falls.map(([type, fallen]) => ({ source: 'one', type, fallen, units: 10 * dealers })),
      ),
      'class-a',
    );
  };

  it('is known of as many dealers as are a market, and not of fewer', () => {
    expect(cutBy(20)?.value).toBeCloseTo(0.04, 10);
    expect(cutBy(20)?.se).toBeLessThan(0.01);
    expect(cutBy(4)).toBeNull();
  });
});

describe('units of a dealer who treats all alike', () => {
  const MARKETS = 200;
  const DEALERS = 40;
  const TYPES = ['class-a', 'class-c', 'fifth-wheel'] as const;

  /** Dealers with one type each, of very different size; what they do is their own, whatever the type. */
  function drawDealers(seed: number) {
    const normal = drawNormals(seed);
    return Array.from({ length: DEALERS }, (_, at) => ({
      dealer: `dealer-${at}`,
      type: TYPES[at % TYPES.length] ?? 'class-a',
      units: Math.round(20 * Math.exp(normal())) + 1,
      days: Math.round(Math.exp(4.5 + 0.4 * normal())),
      cutShare: 1 / (1 + Math.exp(1 + normal())),
    }));
  }

  const zOf = ({ own, others, error }: { own: { value: number }; others: { value: number }; error: number }) =>
    Math.abs(own.value - others.value) / error; // prettier-ignore

  it('does not make its type stand longer than others', async () => {
    let beyond = 0;
    let looked = 0;
    for (let seed = 1; seed <= MARKETS; seed += 1) {
      const dealers = drawDealers(seed);
      const normal = drawNormals(5_000 + seed);
      const stood: DaysRow[] = [];
      const sums: DealerDaysRow[] = dealers.map(({ dealer, type, units, days }) => {
        let logDays = 0;
        for (let unit = 0; unit < units; unit += 1) {
          const own = Math.max(1, Math.round(days * Math.exp(0.3 * normal())));
          stood.push({ ...AT, type, current: true, since: 'known', days: own, units: 1 });
          logDays += Math.log(own);
        }
        return { ...AT, dealer, type, units, logDays };
      });
      const pieces = async function* () {
        yield stood;
      };
      for (const found of contrastsOfDays(await countDays(pieces()), sums)) {
        if (found.measure !== 'days') continue;
        looked += 1;
        beyond += Number(zOf(found) > 2.5);
      }
    }
    expect(looked).toBe(3 * MARKETS);
    // 2.3% by Student's t of ten degrees and more; of independent units it would be most of them.
    expect(beyond / looked).toBeLessThan(0.04);
  });

  it('does not make its type be cut more often', () => {
    let beyond = 0;
    let looked = 0;
    for (let seed = 1; seed <= MARKETS; seed += 1) {
      const rows: DealerCutsRow[] = drawDealers(seed).map(({ dealer, type, units, cutShare }) => {
        const withCut = Math.round(units * cutShare);
        return { source: 's', dealer, type, units, withCut, cameDown: 0, fallen: 0 };
      });
      for (const found of contrastsOfCuts(rows, [])) {
        looked += 1;
        beyond += Number(zOf(found) > 2.5);
      }
    }
    expect(looked).toBe(3 * MARKETS);
    expect(beyond / looked).toBeLessThan(0.04);
  });

  const AT = { condition: 'used', region: 'West' } as const;
});

describe('cuts of a type', () => {
  const row = (
    source: string,
    dealer: string,
    type: string,
    units: number,
    withCut: number,
  ): DealerCutsRow => ({ source, dealer, type, units, withCut, cameDown: 0, fallen: 0 });

  it('are set against those of the other types at its own sources', () => {
    const rows = [
      row('daily', 'a', 'class-a', 300, 150),
      row('daily', 'b', 'pop-up', 100, 40),
      row('twice', 'c', 'pop-up', 300, 3),
      row('twice', 'd', 'class-b', 100, 2),
      // Where nothing else is shown, nothing is usual.
      row('alone', 'e', 'pop-up', 1_000, 900),
    ];
    const found = contrastsOfCuts(rows, []).find(({ type }) => type === 'pop-up');
    expect(found?.own.value).toBeCloseTo(43 / 400, 10);
    expect(found?.own.n).toBe(400);
    expect(found?.others.value).toBeCloseTo(0.25 * 0.5 + 0.75 * 0.02, 10);
  });

  it('come down by the median of what each source shows', () => {
    const down = (dealer: string, type: string): DealerCutsRow => ({
      ...row('s', dealer, type, 10, 10),
      cameDown: 10,
      fallen: 1,
    });
    const falls = [
      { source: 's', type: 'pop-up', fallen: 0.05, units: 4 },
      { source: 's', type: 'pop-up', fallen: 0.12, units: 6 },
      { source: 's', type: 'class-a', fallen: 0.08, units: 10 },
    ];
    const found = contrastsOfCuts([down('a', 'pop-up'), down('b', 'class-a')], falls).find(
      ({ type, measure }) => type === 'pop-up' && measure === 'cut-depth',
    );
    expect([found?.own.value, found?.others.value]).toEqual([0.12, 0.08]);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { FOREIGN_MARKETS, foreignMarket, type ForeignUnits } from './foreign-markets.ts';

describe.each(FOREIGN_MARKETS)('the foreign market %s', (which) => {
  let market: ForeignUnits;
  beforeAll(() => {
    market = foreignMarket(which, 1);
  });
  const truthOf = (unitId: string) => market.truthOf(unitId) ?? { value: 0, retained10: 0 };

  it('is as large as the simulated one, with three lines in ten of fewer than ten units', () => {
    const units = Map.groupBy(market.rows, ({ unitId }) => unitId);
    expect(Math.abs(units.size / 67_510 - 1)).toBeLessThan(0.02);
    const lines = Map.groupBy([...units.values()], ([row]) => row?.lineId);
    expect(lines.size).toBe(2_490);
    const thin = [...lines.values()].filter(({ length }) => length < 10).length;
    expect(Math.abs(thin / 2_490 - 0.3)).toBeLessThan(0.03);
  });

  it('asks prices around a truth that keeps some of its value and never gains', () => {
    const errors = market.rows
      .map(({ unitId, price }) => Math.log((price ?? 0) / truthOf(unitId).value))
      .toSorted((a, b) => a - b);
    const at = (share: number) => errors[Math.floor(share * errors.length)] ?? Number.NaN;
    // Units lose value between the day they were seen and that of the truth.
    expect(at(0.5)).toBeGreaterThan(-0.02);
    expect(at(0.5)).toBeLessThan(0.25);
    expect(at(0.8) - at(0.2)).toBeLessThan(0.6);
    for (const { unitId } of market.rows) {
      expect(truthOf(unitId).retained10).toBeGreaterThan(0);
      expect(truthOf(unitId).retained10).toBeLessThanOrEqual(1);
    }
  });

  it('is the same for the same seed and another for another', () => {
    expect(foreignMarket(which, 1).rows.slice(0, 50)).toEqual(market.rows.slice(0, 50));
    expect(foreignMarket(which, 2).rows.slice(0, 50)).not.toEqual(market.rows.slice(0, 50));
  });
});

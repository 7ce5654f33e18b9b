import { describe, expect, it } from 'vitest';
import { residualScale } from '#domain/valuation/calibrated.ts';
import { SUPPORT_LEVELS, type SupportLevel } from '#schemas/valuation-model.ts';
import { calibrate, type Residual } from './calibrate.ts';

const UNITS = 20;

/** Residuals at even steps between −width and width, out of order: 80% lie within 0.8 of the width. */
function spread(
  count: number,
  width: number,
  more: Partial<Residual> & { at: SupportLevel },
): Residual[] {
  const { at: support, ...facts } = more;
  return Array.from({ length: count }, (_, at) => ({
    residual: width * ((2 * ((at * 617) % count) + 1) / count - 1),
    support: SUPPORT_LEVELS.indexOf(support),
    units: UNITS,
    type: 0,
    age: 4,
    isNew: false,
    value: 30_000,
    half: 0 as const,
    isBest: true,
    ...facts,
  }));
}
const scaleOf = (residuals: Residual[], support: SupportLevel, type: number) =>
  residualScale(calibrate(residuals, 3), { support, units: UNITS, type, age: 4, value: 30_000 });

describe('the calibration of ranges', () => {
  it('takes nothing from how types differ where the line is not known into where it is', () => {
    const market = [0, 1, 2].flatMap((type) => [
      ...spread(1_000, 0.2, { at: 'model', type }),
      ...spread(1_000, [0.3, 0.6, 0.9][type] ?? 0, { at: 'make', type, isBest: false }),
    ]);
    for (const type of [0, 1, 2]) expect(scaleOf(market, 'model', type) / 0.16).toBeCloseTo(1, 1);
    expect(scaleOf(market, 'make', 2) / scaleOf(market, 'make', 0)).toBeGreaterThan(2.5);
  });

  it('leaves a type of few residuals near the others, and tells one of many apart', () => {
    const ratio = (count: number) => {
      const market = [
        ...spread(2_000, 0.2, { at: 'model' }),
        ...spread(2_000, 0.21, { at: 'model', type: 1 }),
        ...spread(count, 0.4, { at: 'model', type: 2 }),
      ];
      return scaleOf(market, 'model', 2) / scaleOf(market, 'model', 0);
    };
    expect(ratio(12)).toBeLessThan(1.3);
    expect(ratio(2_000)).toBeGreaterThan(1.8);
  });

  it('lets no level without residuals widen the next', () => {
    const market = spread(2_000, 0.05, { at: 'line' });
    expect(scaleOf(market, 'line', 0)).toBeLessThan(0.05);
    expect(scaleOf(market, 'model', 0)).toBeLessThanOrEqual(scaleOf(market, 'line', 0));
  });

  it('is never surer of an unknown line than of a known model', () => {
    const market = [
      ...spread(500, 0.5, { at: 'model' }),
      ...spread(500, 0.2, { at: 'make', isBest: false }),
    ];
    expect(scaleOf(market, 'make', 0)).toBeGreaterThanOrEqual(scaleOf(market, 'model', 0));
  });
});

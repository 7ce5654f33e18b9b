import { array, assert, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import {
  confidenceOf,
  correctedAt,
  rangeEnds,
  residualScale,
} from '#domain/valuation/calibrated.ts';
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
    innerHalf: at % 2 === 0 ? (0 as const) : (1 as const),
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

  it('is less sure of lines that truly are not listed than of known ones met without their names', () => {
    const known = [
      ...spread(1_500, 0.15, { at: 'model' }),
      ...spread(1_500, 0.3, { at: 'make', isBest: false }),
    ];
    const widths = [0, 40, 400].map((count) =>
      scaleOf([...known, ...spread(count, 0.6, { at: 'make' })], 'make', 0),
    );
    expect(widths[0]).toBeCloseTo(0.24, 1);
    expect(widths[1]).toBeGreaterThan(0.3);
    // All but as wide as such lines need.
    expect(widths[2]).toBeGreaterThan(0.43);
  });

  it('takes an age of few or no prices to go on as widths rise with age', () => {
    const ages = [1, 2, 3, 5, 7, 10];
    const market = [
      ...ages.flatMap((age, band) => spread(800, 0.1 * 1.2 ** band, { at: 'model', age })),
      ...spread(20, 0.1 * 1.2 ** ages.length, { at: 'model', age: 14 }),
    ];
    const calibration = calibrate(market, 1);
    const scaleAt = (age: number) =>
      residualScale(calibration, { support: 'model', units: UNITS, type: 0, age, value: 30_000 });
    expect(scaleAt(14) / scaleAt(10)).toBeGreaterThan(1.1);
    expect(scaleAt(20) / scaleAt(14)).toBeGreaterThan(1);
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

  it('widens for prices above as for prices below', () => {
    const away = (count: number, innerHalf: 0 | 1, sign: 1 | -1) =>
      spread(count, 0.1, { at: 'model', innerHalf }).map((one) => ({
        ...one,
        residual: sign * (0.01 + Math.abs(one.residual)),
      }));
    const above = [...away(150, 1, 1), ...away(850, 0, -1)];
    const below = above.map((one) => ({ ...one, residual: -one.residual }));
    expect(scaleOf(above, 'model', 0)).toBeCloseTo(scaleOf(below, 'model', 0), 6);
  });

  it('holds 80% of prices it was not set by, however many circumstances there are', () => {
    const coverages = Array.from({ length: 30 }, (_, seed) => {
      const market = drawn(3_300, seed);
      const calibration = calibrate(market.slice(0, 300), 10);
      const held = market.slice(300).filter((one) => {
        const support = SUPPORT_LEVELS[one.support] ?? 'type';
        const scale = residualScale(calibration, { ...one, support });
        const { low, high } = rangeEnds(calibration, support, scale);
        return low <= one.residual && one.residual <= high;
      });
      return held.length / 3_000;
    });
    const mean = coverages.reduce((sum, own) => sum + own, 0) / coverages.length;
    expect(mean).toBeGreaterThan(0.79);
    expect(mean).toBeLessThan(0.83);
  });
});

describe('confidence', () => {
  const confidenceIn = (residuals: Residual[], type: number) => {
    const calibration = calibrate(residuals, 3);
    const situation = { support: 'model', units: UNITS, type, age: 4, value: 30_000 } as const;
    return confidenceOf(calibration, 'model', residualScale(calibration, situation));
  };

  it('is neither 0 nor 1 for a type of few residuals, however they lie', () => {
    const others = spread(300, 0.3, { at: 'model' });
    for (const count of [1, 3, 6])
      for (const away of [0, 0.02, 1, 3]) {
        const few = spread(count, 0, { at: 'model', type: 2 });
        const market = [...others, ...few.map((one) => ({ ...one, residual: away }))];
        expect(confidenceIn(market, 2)).toBeGreaterThan(0.25);
        expect(confidenceIn(market, 2)).toBeLessThan(0.85);
      }
  });

  it('is less the fewer residuals there are in all, and least where there are none', () => {
    const of = (count: number) => confidenceIn(spread(count, 0.18, { at: 'model' }), 0);
    const rising = [0, 1, 3, 10, 30, 100, 1_000].map(of);
    rising.slice(1).forEach((own, at) => expect(own).toBeGreaterThan(rising[at] ?? 0));
    expect(rising[0]).toBeGreaterThan(0.1);
  });
});

describe('the correction of estimates', () => {
  const correctionOf = (residuals: Residual[], value: number) =>
    correctedAt(calibrate(residuals, 3), Math.log(value)) - Math.log(value);
  const moved = (residuals: Residual[], by: number) =>
    residuals.map((one) => ({ ...one, residual: one.residual + by }));

  it('adds what those of about its value are met too low by, less what chance may be', () => {
    const market = [
      ...moved(spread(400, 0.2, { at: 'line', value: 12_000 }), 0.1),
      ...spread(2_000, 0.2, { at: 'line', value: 40_000 }),
    ];
    expect(correctionOf(market, 12_000)).toBeGreaterThan(0.08);
    expect(correctionOf(market, 12_000)).toBeLessThan(0.1);
    expect(correctionOf(market, 5_000)).toBe(correctionOf(market, 8_000));
    for (const value of [40_000, 60_000, 1_000_000]) expect(correctionOf(market, value)).toBe(0);
  });

  it('adds nothing for a few units, or for what chance explains', () => {
    const few = moved(spread(19, 0.01, { at: 'line', value: 12_000 }), 0.5);
    const slightly = moved(spread(400, 0.2, { at: 'line', value: 12_000 }), 0.01);
    for (const market of [few, slightly]) expect(correctionOf(market, 12_000)).toBe(0);
  });

  it('sets ranges around the corrected estimate', () => {
    const shifted = moved(spread(2_000, 0.2, { at: 'line', value: 12_000 }), 0.3);
    const calibration = calibrate(shifted, 3);
    const situation = { support: 'line', units: UNITS, type: 0, age: 4, value: 15_000 } as const;
    const ends = rangeEnds(calibration, 'line', residualScale(calibration, situation));
    expect(ends.low).toBeCloseTo(-0.16, 1);
    expect(ends.high).toBeCloseTo(0.16, 1);
  });

  it('never turns two estimates round, whatever is left', () => {
    const value = (at: number) => 6_000 * 1.1 ** at;
    const shifts = array(double({ min: -1, max: 1, noNaN: true }), { minLength: 9, maxLength: 9 });
    assert(
      property(shifts, (own) => {
        const market = own.flatMap((by, at) =>
          moved(spread(30, 0.01, { at: 'line', value: value(5 * at) }), by),
        );
        const calibration = calibrate(market, 3);
        const corrected = Array.from({ length: 50 }, (_, at) =>
          correctedAt(calibration, Math.log(value(at))),
        );
        corrected.forEach((price, at) =>
          expect(price).toBeGreaterThanOrEqual((corrected[at - 1] ?? -Infinity) - 1e-12),
        );
      }),
      { numRuns: 30 },
    );
  });
});

/** Residuals over ten types, ages, values and counts of units, each of which makes them wider or narrower. */
function drawn(count: number, seed: number): Residual[] {
  const generator = xoroshiro128plus(seed);
  const unit = () => uniformFloat64(generator);
  const bit = () => (unit() < 0.5 ? 0 : 1);
  const kinds = Array.from({ length: 4 }, () => Array.from({ length: 10 }, () => unit()));
  return Array.from({ length: count }, () => {
    const [type = 0, age = 0, value = 0, units = 0] = Array.from({ length: 4 }, unit);
    const wider = [type, age, value, units].map((at, kind) => kinds[kind]?.[Math.floor(10 * at)]);
    const width = 0.015 * Math.exp(wider.reduce((sum: number, own) => sum + (own ?? 0), 0));
    return {
      residual: (unit() < 0.5 ? -width : width) * Math.log(1 - unit()),
      support: SUPPORT_LEVELS.indexOf('model'),
      units: Math.round(300 ** units),
      type: Math.floor(10 * type),
      age: 20 * age,
      isNew: false,
      value: 5_000 * 60 ** value,
      half: bit(),
      innerHalf: bit(),
      isBest: true,
    };
  });
}

import { describe, expect, it } from 'vitest';
import type { Residual } from './calibrate.ts';
import { takeByHalves, type Correction } from './tree-share.ts';

/** Used units whose prices lie at a share of what trees say of them, by half. */
function correctionsOf(shares: readonly [number, number], units = 400): Correction[] {
  return Array.from({ length: units }, (_, at) => {
    const half = at % 2 === 0 ? 0 : 1;
    const beyond = 0.3 * (((at * 617) % units) / units - 0.5);
    const residual: Residual = {
      residual: shares[half] * beyond,
      support: 5,
      units: 20,
      type: 0,
      age: 4,
      isNew: false,
      value: 30_000,
      half,
      innerHalf: 0,
      isBest: true,
    };
    return { residual, word: { beyond, asCertified: undefined } };
  });
}

describe('the trees’ share', () => {
  it('is taken in either half as the other half chooses it', () => {
    const corrections = correctionsOf([0.6, 0.2]);
    takeByHalves(corrections);
    for (const { residual, word } of corrections) {
      const [own, taken] = residual.half === 0 ? [0.6, 0.2] : [0.2, 0.6];
      expect(residual.residual).toBeCloseTo((own - taken) * word.beyond, 10);
      expect(residual.value).toBeCloseTo(30_000 * Math.exp(taken * word.beyond), 5);
    }
  });

  it('is moved by no price of the half it is taken in', () => {
    const valuesOf = (ofFirst: number) => {
      const corrections = correctionsOf([ofFirst, 0.4]);
      takeByHalves(corrections);
      return corrections.flatMap(({ residual }) => (residual.half === 0 ? [residual.value] : []));
    };
    expect(valuesOf(0.8)).toEqual(valuesOf(0.3));
  });

  it('is served as all units choose it', () => {
    expect(takeByHalves(correctionsOf([0.5, 0.5]))).toBe(0.5);
  });

  it('is taken in neither half where none is served', () => {
    // What one half gains by is more than lost in the other.
    const corrections = correctionsOf([0.2, -0.6]);
    const before = corrections.map(({ residual }) => residual.residual);
    expect(takeByHalves(corrections)).toBe(0);
    expect(corrections.map(({ residual }) => residual.residual)).toEqual(before);
  });
});

import { describe, expect, it } from 'vitest';
import { buildDesign } from './design.ts';
import { fitPrices } from './fit.ts';
import { cellOf, EFFECT } from './small-matrix.ts';
import { believedSpread, nextNameSpread } from './name-spread.ts';
import type { NameEffects } from './pool-names.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';
import { POOL, POOL_LEVELS } from './tree.ts';

it('sees from many small lines that all of them gain the same by a longer floorplan', () => {
  // Each line of the market is sold under thirteen names.
  const units = drawMarket({ units: 6_000, seed: 5 }).map((unit, number) => ({
    ...unit,
    lineId: `${unit.lineId}${'x'.repeat(number % 13)}`,
  }));
  const { spread } = fitPrices(buildDesign(tableOf(units)));
  const ofSize = [POOL.family, POOL.line].map(
    (level) => spread.names[cellOf(level, EFFECT.size)] ?? 0,
  );
  expect(Math.sqrt(ofSize.reduce((sum, variance) => sum + variance, 0))).toBeLessThan(0.1);
});

describe('how names are taken to vary', () => {
  const believed = believedSpread();
  const NAMES = 200;
  /** As many names of each level, known by half, that departed as `products` says of one of them. */
  const found = (products: Float64Array): NameEffects => ({
    mean: new Float64Array(0),
    covariance: new Float64Array(0),
    products: products.map((product) => NAMES * product),
    unknown: believed.map((variance) => (NAMES * variance) / 2),
    counts: new Float64Array(POOL_LEVELS.length).fill(NAMES),
  });
  const halved = believed.map((variance) => variance / 2);

  it('stays as it is where names departed as much as it says', () => {
    const next = nextNameSpread(found(halved), believed);
    next.forEach((variance, at) => expect(variance).toBeCloseTo(believed[at] ?? 0, 9));
  });

  it('stays as it is too where ways of ageing go together, and the data told more of one than of another', () => {
    const before = believed.slice();
    const ageing = [EFFECT.early, EFFECT.late, EFFECT.bend, EFFECT.oldBend];
    const sd = (effect: number) => Math.sqrt(believed[cellOf(POOL.line, effect)] ?? 0);
    for (const one of ageing)
      for (const other of ageing)
        if (one !== other) before[cellOf(POOL.line, one, other)] = 0.6 * (sd(one) * sd(other));
    const names = found(new Float64Array(believed.length));
    // What is not known of the names: little of what they do early, more of the rest.
    names.unknown.fill(0);
    for (const effect of ageing)
      names.unknown[cellOf(POOL.line, effect)] =
        (effect === EFFECT.early ? 0.1 : 0.3) * NAMES * sd(effect) ** 2;
    // Departures that `before` then explains, with what is believed as four names more.
    names.products.forEach((_, at) => {
      names.products[at] =
        (NAMES + 4) * (before[at] ?? 0) - (names.unknown[at] ?? 0) - 4 * (believed[at] ?? 0);
    });
    const next = nextNameSpread(names, before);
    for (const one of ageing)
      for (const other of ageing) {
        const at = cellOf(POOL.line, one, other);
        expect(next[at]).toBeCloseTo(before[at] ?? 0, 9);
      }
  });

  it('grows where they departed by more, each level for itself', () => {
    const products = halved.map((product, at) => (at < cellOf(POOL.line, 0) ? 1 : 2) * product);
    const next = nextNameSpread(found(products), believed);
    const ratio = (level: number) =>
      (next[cellOf(level, EFFECT.early)] ?? 0) / (believed[cellOf(level, EFFECT.early)] ?? 0);
    expect(ratio(POOL.family)).toBeCloseTo(1, 6);
    expect(ratio(POOL.line)).toBeGreaterThan(1.9);
  });

  it('sees that what falls fast early falls fast late', () => {
    const products = halved.slice();
    const [early, late] = [EFFECT.early, EFFECT.late];
    const both = Math.sqrt(
      (products[cellOf(POOL.line, early)] ?? 0) * (products[cellOf(POOL.line, late)] ?? 0),
    );
    for (const [one, other] of [
      [early, late],
      [late, early],
    ] as const)
      products[cellOf(POOL.line, one, other)] = 0.9 * both;
    const next = nextNameSpread(found(products), believed);
    const of = (one: number, other: number) => next[cellOf(POOL.line, one, other)] ?? 0;
    expect(of(early, late) / Math.sqrt(of(early, early) * of(late, late))).toBeGreaterThan(0.7);
    expect(of(late, early)).toBe(of(early, late));
    // Of level and size nothing was found to go with it.
    expect(of(EFFECT.level, early)).toBe(0);
    expect(of(EFFECT.level, EFFECT.level)).toBeCloseTo(
      believed[cellOf(POOL.line, EFFECT.level)] ?? 0,
      9,
    );
  });
});

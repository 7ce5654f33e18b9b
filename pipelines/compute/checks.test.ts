import { beforeAll, describe, expect, it } from 'vitest';
import type { Snapshot } from '#schemas/snapshot.ts';
import { drawMarket } from '../valuation/testing/market.ts';
import { snapshotOf } from '../valuation/testing/snapshot.ts';
import { checkSnapshot, failedOf } from './checks.ts';

let good: Snapshot;
beforeAll(() => {
  good = snapshotOf(drawMarket({ units: 3_000, seed: 8 }));
});

const copy = (change: (snapshot: Snapshot) => void): Snapshot => {
  const changed = structuredClone(good);
  change(changed);
  return changed;
};
const failed = (snapshot: Snapshot, before?: Snapshot) =>
  checkSnapshot(snapshot, before)
    .filter(({ passed }) => !passed)
    .map(({ name }) => name);

describe('the checks of a snapshot', () => {
  it('pass for a sound one, first of its kind or not', () => {
    expect(failed(good)).toEqual([]);
    expect(failed(good, good)).toEqual([]);
  });

  it('find a value that is no price', () => {
    expect(failed(copy((s) => (s.valuation.lines.curves[3] = Number.NaN)))).toContain(
      'plausible values',
    );
    expect(failed(copy((s) => (s.valuation.floorplans.shift[0] = 9)))).toContain(
      'plausible values',
    );
  });

  it('find a value that rises with age', () => {
    const rising = copy((s) => {
      s.valuation.makes.curves[5] = (s.valuation.makes.curves[4] ?? 0) + 0.1;
    });
    expect(failed(rising)).toEqual(['values never rise with age']);
  });

  it('find a range without a width', () => {
    expect(
      failed(copy((s) => s.valuation.calibration.used.quantiles[0]?.fill(Number.NaN))),
    ).toEqual(['ranges']);
  });

  it('find that units or a whole type were lost', () => {
    expect(
      failed(
        copy((s) => (s.totals.units = 2_000)),
        good,
      ),
    ).toEqual(['units kept']);
    expect(
      failed(
        copy((s) => s.valuation.types.pop()),
        good,
      ),
    ).toEqual(['no type missing']);
  });

  it('find that values jumped', () => {
    const dearer = copy((s) => {
      for (let at = 0; at < s.valuation.lines.curves.length; at += 1)
        s.valuation.lines.curves[at] = (s.valuation.lines.curves[at] ?? 0) + 0.3;
    });
    expect(failed(dearer, good)).toEqual(['no jump']);

    // A curve a new source or many new units bend is no jump: it was extrapolated before.
    const source = { sightings: 1, listings: 1, lastObservedAt: good.asOf };
    const beside = structuredClone(dearer);
    beside.sources.push({ ...source, source: 'another' });
    const grown = structuredClone(dearer);
    grown.totals.units = Math.round(1.3 * good.totals.units);
    for (const other of [beside, grown]) {
      expect(failed(other, good)).toEqual([]);
      expect(checkSnapshot(other, good).find(({ name }) => name === 'no jump')?.detail).toMatch(
        /^not compared: /,
      );
    }
  });

  it('find that one type jumped, whose lines are too few to move the median of all', () => {
    const dearer = (change: number, used = 400) =>
      copy((s) => {
        const { types, typeNodes, lines, knots } = s.valuation;
        const type = types.findIndex(({ id }) => id === 'class-c');
        typeNodes.usedUnits[type] = used;
        const add = (curves: Float32Array, node: number) => {
          for (let at = node * knots.length; at < (node + 1) * knots.length; at += 1)
            curves[at] = (curves[at] ?? 0) + change;
        };
        add(typeNodes.curves, type);
        const key = typeNodes.keys[type] ?? '';
        lines.keys.forEach((line, node) => {
          if (line.startsWith(`${key}:`)) add(lines.curves, node);
        });
      });
    expect(failed(dearer(0.1), dearer(0))).toEqual([]);
    expect(failed(dearer(Math.log(2)), dearer(0))).toEqual(['no jump']);
    expect(checkSnapshot(dearer(-Math.log(2)), dearer(0)).at(-1)?.detail).toMatch(
      / in the median, of class-c by 2\.000$/,
    );
    // What few used units tell of five years is mostly extrapolated, and many more may correct it.
    expect(failed(dearer(Math.log(2), 40), dearer(0, 40))).toEqual([]);
    expect(failed(dearer(Math.log(2), 400), dearer(0, 200))).toEqual([]);
  });

  it('find that values jumped in a market of many lines with few units each', () => {
    const thin = (change: number) =>
      copy((s) => {
        s.valuation.lines.units.fill(4);
        const { curves } = s.valuation.typeNodes;
        for (let at = 0; at < curves.length; at += 1) curves[at] = (curves[at] ?? 0) + change;
      });
    expect(failed(thin(0.05), thin(0))).toEqual([]);
    expect(failed(thin(0.4), thin(0))).toEqual(['no jump']);
    // To a third is no fall of 110%.
    expect(checkSnapshot(thin(-Math.log(3)), thin(0)).at(-1)?.detail).toBe(
      'values of 3 types rose or fell by a factor of 3.000 in the median',
    );
    const few = thin(0.4);
    few.valuation.typeNodes.units.fill(9);
    expect(failed(few, thin(0))).toEqual([]);
  });

  it('of the change give way to a person who accepts it, the others do not', () => {
    const checks = checkSnapshot(
      copy((s) => {
        s.totals.units = 1;
        s.valuation.lines.curves[3] = Number.NaN;
      }),
      good,
    );
    const names = (changeAccepted: boolean) =>
      failedOf(checks, { changeAccepted }).map(({ name }) => name);
    expect(names(false)).toEqual(['plausible values', 'units kept']);
    expect(names(true)).toEqual(['plausible values']);
  });
});

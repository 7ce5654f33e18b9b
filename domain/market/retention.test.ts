import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptAtLeast, lostPercent, meanRetention } from './retention.ts';
import { performers, ranked } from './segments.ts';

const retention = fc.record({
  log: fc.double({ min: -2, max: -0.01, noNaN: true }),
  se: fc.double({ min: 0, max: 0.2, noNaN: true }),
  units: fc.integer({ min: 1, max: 10_000 }),
  usedUnits: fc.integer({ min: 1, max: 10_000 }),
});
const groups = fc
  .array(retention, { maxLength: 30 })
  .map((all) => all.map((own, at) => ({ name: `name-${at}`, retention: own })));

it('ranks by what is kept with 90% certainty: doubt never lifts a name', () => {
  fc.assert(
    fc.property(groups, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (all, pick, more) => {
      const names = ranked(all).map(({ name }) => name);
      const chosen = all[pick % Math.max(1, all.length)];
      if (chosen === undefined) return;
      const doubted = all.map((group) =>
        group === chosen
          ? { ...group, retention: { ...group.retention, se: group.retention.se + more } }
          : group,
      );
      const after = ranked(doubted).map(({ name }) => name);
      expect(after.indexOf(chosen.name)).toBeGreaterThanOrEqual(names.indexOf(chosen.name));
    }),
  );
});

it('does not depend on the order the names come in', () => {
  fc.assert(
    fc.property(groups, (all) => {
      expect(ranked(all.toReversed())).toEqual(ranked(all));
    }),
  );
});

it('names as best only who loses no more than all together, and as worst only who loses more', () => {
  fc.assert(
    fc.property(groups, retention, (all, own) => {
      const kept = ranked(all);
      const shown = (of: { log: number }) => Math.round(Math.round(10 * lostPercent(of)) / 10);
      const losesMore = (group: (typeof kept)[number]) => shown(group.retention) > shown(own);
      const least = kept.filter((group) => !losesMore(group)).map(({ name }) => name);
      const most = new Set(kept.filter(losesMore).map(({ name }) => name));
      const { bestPerformers, worstPerformers } = performers(kept, own);
      expect(bestPerformers).toEqual(least.slice(0, bestPerformers.length));
      expect(new Set(worstPerformers).isSubsetOf(most)).toBe(true);
      expect(bestPerformers.length > 0).toBe(least.length > 0);
      expect(worstPerformers.length > 0).toBe(most.size > 0);
      expect(Math.max(bestPerformers.length, worstPerformers.length)).toBeLessThanOrEqual(3);
    }),
  );
});

it('of a name built as several types is the mean by units', () => {
  const mean = meanRetention([
    { log: -0.2, se: 0.02, units: 300, usedUnits: 200 },
    { log: -0.6, se: 0.06, units: 100, usedUnits: 0 },
  ]);
  expect(mean.log).toBeCloseTo(-0.3, 12);
  expect(mean.se).toBeCloseTo(0.03, 12);
  expect([mean.units, mean.usedUnits]).toEqual([400, 200]);
  expect(keptAtLeast(mean)).toBeLessThan(mean.log);
});

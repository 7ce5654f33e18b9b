import { describe, expect, it } from 'vitest';
import { buildDesign } from './design.ts';
import { latestRows } from './latest-rows.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';

describe('the rows that are judged', () => {
  const units = drawMarket({ units: 3_000, seed: 3 });
  const months = units.flatMap((unit) =>
    [62, 0, 31].map((ago) => ({ ...unit, day: unit.day - ago })),
  );
  const table = tableOf(months);
  const design = buildDesign(table);
  const unitsOf = (rows: Int32Array) =>
    Array.from(rows, (row) => table.unit[design.source[row] ?? 0] ?? -1);

  it('are the newest of each unit, once', () => {
    const rows = latestRows(design, table, units.length);
    expect(new Set(unitsOf(rows)).size).toBe(units.length);
    expect(rows).toHaveLength(units.length);
    for (const row of rows) {
      const source = design.source[row] ?? 0;
      expect(table.day[source]).toBe(units[table.unit[source] ?? -1]?.day);
    }
  });

  it('are of an even share of the units where there are more', () => {
    const rows = latestRows(design, table, 1_000);
    expect(Math.abs(rows.length - 1_000)).toBeLessThan(100);
    const all = new Set(latestRows(design, table, units.length));
    expect([...rows].every((row) => all.has(row))).toBe(true);
    // None of five folds by unit is drawn more of than another.
    for (let fold = 0; fold < 5; fold += 1) {
      const own = rows.filter((row) => (table.hash[design.source[row] ?? 0] ?? 0) % 5 === fold);
      expect(Math.abs(own.length / rows.length - 0.2)).toBeLessThan(0.05);
    }
  });
});

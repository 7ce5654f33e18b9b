import { NONE, type UnitTable } from '../valuation/unit-table.ts';

/** What a source may do to log price, against the largest one, before the data. */
export const SOURCE_SD = 0.05;
/** Sources with an effect of their own; all smaller ones share one. */
const SOURCES_MAX = 40;

/** The factor of each source; none for the one with most rows, which the others are measured against. */
export function sourceFactors(table: UnitTable): { factorOf: Int32Array; factors: number } {
  const rows = new Float64Array(table.sources.length);
  for (let row = 0; row < table.rows; row += 1) {
    const source = table.source[row] ?? NONE;
    if (source !== NONE) rows[source] = (rows[source] ?? 0) + 1;
  }
  const order = Array.from(rows.keys()).toSorted(
    (a, b) => (rows[b] ?? 0) - (rows[a] ?? 0) || a - b,
  );
  const factorOf = new Int32Array(rows.length).fill(NONE);
  order.forEach((source, rank) => {
    if (rank > 0) factorOf[source] = Math.min(rank, SOURCES_MAX) - 1;
  });
  return { factorOf, factors: Math.min(Math.max(0, order.length - 1), SOURCES_MAX) };
}

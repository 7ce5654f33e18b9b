import { NONE, type UnitTable } from '../valuation/unit-table.ts';

/** Distinct units by a group of their rows; a unit counts where its first row stands. */
export function countUnits(
  table: UnitTable,
  groupOf: (row: number) => number,
  groups: number,
): Int32Array {
  const counts = new Int32Array(groups);
  const counted = new Uint8Array(table.units);
  for (let row = 0; row < table.rows; row += 1) {
    const unit = table.unit[row] ?? 0;
    const group = groupOf(row);
    if (counted[unit] === 1 || group === NONE) continue;
    counted[unit] = 1;
    counts[group] = (counts[group] ?? 0) + 1;
  }
  return counts;
}

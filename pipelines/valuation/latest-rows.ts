import { KIND, type Design } from './design.ts';
import { mixed } from './mixed.ts';
import { NONE, type UnitTable } from './unit-table.ts';

const SALT = 1_001;

/**
 * The newest priced row of every unit, in the order of the design, or of a share of the units drawn
 * evenly where there are more than `most`.
 */
export function latestRows(design: Design, table: UnitTable, most: number): Int32Array {
  const newest = new Int32Array(table.units).fill(NONE);
  let units = 0;
  for (let row = 0; row < design.rows; row += 1) {
    if (design.kind[row] === KIND.sticker) continue;
    const source = design.source[row] ?? 0;
    const unit = table.unit[source] ?? 0;
    const before = newest[unit] ?? NONE;
    if (before === NONE) units += 1;
    else if ((table.day[source] ?? 0) <= (table.day[design.source[before] ?? 0] ?? 0)) continue;
    newest[unit] = row;
  }
  const isDrawn = drawOf(SALT, units, most);
  return newest.filter((row) => row !== NONE && isDrawn(hashOfRow(design, table, row))).toSorted();
}

/** Tells which units are drawn by a salt, so that about `most` of so many are. */
export function drawOf(salt: number, units: number, most: number): (hash: number) => boolean {
  const below = units <= most ? 2 ** 32 : (most / units) * 2 ** 32;
  return (hash) => mixed(hash, salt) < below;
}

/** The hash of a row's unit. */
export function hashOfRow(design: Design, table: UnitTable, row: number): number {
  return table.hash[design.source[row] ?? 0] ?? 0;
}

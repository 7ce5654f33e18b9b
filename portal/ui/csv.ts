import { saveFile } from './save-file.ts';

export type CsvCell = string | number | null;

/** Signs that show nothing, or turn around what stands beside them: control signs and marks of direction. */
const UNSEEN = /[^\P{Cc}\t\r\n]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** What makes a spreadsheet compute a cell, its wide forms too, and behind what a spreadsheet passes over. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** A cell that a spreadsheet shows as text: quoted where needed, a formula's first sign defused. */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = value.replace(UNSEEN, '');
  const safe = FORMULA.test(text) ? `'${text}` : text;
  // Semicolons part cells where the comma is that of decimals.
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as CSV (RFC 4180), the heads first; null is an empty cell. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Without its mark at the front, Excel takes UTF-8 for the letters of the country it is in. */
export const downloadCsv = (csv: string, name: string): void =>
  saveFile(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }), name, 'csv');

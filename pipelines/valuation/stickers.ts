import type { ValuationModel } from '#schemas/valuation-model.ts';
import { LISTING_CONDITIONS } from '#schemas/vocabulary.ts';
import { medianSorted } from 'simple-statistics';
import { newestRows, NONE, type UnitTable } from './unit-table.ts';

/** On used units "MSRP" is a crossed-out asking price; below the asking price it is not a sticker. */
export function isSticker(table: UnitTable, row: number): boolean {
  const msrp = table.msrp[row] ?? Number.NaN;
  const price = table.price[row] ?? Number.NaN;
  if (!(msrp > 0) || LISTING_CONDITIONS[table.condition[row] ?? NONE] !== 'new') return false;
  return Number.isNaN(price) || (msrp >= price && msrp <= 2.5 * price);
}

/** Median sticker price of every line and floorplan by model year, each unit's newest. */
export function medianStickers(table: UnitTable, types: Int8Array): ValuationModel['stickers'] {
  const prices = new Map<string, number[]>();
  const add = (key: string, msrp: number) => {
    const known = prices.get(key);
    if (known === undefined) prices.set(key, [msrp]);
    else known.push(msrp);
  };
  for (const row of newestRows(table, (own) => isSticker(table, own))) {
    const msrp = table.msrp[row] ?? 0;
    const line = table.lines[table.line[row] ?? NONE];
    if (line === undefined || types[row] === NONE) continue;
    const floorplan = table.floorplans[table.floorplan[row] ?? NONE];
    add(`${types[row]}:${line}|${table.year[row]}`, msrp);
    if (floorplan !== undefined) add(`${types[row]}:${line}#${floorplan}|${table.year[row]}`, msrp);
  }
  const keys = [...prices.keys()].toSorted();
  return {
    keys,
    msrp: Int32Array.from(keys, (key) =>
      Math.round(medianSorted((prices.get(key) ?? []).toSorted((a, b) => a - b))),
    ),
  };
}

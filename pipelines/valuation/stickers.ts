import type { ValuationModel } from '#schemas/valuation-model.ts';
import { LISTING_CONDITIONS } from '#schemas/vocabulary.ts';
import { medianSorted } from 'simple-statistics';
import { NONE, type UnitTable } from './unit-table.ts';

/**
 * Median sticker price of every line and floorplan by model year, from new units only: on used ones
 * "MSRP" is a crossed-out asking price.
 */
export function medianStickers(table: UnitTable, types: Int8Array): ValuationModel['stickers'] {
  const prices = new Map<string, number[]>();
  const add = (key: string, msrp: number) => {
    const known = prices.get(key);
    if (known === undefined) prices.set(key, [msrp]);
    else known.push(msrp);
  };
  for (let row = 0; row < table.rows; row += 1) {
    const msrp = table.msrp[row] ?? Number.NaN;
    const line = table.lines[table.line[row] ?? NONE];
    if (!(msrp > 0) || line === undefined || types[row] === NONE) continue;
    if (LISTING_CONDITIONS[table.condition[row] ?? NONE] !== 'new') continue;
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

import { floorplanFeet, sizeRatio } from '#domain/valuation/size.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { medianSorted } from 'simple-statistics';
import type { NameTree } from './tree.ts';
import { newestRows, NONE, type UnitTable } from './unit-table.ts';

export interface Sizes {
  /** By type: median length in feet that its floorplans tell; 0 where none does. */
  usualFeet: Float32Array;
  /** By row of the unit table: log ratio to it; of a row without length its name's mean. */
  ratio: Float32Array;
  /** By tree node: mean log ratio of the units below that tell a length; else its parent's. */
  nodeRatio: Float32Array;
}

/** How long units are, as far as their floorplans' codes tell. */
export function measureSizes(
  table: UnitTable,
  types: Int8Array,
  tree: NameTree,
  leaf: Int32Array,
): Sizes {
  const feetOfCode = table.floorplans.map((code) => floorplanFeet(code));
  const feetOf = (row: number) => feetOfCode[table.floorplan[row] ?? NONE];
  const told = newestRows(table, (row) => feetOf(row) !== undefined);
  const usualFeet = medianFeet(told, types, feetOf);
  const ratioOf = (row: number): number | undefined => {
    const feet = feetOf(row);
    return feet === undefined ? undefined : sizeRatio(feet, usualFeet[types[row] ?? NONE] ?? 0);
  };

  const sums = new Float64Array(tree.size);
  const counts = new Float64Array(tree.size);
  for (const row of told) {
    const node = leaf[row] ?? NONE;
    if (node === NONE) continue;
    sums[node] = (sums[node] ?? 0) + (ratioOf(row) ?? 0);
    counts[node] = (counts[node] ?? 0) + 1;
  }
  for (let node = tree.size - 1; node > 0; node -= 1) {
    const parent = tree.parent[node] ?? 0;
    sums[parent] = (sums[parent] ?? 0) + (sums[node] ?? 0);
    counts[parent] = (counts[parent] ?? 0) + (counts[node] ?? 0);
  }
  const nodeRatio = new Float32Array(tree.size);
  for (let node = 1; node < tree.size; node += 1) {
    const count = counts[node] ?? 0;
    nodeRatio[node] =
      count > 0 ? (sums[node] ?? 0) / count : (nodeRatio[tree.parent[node] ?? 0] ?? 0);
  }
  const ratio = Float32Array.from(
    { length: table.rows },
    (_, row) => ratioOf(row) ?? nodeRatio[leaf[row] ?? 0] ?? 0,
  );
  return { usualFeet, ratio, nodeRatio };
}

function medianFeet(
  rows: Int32Array,
  types: Int8Array,
  feetOf: (row: number) => number | undefined,
): Float32Array {
  const feet: number[][] = RV_TYPE_IDS.map(() => []);
  for (const row of rows) feet[types[row] ?? NONE]?.push(feetOf(row) ?? 0);
  return Float32Array.from(feet, (lengths) =>
    lengths.length === 0 ? 0 : medianSorted(lengths.toSorted((a, b) => a - b)),
  );
}

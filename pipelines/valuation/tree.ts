import { familyOf } from '#domain/valuation/family.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { NONE, type UnitTable } from './unit-table.ts';

/** Levels of the tree: everything pools towards the level above it. */
export const LEVELS = ['market', 'type', 'maker', 'make', 'family', 'line', 'floorplan'] as const;
export const LEVEL = {
  market: 0,
  type: 1,
  maker: 2,
  make: 3,
  family: 4,
  line: 5,
  floorplan: 6,
} as const;

/**
 * Names below types, numbered depth first: a parent's number is below its children's, and a node's
 * descendants follow it without a gap.
 */
export interface NameTree {
  size: number;
  parent: Int32Array;
  level: Uint8Array;
  /** `4` for a type, `4:make` and `4:make/line` below it, `4:make/line#CODE` for a floorplan; a
   * family is keyed like the line that is named by its first word alone. */
  key: string[];
}

interface Draft {
  key: string;
  level: number;
  children: Map<string, Draft>;
  rows: number[];
}

/**
 * The tree of the names in a table and the deepest node each row is known to belong to (NONE for
 * rows without a type). Children stand in the order of their keys, so the numbering does not depend
 * on the order of the rows.
 */
export function buildTree(
  table: UnitTable,
  types: Int8Array,
): { tree: NameTree; leaf: Int32Array } {
  const root: Draft = { key: '', level: LEVEL.market, children: new Map(), rows: [] };
  for (let row = 0; row < table.rows; row += 1) {
    const type = types[row] ?? NONE;
    if (type !== NONE) leafFor(root, table, type, row).rows.push(row);
  }
  return number(root, table.rows);
}

function leafFor(root: Draft, table: UnitTable, type: number, row: number): Draft {
  const name = (names: string[], code: number | undefined) => names[code ?? NONE] ?? '';
  const make = name(table.makes, table.make[row]);
  let node = child(root, LEVEL.type, `${type}`);
  if (make === '') return node;
  node = child(node, LEVEL.maker, `${type}:${name(table.makers, table.maker[row]) || make}`);
  node = child(node, LEVEL.make, `${type}:${make}`);
  const line = name(table.lines, table.line[row]);
  if (line === '') return node;
  node = child(node, LEVEL.family, `${type}:${familyOf(line)}`);
  node = child(node, LEVEL.line, `${type}:${line}`);
  const floorplan = name(table.floorplans, table.floorplan[row]);
  return floorplan === '' ? node : child(node, LEVEL.floorplan, `${node.key}#${floorplan}`);
}

function child(parent: Draft, level: number, key: string): Draft {
  let node = parent.children.get(key);
  if (node === undefined) {
    node = { key, level, children: new Map(), rows: [] };
    parent.children.set(key, node);
  }
  return node;
}

function number(root: Draft, rows: number): { tree: NameTree; leaf: Int32Array } {
  const parent: number[] = [];
  const level: number[] = [];
  const key: string[] = [];
  const leaf = new Int32Array(rows).fill(NONE);
  const visit = (node: Draft, above: number) => {
    const index = key.length;
    parent.push(above);
    level.push(node.level);
    key.push(node.key);
    for (const row of node.rows) leaf[row] = index;
    for (const name of [...node.children.keys()].toSorted()) {
      const below = node.children.get(name);
      if (below !== undefined) visit(below, index);
    }
  };
  visit(root, NONE);
  const tree: NameTree = {
    size: key.length,
    parent: Int32Array.from(parent),
    level: Uint8Array.from(level),
    key,
  };
  return { tree, leaf };
}

/**
 * The type of every row. Where a listing does not say, its line's most usual type is taken, else its
 * make's: a dealer who leaves the type out sells the same lines as the one who does not.
 */
export function fillTypes(table: UnitTable): Int8Array {
  const byLine = new Map<number, Float64Array>();
  const byMake = new Map<number, Float64Array>();
  for (let row = 0; row < table.rows; row += 1) {
    const type = table.type[row] ?? NONE;
    if (type === NONE) continue;
    count(byLine, table.line[row] ?? NONE, type);
    count(byMake, table.make[row] ?? NONE, type);
  }
  const types = table.type.slice(0, table.rows);
  for (let row = 0; row < table.rows; row += 1) {
    if (types[row] !== NONE) continue;
    const known = byLine.get(table.line[row] ?? NONE) ?? byMake.get(table.make[row] ?? NONE);
    types[row] = known === undefined ? NONE : known.indexOf(Math.max(...known));
  }
  return types;
}

function count(counts: Map<number, Float64Array>, name: number, type: number): void {
  if (name === NONE) return;
  let row = counts.get(name);
  if (row === undefined) {
    row = new Float64Array(RV_TYPE_IDS.length);
    counts.set(name, row);
  }
  row[type] = (row[type] ?? 0) + 1;
}

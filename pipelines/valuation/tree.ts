import { familyOf } from '#domain/valuation/family.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { NONE, type UnitTable } from './unit-table.ts';

/** Levels of names, each within the one above it. */
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
 * What pools towards what: a maker and a make are pooled over all types they build, and what they
 * build of one type towards them. Types and makers of one type have no effects of their own here;
 * what is common to a type are columns of the common effects.
 */
export const POOL = {
  market: 0,
  maker: 1,
  make: 2,
  built: 3,
  family: 4,
  line: 5,
  floorplan: 6,
  none: 7,
} as const;
export const POOL_LEVELS = Object.keys(POOL);
/** Level of the nodes that stand for no name of one type. */
const NO_LEVEL = 7;

/**
 * Names below types, numbered depth first as they pool: what a node pools towards has a lower number,
 * what pools towards it follows it without a gap, and its parent by name has a lower number too.
 */
export interface NameTree {
  size: number;
  /** By name: type, maker, make, family, line, floorplan. */
  parent: Int32Array;
  level: Uint8Array;
  /** Node that a node pools towards, and its level in POOL. */
  above: Int32Array;
  pool: Uint8Array;
  /** `4` for a type, `4:make` and `4:make/line` below it, `4:make/line#CODE` for a floorplan; a
   * family is keyed like the line that is named by its first word alone. */
  key: string[];
}

interface Draft {
  key: string;
  level: number;
  pool: number;
  parent: Draft | undefined;
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
  const root = draft('', LEVEL.market, POOL.market, undefined);
  for (let row = 0; row < table.rows; row += 1) {
    const type = types[row] ?? NONE;
    if (type !== NONE) leafFor(root, table, type, row).rows.push(row);
  }
  return number(root, table.rows);
}

function leafFor(root: Draft, table: UnitTable, type: number, row: number): Draft {
  const name = (names: string[], code: number | undefined) => names[code ?? NONE] ?? '';
  const make = name(table.makes, table.make[row]);
  const ofType = child(root, ` ${type}`, () => draft(`${type}`, LEVEL.type, POOL.none, root));
  if (make === '') return ofType;
  const maker = name(table.makers, table.maker[row]) || make;
  const allOfMaker = child(root, maker, () => draft(maker, NO_LEVEL, POOL.maker, root));
  const makerOfType = child(allOfMaker, ` ${type}`, () =>
    draft(`${type}:${maker}`, LEVEL.maker, POOL.none, ofType),
  );
  const allOfMake = child(allOfMaker, make, () => draft(make, NO_LEVEL, POOL.make, root));
  const below = (parent: Draft, level: number, pool: number, key: string) =>
    child(parent, key, () => draft(key, level, pool, parent));
  let node = child(allOfMake, `${type}`, () =>
    draft(`${type}:${make}`, LEVEL.make, POOL.built, makerOfType),
  );
  const line = name(table.lines, table.line[row]);
  if (line === '') return node;
  node = below(node, LEVEL.family, POOL.family, `${type}:${familyOf(line)}`);
  node = below(node, LEVEL.line, POOL.line, `${type}:${line}`);
  const floorplan = name(table.floorplans, table.floorplan[row]);
  if (floorplan === '') return node;
  return below(node, LEVEL.floorplan, POOL.floorplan, `${node.key}#${floorplan}`);
}

function draft(key: string, level: number, pool: number, parent: Draft | undefined): Draft {
  return { key, level, pool, parent, children: new Map(), rows: [] };
}

/** Names that begin with a space come before all others. */
function child(above: Draft, name: string, create: () => Draft): Draft {
  const known = above.children.get(name);
  if (known !== undefined) return known;
  const node = create();
  above.children.set(name, node);
  return node;
}

function number(root: Draft, rows: number): { tree: NameTree; leaf: Int32Array } {
  const parent: number[] = [];
  const level: number[] = [];
  const above: number[] = [];
  const pool: number[] = [];
  const key: string[] = [];
  const numbers = new Map<Draft, number>();
  const leaf = new Int32Array(rows).fill(NONE);
  const visit = (node: Draft, poolsTowards: number) => {
    const index = key.length;
    numbers.set(node, index);
    parent.push(node.parent === undefined ? NONE : (numbers.get(node.parent) ?? NONE));
    level.push(node.level);
    above.push(poolsTowards);
    pool.push(node.pool);
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
    above: Int32Array.from(above),
    pool: Uint8Array.from(pool),
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

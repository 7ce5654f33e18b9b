import type { ListedYears } from '#domain/valuation/detail.ts';
import {
  fillNumbers,
  INPUT_BITS,
  LEAF_UNIT,
  regionCode,
  TREE_INPUTS,
  type TreeFacts,
} from '#domain/valuation/trees.ts';
import { TREE_NUMBERS, type ValuationTrees } from '#schemas/valuation-model.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { medianSorted } from 'simple-statistics';
import { growTrees, type Forest, type TreeOptions } from './boosted-trees.ts';
import { nodesOf, type Composition } from './compose.ts';
import { KIND, type Design } from './design.ts';
import { drawOf, hashOfRow } from './latest-rows.ts';
import { mixed } from './mixed.ts';
import { ancestorAt, factsOf, predictRow } from './predict.ts';
import { LEVEL } from './tree.ts';
import type { UnitTable } from './unit-table.ts';

/** Trees that say a log price, less `OF_CURVE` of what its curve says, from what is known of an RV. */
export interface NameTrees {
  base: number;
  forest: Forest;
  /** Of an RV of a node. */
  says(facts: TreeFacts & { region: string }, node: number): number;
  /** Model years that a node is listed in, of a floorplan those of its line. */
  yearsOf: (node: number) => ListedYears;
}

/** A market of fewer units has too little beyond what curves say of it. */
export const TREE_UNITS_MIN = 1_000;
/** So many units say what trees can say of names; more would only take time. */
const UNITS_MAX = 24_000;
/** Of so many units one does not tell its region, so that trees know what to say where nobody does. */
const REGION_UNTOLD = 5;
/** What is drawn by one says nothing of what is drawn by the other. */
const LEARNT_SALT = 1_002;
const UNTOLD_SALT = 1_003;

/**
 * Compared by five folds of the units of one training part of the real listings, as the mean of
 * |error| in log price (at most 0.5) of used units when averaged with the curves, which alone have
 * 14.88%: these 14.10; without the region 14.17; of what the type's curve leaves over 14.20, and
 * baked into curves by model year 14.6; of what the whole curve leaves over 14.65; without the day
 * 14.5; LightGBM with an L1 loss and the same inputs 14.45. The new units' 8.52 become 8.28.
 */
const OPTIONS: TreeOptions = {
  trees: 250,
  rate: 0.1,
  leaves: 48,
  leafRows: 8,
  categoryRows: 10,
  bound: 0.15,
};
/**
 * Of more units smaller leaves are sure enough; markets of 1,200 would get nothing from trees of such.
 * By ten splits of the real listings the MdAPE of used and of new units, 11.01 and 4.93 with the above, is
 * 10.74 and 4.68; with 250 trees at a rate of 0.1 it is 10.62 and 4.64, for half as much again of time at
 * every value.
 */
const OPTIONS_OF_MANY: TreeOptions = {
  ...OPTIONS,
  trees: 160,
  rate: 0.15,
  leaves: 96,
  leafRows: 4,
  categoryRows: 5,
};
const MANY = 6_000;
/**
 * What trees learn is log price less so much of the curve's, and new units, of which there are most, count
 * for less there. By the mean of |error| as above, of used and of new units in the first and the last five of
 * ten splits: neither 14.18, 14.29 and 7.71, 7.71; the weight alone 14.03, 14.14 and 7.90, 7.93; the curve
 * alone 14.17, 14.29 and 7.54, 7.57; both 14.11, 14.25 and 7.62, 7.67, and with 0.3 of the curve 14.05, 14.12
 * and 7.73, 7.77. Of dealers left out whole, the largest with most of all new units, used ones were met as well
 * by any (14.0 to 14.1%), new ones by 12.7% with neither, 13.2 with both and 13.5 with 0.3 of the curve.
 *
 * Nothing came of trees of what the curve leaves over of units held out (14.13 with half of it, 14.57 with
 * all), the curve as an input (14.18), its level of a name as one (14.19), three forests averaged (14.12),
 * half the rows or inputs a tree, 128 bins, 48 or 200 leaves, fewer or more rows of zero, or other bounds.
 */
export const OF_CURVE = 0.5;
const NEW_WEIGHT = 0.5;
/** Enough to see whether trees find anything at all, in a tenth of the time. */
const TRIAL: TreeOptions = { ...OPTIONS, trees: 60, rate: 0.25 };
const TRIAL_UNITS_MAX = 8_000;
/** By number: worth more new and of a newer year, less with age and miles. */
const DIRECTIONS = { isNew: 1, age: -1, year: 1, feet: 0, day: 0, excess: -1 } as const;

const NAME_LEVELS = [
  LEVEL.type,
  LEVEL.maker,
  LEVEL.make,
  LEVEL.family,
  LEVEL.line,
  LEVEL.floorplan,
] as const;

/**
 * Boosted trees of log price. They find what sums of curves cannot hold and are wrong in other places
 * than these, so the two together are nearer than either. They know no price beyond the ages they saw:
 * where they are asked, they are kept to those. `include` as in the fit: the years of rows held out
 * are not known either.
 */
export function growNameTrees(
  design: Design,
  table: UnitTable,
  composition: Composition,
  rows: Int32Array,
  include?: Uint8Array,
  isTrial = false,
): NameTrees {
  const isLearnt = drawOf(LEARNT_SALT, rows.length, isTrial ? TRIAL_UNITS_MAX : UNITS_MAX);
  const learnt: number[] = [];
  const beyond: number[] = [];
  for (const row of rows) {
    if (!isLearnt(hashOfRow(design, table, row))) continue;
    const curve = predictRow(design, table, composition, row, design.leaf[row] ?? 0);
    if (curve === undefined) continue;
    learnt.push(row);
    beyond.push((design.y[row] ?? 0) - OF_CURVE * curve.logPrice);
  }
  const base = beyond.length === 0 ? 0 : medianSorted(beyond.toSorted((a, b) => a - b));
  const fill = createFiller(design, composition);
  const numbers = TREE_NUMBERS.map(() => new Float64Array(learnt.length));
  const categories = Array.from(
    { length: TREE_INPUTS - TREE_NUMBERS.length },
    () => new Int32Array(learnt.length),
  );
  const filled = new Float64Array(TREE_INPUTS);
  learnt.forEach((row, at) => {
    const facts = factsOf(design, table, row);
    if (isRegionUntold(hashOfRow(design, table, row))) facts.region = '';
    fill(facts, design.leaf[row] ?? 0, filled);
    numbers.forEach((column, input) => (column[at] = filled[input] ?? 0));
    categories.forEach((column, input) => (column[at] = filled[numbers.length + input] ?? -1));
  });
  const forest = growTrees(
    {
      rows: learnt.length,
      numbers,
      directions: TREE_NUMBERS.map((name) => DIRECTIONS[name]),
      categories,
      target: Float64Array.from(beyond, (own) => own - base),
      weight: Float64Array.from(learnt, (row) => (design.kind[row] === KIND.new ? NEW_WEIGHT : 1)),
      key: Int32Array.from(learnt, (row) => hashOfRow(design, table, row)),
    },
    isTrial ? TRIAL : learnt.length < MANY ? OPTIONS : OPTIONS_OF_MANY,
  );
  const years = yearsOfNodes(design, table, include);
  return {
    base,
    forest,
    says(facts, node) {
      fill(facts, node, filled);
      return base + forest.says(filled);
    },
    yearsOf(node) {
      const named = ancestorAt(design, node, LEVEL.line);
      return { first: years.first[named] ?? 0, last: years.last[named] ?? 0 };
    },
  };
}

/** Whether a unit of this hash is learnt without its region. */
export function isRegionUntold(hash: number): boolean {
  return mixed(hash, UNTOLD_SALT) % REGION_UNTOLD === 0;
}

/** Numbers, names and region of an RV of a node, as trees are asked. */
function createFiller(
  design: Design,
  { model }: Composition,
): (facts: TreeFacts & { region: string }, node: number, out: Float64Array) => void {
  const types = new Map(model.types.map((type) => [RV_TYPE_IDS.indexOf(type.id), type]));
  return (facts, node, out) => {
    const type = types.get(Number.parseInt(design.tree.key[node] ?? '', 10));
    fillNumbers(out, type, model.knots, facts);
    NAME_LEVELS.forEach((level, at) => {
      out[TREE_NUMBERS.length + at] = nodeAt(design, node, level);
    });
    out[TREE_INPUTS - 1] = regionCode(facts.region);
  };
}

/** The trees as the served model has them, with nodes by their place in its columns. */
export function servedTrees(
  design: Design,
  composition: Composition,
  { base, forest, yearsOf }: NameTrees,
  share: number,
): ValuationTrees {
  const { trees, inputs } = forest;
  const roots: number[] = [];
  const nodes: number[] = [];
  const groups: number[] = [];
  for (const tree of trees) {
    roots.push(nodes.length / 2);
    tree.input.forEach((input, node) => {
      if (input < 0) {
        nodes.push(-1, Math.round((tree.value[node] ?? 0) / LEAF_UNIT));
        return;
      }
      const goesLeft = tree.goesLeft[node] ?? new Uint8Array();
      const isNumber = input < TREE_NUMBERS.length;
      // Of a number the bins that go left are the first ones.
      const at = isNumber ? goesLeft.lastIndexOf(1) : groups.length;
      nodes.push((((tree.left[node] ?? 0) - node) << INPUT_BITS) | input, at);
      if (!isNumber) groups.push(...bitsOf(goesLeft));
    });
  }
  const yearsAt = (level: number) => {
    const nodes = nodesOf(design, composition.position, level);
    return {
      first: Int32Array.from(nodes, (node) => yearsOf(node).first),
      last: Int32Array.from(nodes, (node) => yearsOf(node).last),
    };
  };
  return {
    share,
    base,
    ofCurve: OF_CURVE,
    cuts: TREE_NUMBERS.map((_, at) => [...(inputs[at]?.cuts ?? [])]),
    names: NAME_LEVELS.map((level, at) =>
      Int32Array.from(
        nodesOf(design, composition.position, level),
        (node) => inputs[TREE_NUMBERS.length + at]?.binOf(node) ?? 0,
      ),
    ),
    regions: Array.from(
      { length: CENSUS_REGIONS.length + 1 },
      (_, code) => inputs[TREE_INPUTS - 1]?.binOf(code) ?? 0,
    ),
    years: {
      makes: yearsAt(LEVEL.make),
      families: yearsAt(LEVEL.family),
      lines: yearsAt(LEVEL.line),
    },
    roots: Int32Array.from(roots),
    nodes: Int32Array.from(nodes),
    groups: Int32Array.from(groups),
  };
}

/** One bit a bin, 32 to a number. */
function bitsOf(goesLeft: Uint8Array): Int32Array {
  const bits = new Int32Array((goesLeft.length + 31) >> 5);
  goesLeft.forEach((own, bin) => {
    bits[bin >> 5] = (bits[bin >> 5] ?? 0) | (own << (bin & 31));
  });
  return bits;
}

/** Of a market in which trees do not help. */
export function noTrees(): ValuationTrees {
  const none = () => ({ first: new Int32Array(0), last: new Int32Array(0) });
  return {
    share: 0,
    base: 0,
    ofCurve: 0,
    cuts: TREE_NUMBERS.map(() => []),
    names: NAME_LEVELS.map(() => new Int32Array(0)),
    regions: [],
    years: { makes: none(), families: none(), lines: none() },
    roots: new Int32Array(0),
    nodes: new Int32Array(0),
    groups: new Int32Array(0),
  };
}

/** Model years of the rows at or below every node. */
function yearsOfNodes(
  design: Design,
  table: UnitTable,
  include?: Uint8Array,
): { first: Int32Array; last: Int32Array } {
  const { tree } = design;
  const first = new Int32Array(tree.size).fill(9_999);
  const last = new Int32Array(tree.size);
  const widen = (node: number, from: number, to: number) => {
    first[node] = Math.min(first[node] ?? from, from);
    last[node] = Math.max(last[node] ?? to, to);
  };
  for (let row = 0; row < design.rows; row += 1) {
    if (include !== undefined && include[row] !== 1) continue;
    const year = table.year[design.source[row] ?? 0] ?? 0;
    widen(design.leaf[row] ?? 0, year, year);
  }
  for (let node = tree.size - 1; node > 0; node -= 1)
    widen(tree.parent[node] ?? 0, first[node] ?? 0, last[node] ?? 0);
  return { first, last };
}

/** A node's ancestor at a level, itself included; -1 where it is not so deep. */
function nodeAt(design: Design, node: number, level: number): number {
  return (design.tree.level[node] ?? 0) < level ? -1 : ancestorAt(design, node, level);
}

import type { TypeEffects, ValuationModel, ValuationTrees } from '#schemas/valuation-model.ts';
import { TREE_NAMES, TREE_NUMBERS } from '#schemas/valuation-model.ts';
import { CENSUS_REGIONS, type Condition } from '#schemas/vocabulary.ts';
import { knotPosition } from './age.ts';
import { excessOf } from './log-price.ts';

/** What trees are asked of besides the name. */
export interface TreeFacts {
  condition: Condition;
  age: number;
  modelYear: number;
  /** As the floorplan's code tells it. */
  feet: number | undefined;
  /** Days since 1970. */
  day: number;
  mileage: number | undefined;
}

/** Numbers and the region come before and after the names. */
export const TREE_INPUTS = TREE_NUMBERS.length + TREE_NAMES.length + 1;
const REGION_INPUT = TREE_INPUTS - 1;

/** The numbers of TREE_NUMBERS, in their order. A length that is not known is 0. */
export function fillNumbers(
  out: Float64Array,
  type: TypeEffects | undefined,
  knots: ArrayLike<number>,
  facts: TreeFacts,
): void {
  const { condition, age, mileage } = facts;
  const at = knotPosition(knots, age);
  out[0] = condition === 'new' ? 1 : 0;
  out[1] = age;
  out[2] = facts.modelYear;
  out[3] = facts.feet ?? 0;
  out[4] = facts.day;
  out[5] = type === undefined ? 0 : excessOf(type, condition, at, mileage);
}

/** A region as trees know it: its number, or the number of them all where it is not known. */
export function regionCode(region: string): number {
  const code = (CENSUS_REGIONS as readonly string[]).indexOf(region);
  return code < 0 ? CENSUS_REGIONS.length : code;
}

/** Level of the deepest name that is known, as an index into TREE_NAMES, and its node there. */
export interface TreePlace {
  level: number;
  node: number;
}

/** What the trees say of a log price; the Census region is '' where it is not known. */
export function treesSay(
  model: ValuationModel,
  type: number,
  place: TreePlace,
  facts: TreeFacts & { region: string },
): number {
  const { trees } = model;
  fillNumbers(NUMBERS, model.types[type], model.knots, facts);
  trees.cuts.forEach((cuts, input) => (BINS[input] = binOf(cuts, NUMBERS[input] ?? 0)));
  fillNames(model, trees, place);
  BINS[REGION_INPUT] = trees.regions[regionCode(facts.region)] ?? 0;
  let sum = trees.base;
  for (let tree = 0; tree < trees.roots.length; tree += 1)
    sum += leafOf(trees, trees.roots[tree] ?? 0);
  return sum;
}
const NUMBERS = new Float64Array(TREE_NUMBERS.length);
const BINS = new Int32Array(TREE_INPUTS);

/** Bins of a name and of what it belongs to; 0 below it. */
function fillNames(model: ValuationModel, trees: ValuationTrees, place: TreePlace): void {
  let { node } = place;
  for (let level = TREE_NAMES.length - 1; level >= 0; level -= 1) {
    const known = level <= place.level;
    BINS[TREE_NUMBERS.length + level] = known ? (trees.names[level]?.[node] ?? 0) : 0;
    const name = TREE_NAMES[level];
    if (known && name !== undefined && name !== 'types') node = model[name].parent[node] ?? -1;
  }
}

/** The first bin whose highest value is not below x. */
export function binOf(cuts: readonly number[], x: number): number {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x <= (cuts[middle] ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A leaf's unit: fixed point keeps it beside what else a node has. */
export const LEAF_UNIT = 1e-7;
/** A node's first number holds its input in so many low bits. */
export const INPUT_BITS = 5;
const INPUT_MASK = 2 ** INPUT_BITS - 1;

function leafOf({ nodes, groups }: ValuationTrees, root: number): number {
  let node = root;
  for (;;) {
    const first = nodes[2 * node] ?? -1;
    const at = nodes[2 * node + 1] ?? 0;
    if (first < 0) return LEAF_UNIT * at;
    const input = first & INPUT_MASK;
    const bin = BINS[input] ?? 0;
    node += first >> INPUT_BITS;
    if (input < TREE_NUMBERS.length) {
      if (bin > at) node += 1;
    } else node += 1 - (((groups[at + (bin >> 5)] ?? 0) >>> (bin & 31)) & 1);
  }
}

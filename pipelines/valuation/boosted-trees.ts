import { quantileAt } from '#domain/valuation/calibrated.ts';
import { binOf as binOfCuts } from '#domain/valuation/trees.ts';
import { joinTrees } from './join-trees.ts';
import { mixed } from './mixed.ts';

/** Rows to learn from: column by column, numbers first, then codes of categories. */
export interface TreeTable {
  rows: number;
  /** Inputs that have an order; none may be NaN. */
  numbers: readonly Float64Array[];
  /** By number: 1 where what is said may never fall with it, -1 where it may never rise; 0 else. */
  directions: readonly number[];
  /** Inputs that have none: codes from 0, or -1 where not known. */
  categories: readonly Int32Array[];
  target: Float64Array;
  /** How much each row counts, also towards the fewest of a leaf. */
  weight: Float64Array;
  /** Any number of each row's own: which trees learn from it follows from this, not from its place. */
  key: Int32Array;
}

export interface TreeOptions {
  trees: number;
  /** Share of what a tree finds that is believed. */
  rate: number;
  leaves: number;
  /** Fewest rows in a leaf. */
  leafRows: number;
  /** A category with fewer rows in a leaf is not told from the others. */
  categoryRows: number;
  /** Residuals count as at most this: Huber's loss, which gross errors do not move. */
  bound: number;
}

const BINS = 64;
/** A tree that neither splits nor moves the level by more ends the growing. */
const LEAST_STEP = 1e-6;
/** Splits that gain less are noise of the sums. */
const LEAST_GAIN = 1e-9;
/** What a bin holds: sum of weighted gradients, rows by their weights. */
const CELLS = 2;
/** Of five rows and of five inputs a tree is shown four. */
const SHOWN_OF = 5;
/** Rows' worth of zero that a group of categories is drawn to, and so are the categories to be ordered. */
const CATEGORY_PRIOR = 10;
/** Most categories on one side of a split. */
const GROUP_MAX = 32;

/** Trees that say a number of a row of bins, one for each input. */
export interface Forest {
  trees: readonly Tree[];
  inputs: readonly Pick<Input, 'cuts' | 'binOf'>[];
  /** Of a row given as numbers and then codes; a code that it was not taught is one of the others. */
  says(row: ArrayLike<number>): number;
}

/**
 * Gradient boosting of regression trees on histograms, leaf by leaf where the gain is greatest, with
 * categories split by their mean residual (Friedman, 2001; Ke et al., LightGBM, 2017). A leaf under a
 * split of a number with a direction is held to its side of the split's middle, so that every tree
 * keeps the direction, and their sum does. Deterministic. Cost: rows × inputs × depth × trees.
 */
export function growTrees(table: TreeTable, options: TreeOptions): Forest {
  const inputs = [
    ...table.numbers.map((column, at) => binnedNumber(column, table.directions[at] ?? 0)),
    ...table.categories.map((column) => binnedCategory(column, options.categoryRows)),
  ];
  const trees: Tree[] = [];
  const fitted = new Float64Array(table.rows);
  const gradient = new Float64Array(table.rows);
  const grow = createGrower(table, inputs, gradient, fitted, options);
  for (let number = 0; number < options.trees; number += 1) {
    for (let at = 0; at < table.rows; at += 1) {
      const residual = (table.target[at] ?? 0) - (fitted[at] ?? 0);
      gradient[at] = Math.max(-options.bound, Math.min(options.bound, residual));
    }
    const tree = grow(number);
    const isDone = tree.input.length === 1 && Math.abs(tree.value[0] ?? 0) < LEAST_STEP;
    if (isDone) break;
    trees.push(tree);
  }
  const bins = new Uint16Array(inputs.length);
  const sumOf = joinTrees(trees);
  return {
    trees,
    inputs,
    says(row) {
      inputs.forEach((input, at) => (bins[at] = input.binOf(row[at] ?? Number.NaN)));
      return sumOf(bins);
    },
  };
}

/** One input, in bins: of numbers ascending, of categories 0 for what is not told apart. */
interface Input {
  bin: Uint16Array;
  bins: number;
  isCategory: boolean;
  direction: number;
  /** Of a number: the highest value of each bin but the last. */
  cuts: readonly number[];
  binOf(value: number): number;
}

/** Nodes in the order they were made; a leaf has input -1 and its value. */
export interface Tree {
  input: number[];
  value: number[];
  /** The left child; the right one follows it. */
  left: number[];
  /** By bin: 1 goes left. */
  goesLeft: Uint8Array[];
}

function valueOf(tree: Tree, bins: Uint16Array, from: number): number {
  let node = 0;
  for (;;) {
    const input = tree.input[node] ?? -1;
    if (input < 0) return tree.value[node] ?? 0;
    const goesLeft = tree.goesLeft[node]?.[bins[from + input] ?? 0] ?? 0;
    node = (tree.left[node] ?? 0) + 1 - goesLeft;
  }
}

function binnedNumber(column: Float64Array, direction: number): Input {
  const ascending = column.toSorted();
  const distinct = [...new Set(ascending)];
  const few = distinct.length <= BINS;
  const shares = Array.from({ length: BINS - 1 }, (_, at) => (at + 1) / BINS);
  const cuts = few
    ? distinct.slice(0, -1)
    : [...new Set(shares.map((share) => quantileAt(ascending, share)))];
  const binOf = (value: number) => binOfCuts(cuts, value);
  const bin = Uint16Array.from(column, binOf);
  return { bin, bins: cuts.length + 1, isCategory: false, direction, cuts, binOf };
}

function binnedCategory(column: Int32Array, categoryRows: number): Input {
  const rows = new Map<number, number>();
  for (const code of column) rows.set(code, (rows.get(code) ?? 0) + 1);
  const told = [...rows.keys()]
    .filter((code) => code >= 0 && (rows.get(code) ?? 0) >= categoryRows)
    .toSorted((a, b) => a - b);
  const bins = new Map(told.map((code, at) => [code, at + 1]));
  const binOf = (code: number) => bins.get(code) ?? 0;
  const bin = Uint16Array.from(column, binOf);
  return { bin, bins: told.length + 1, isCategory: true, direction: 0, cuts: [], binOf };
}

interface Split {
  gain: number;
  input: number;
  goesLeft: Uint8Array;
  /** Middle of what the two sides say. */
  middle: number;
}

/** Between which a leaf may speak. */
interface Bounds {
  low: number;
  high: number;
}

/** A leaf that may be split: rows `from` to `to` of the order, and their sums by bin of every input. */
interface Leaf {
  node: number;
  from: number;
  to: number;
  sums: Float64Array;
  bounds: Bounds;
  best: Split | undefined;
}

function createGrower(
  table: TreeTable,
  inputs: readonly Input[],
  gradient: Float64Array,
  fitted: Float64Array,
  options: TreeOptions,
): (number: number) => Tree {
  const { rows, key, weight } = table;
  const width = inputs.length;
  const bins = new Uint16Array(rows * width);
  inputs.forEach(({ bin }, input) => bin.forEach((own, row) => (bins[row * width + input] = own)));
  /** Where the cells of an input begin. */
  const start = new Int32Array(width + 1);
  inputs.forEach((input, at) => (start[at + 1] = (start[at] ?? 0) + CELLS * input.bins));
  const order = new Int32Array(rows);
  const aside = new Int32Array(rows);

  function sumsOf(from: number, to: number): Float64Array {
    const sums = new Float64Array(start[width] ?? 0);
    for (let at = from; at < to; at += 1) {
      const row = order[at] ?? 0;
      const counts = weight[row] ?? 0;
      const own = counts * (gradient[row] ?? 0);
      for (let input = 0; input < width; input += 1) {
        const cell = (start[input] ?? 0) + CELLS * (bins[row * width + input] ?? 0);
        sums[cell] = (sums[cell] ?? 0) + own;
        sums[cell + 1] = (sums[cell + 1] ?? 0) + counts;
      }
    }
    return sums;
  }

  function bestSplit(
    sums: Float64Array,
    whole: Sum,
    bounds: Bounds,
    number: number,
  ): Split | undefined {
    if (whole.rows < 2 * options.leafRows) return undefined;
    let best: Split | undefined;
    inputs.forEach((input, at) => {
      if (mixed(at + 1, number) % SHOWN_OF === 0) return;
      const own = sums.subarray(start[at], start[at + 1]);
      const found = input.isCategory
        ? ofCategory(own, whole, bounds, options)
        : ofNumber(own, whole, bounds, input.direction, options);
      if (found !== undefined && found.gain > (best?.gain ?? LEAST_GAIN))
        best = { ...found, input: at };
    });
    return best;
  }

  /** Moves the rows that go left to the front; returns where the others begin. */
  function partition({ from, to }: Leaf, { input, goesLeft }: Split): number {
    let left = from;
    let right = 0;
    for (let at = from; at < to; at += 1) {
      const row = order[at] ?? 0;
      if (goesLeft[bins[row * width + input] ?? 0] === 1) order[left++] = row;
      else aside[right++] = row;
    }
    order.set(aside.subarray(0, right), left);
    return left;
  }

  return (number) => {
    let shown = 0;
    let hidden = rows;
    for (let row = 0; row < rows; row += 1)
      if (mixed(key[row] ?? 0, number) % SHOWN_OF === 0) order[--hidden] = row;
      else order[shown++] = row;
    const tree: Tree = { input: [], value: [], left: [], goesLeft: [] };
    const leaves: Leaf[] = [];
    const open = (from: number, to: number, sums: Float64Array, bounds: Bounds) => {
      const whole = { gradients: 0, rows: 0 };
      for (let bin = 0; CELLS * bin < (start[1] ?? 0); bin += 1) add(whole, sums, bin);
      const node = tree.input.push(-1) - 1;
      tree.value.push(options.rate * meanOf(whole, 0, bounds));
      tree.left.push(0);
      tree.goesLeft.push(NONE_LEFT);
      leaves.push({ node, from, to, sums, bounds, best: bestSplit(sums, whole, bounds, number) });
    };
    open(0, shown, sumsOf(0, shown), { low: -Infinity, high: Infinity });
    while (leaves.length < options.leaves) {
      let chosen = -1;
      leaves.forEach(({ best }, at) => {
        if ((best?.gain ?? 0) > (leaves[chosen]?.best?.gain ?? 0)) chosen = at;
      });
      const [leaf] = chosen < 0 ? [] : leaves.splice(chosen, 1);
      if (leaf?.best === undefined) break;
      const middle = partition(leaf, leaf.best);
      tree.input[leaf.node] = leaf.best.input;
      tree.goesLeft[leaf.node] = leaf.best.goesLeft;
      tree.left[leaf.node] = tree.input.length;
      // The smaller part is summed, the larger is what remains.
      const isLeftSmaller = middle - leaf.from <= leaf.to - middle;
      const smaller = isLeftSmaller ? sumsOf(leaf.from, middle) : sumsOf(middle, leaf.to);
      const larger = leaf.sums;
      for (let cell = 0; cell < larger.length; cell += 1)
        larger[cell] = (larger[cell] ?? 0) - (smaller[cell] ?? 0);
      const [lower, upper] = sidesOf(leaf.bounds, leaf.best, inputs[leaf.best.input]);
      open(leaf.from, middle, isLeftSmaller ? smaller : larger, lower);
      open(middle, leaf.to, isLeftSmaller ? larger : smaller, upper);
    }
    for (const { node, from, to } of leaves)
      for (let at = from; at < to; at += 1) {
        const row = order[at] ?? 0;
        fitted[row] = (fitted[row] ?? 0) + (tree.value[node] ?? 0);
      }
    for (let at = shown; at < rows; at += 1) {
      const row = order[at] ?? 0;
      fitted[row] = (fitted[row] ?? 0) + valueOf(tree, bins, row * width);
    }
    return tree;
  };
}

const NONE_LEFT = new Uint8Array(0);

/** Bounds of the left and the right side of a split. */
function sidesOf(bounds: Bounds, { middle }: Split, input: Input | undefined): [Bounds, Bounds] {
  const direction = input?.direction ?? 0;
  if (direction === 0) return [bounds, bounds];
  const below = { ...bounds, high: Math.min(bounds.high, middle) };
  const above = { ...bounds, low: Math.max(bounds.low, middle) };
  return direction > 0 ? [below, above] : [above, below];
}

/** Sums over some rows, by their weights. */
interface Sum {
  gradients: number;
  rows: number;
}
type Found = Omit<Split, 'input'> | undefined;

/** The best cut of an input that has an order, of those that keep its direction. */
function ofNumber(
  sums: Float64Array,
  whole: Sum,
  bounds: Bounds,
  direction: number,
  { leafRows }: TreeOptions,
): Found {
  const bins = sums.length / CELLS;
  const before = scoreOf(whole, 0, bounds);
  const left = { gradients: 0, rows: 0 };
  let best: { gain: number; middle: number } | undefined;
  let last = -1;
  for (let bin = 0; bin + 1 < bins; bin += 1) {
    add(left, sums, bin);
    if (left.rows < leafRows) continue;
    if (whole.rows - left.rows < leafRows) break;
    const right = restOf(whole, left);
    const [below, above] = [meanOf(left, 0, bounds), meanOf(right, 0, bounds)];
    if (direction * (above - below) < 0) continue;
    const gain = scoreOf(left, 0, bounds) + scoreOf(right, 0, bounds) - before;
    if (gain <= (best?.gain ?? 0)) continue;
    best = { gain, middle: (below + above) / 2 };
    last = bin;
  }
  if (best === undefined) return undefined;
  return { ...best, goesLeft: new Uint8Array(bins).fill(1, 0, last + 1) };
}

/** The best group of the categories with the lowest or the highest mean residuals. */
function ofCategory(
  sums: Float64Array,
  whole: Sum,
  bounds: Bounds,
  { leafRows, categoryRows }: TreeOptions,
): Found {
  const bins = sums.length / CELLS;
  const told: number[] = [];
  for (let bin = 1; bin < bins; bin += 1)
    if ((sums[CELLS * bin + 1] ?? 0) >= categoryRows) told.push(bin);
  const mean = (bin: number) =>
    (sums[CELLS * bin] ?? 0) / ((sums[CELLS * bin + 1] ?? 0) + CATEGORY_PRIOR);
  const ascending = told.toSorted((a, b) => mean(a) - mean(b) || a - b);
  const before = scoreOf(whole, 0, bounds);
  const most = Math.min(GROUP_MAX, (told.length + 1) >> 1);
  let best = 0;
  let group: number[] = [];
  for (const ordered of [ascending, ascending.toReversed()]) {
    const left = { gradients: 0, rows: 0 };
    for (let size = 1; size <= most; size += 1) {
      add(left, sums, ordered[size - 1] ?? 0);
      if (left.rows < Math.max(leafRows, 2 * categoryRows)) continue;
      if (whole.rows - left.rows < leafRows) break;
      const right = scoreOf(restOf(whole, left), CATEGORY_PRIOR, bounds);
      const gain = scoreOf(left, CATEGORY_PRIOR, bounds) + right - before;
      if (gain <= best) continue;
      best = gain;
      group = ordered.slice(0, size);
    }
  }
  if (group.length === 0) return undefined;
  const goesLeft = new Uint8Array(bins);
  for (const bin of group) goesLeft[bin] = 1;
  return { gain: best, goesLeft, middle: 0 };
}

function add(left: Sum, sums: Float64Array, bin: number): void {
  left.gradients += sums[CELLS * bin] ?? 0;
  left.rows += sums[CELLS * bin + 1] ?? 0;
}

function restOf(whole: Sum, left: Sum): Sum {
  return {
    gradients: whole.gradients - left.gradients,
    rows: whole.rows - left.rows,
  };
}

/** What rows say, with so many rows' worth of zero, within bounds. */
function meanOf({ gradients, rows }: Sum, prior: number, { low, high }: Bounds): number {
  if (rows === 0) return Math.max(low, Math.min(high, 0));
  return Math.max(low, Math.min(high, gradients / (rows + prior)));
}

/** How much less the squares are once the rows are told what they say. */
function scoreOf(sum: Sum, prior: number, bounds: Bounds): number {
  const mean = meanOf(sum, prior, bounds);
  return 2 * sum.gradients * mean - (sum.rows + prior) * mean ** 2;
}

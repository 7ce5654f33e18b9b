import {
  AGE_KNOTS,
  ageAt,
  knotPosition,
  leftoverYears,
  monthOf,
  monthPoint,
} from '#domain/valuation/age.ts';
import { DELIVERY_MILES, excessMileage } from '#domain/valuation/mileage.ts';
import { DIMS, EFFECT } from './small-matrix.ts';
import { LISTING_CONDITIONS, MOTORHOME_TYPES, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { layoutCommon, SPAN, yearOfMonth, type CommonLayout } from './common-layout.ts';
import { buildTree, fillTypes, type NameTree } from './tree.ts';
import { NONE, type UnitTable } from './unit-table.ts';
import { measureSizes, type Sizes } from './sizes.ts';
import { stickerTrend, type StickerTrend } from './sticker-trend.ts';
import { isSticker } from './stickers.ts';
import { usualAt, usualMileage, type UsualMileage } from './usual-mileage.ts';

const MS_PER_DAY = 86_400_000;
const KNOTS = AGE_KNOTS.length;
/** Months of history that get a level of their own; older ones share the first. */
const MONTHS_MAX = 120;
/** Model years that get a level of their own; older ones share the first. */
const MODEL_YEARS = 28;
/** A sticker price says less about the asking price than an asking price. */
const STICKER_WEIGHT = 0.5;

/** Kinds of rows. Each kind of each type has its own spread. */
export const ROW_KINDS = ['new', 'used', 'certified', 'sticker'] as const;
export const KIND = { new: 0, used: 1, certified: 2, sticker: 3 } as const;

/** Most common effects one row can touch. */
export const STRIDE = 18;

/**
 * The fit's rows: log price = names (`leaf`, with slopes by age and size) + common effects (sparse:
 * `index` and `value`, STRIDE a row, NONE where unused). Rows of one leaf stand together, leaves in
 * ascending order.
 */
export interface Design {
  rows: number;
  /** Natural log of the price in dollars. */
  y: Float64Array;
  weight: Float64Array;
  leaf: Int32Array;
  /** Rows × DIMS: how much of each of its names' effects a row has. */
  basis: Float64Array;
  index: Int16Array;
  value: Float64Array;
  kind: Uint8Array;
  type: Uint8Array;
  age: Float64Array;
  /** Row of the unit table. */
  source: Int32Array;
  tree: NameTree;
  layout: CommonLayout;
  usual: UsualMileage;
  sizes: Sizes;
  stickerTrend: StickerTrend;
  /** Types as filled in, by row of the unit table. */
  types: Int8Array;
}

/**
 * Slopes by which names may differ: per five years up to five, per ten years after. Zero at age 2. What
 * falls faster than others in its first years goes on to, until ten, and is back at 17, where all are near
 * what scrap brings. Going on by 0, 1 and 2 times the early slope was compared: MdAPE of real used units
 * (without trees, ten folds) 11.47, 11.33, 11.38, and of those first seen after two cuts 13.74, 13.63,
 * 13.68; simulated markets (5) a little lower by 1, and their ten years alike.
 */
function earlySlope(age: number): number {
  return (Math.max(-1, Math.min(5, age)) - 2) / 5 + tent(age, 5, 10, 17);
}
function lateSlope(age: number): number {
  return (Math.max(5, Math.min(20, age)) - 5) / 10;
}
/** Departure from the slopes that is highest at one age and nothing from another to a third. */
function tent(age: number, from: number, top: number, to: number): number {
  return Math.max(0, Math.min((age - from) / (top - from), (to - age) / (to - top)));
}
/** What names differ by in the course of age. */
export const AGE_EFFECTS: readonly { effect: number; at: (age: number) => number }[] = [
  { effect: EFFECT.early, at: earlySlope },
  { effect: EFFECT.late, at: lateSlope },
  { effect: EFFECT.bend, at: (age) => tent(age, 5, 8, 13) },
  { effect: EFFECT.oldBend, at: (age) => tent(age, 8, 13, 20) },
];

/** Builds the design from unit months. Rows without type or without any price are left out. */
export function buildDesign(table: UnitTable): Design {
  const types = fillTypes(table);
  const { tree, leaf } = buildTree(table, types);
  const usual = usualMileage(table, types);
  const sizes = measureSizes(table, types, tree, leaf);
  const months = monthRange(table);
  const lastYear = yearOfMonth(months.last) + 2;
  const layout = layoutCommon(
    Math.max(months.first, months.last - MONTHS_MAX + 1),
    months.last,
    lastYear - MODEL_YEARS + 1,
    lastYear,
  );

  const order = rowOrder(table, leaf);
  const design = allocate(order.length, {
    tree,
    layout,
    usual,
    sizes,
    stickerTrend: stickerTrend(table),
    types,
  });
  const rowsOfUnit = countByUnit(table, leaf);
  const isStickerDone = new Uint8Array(table.units);
  order.forEach(({ row, sticker }) => {
    const unit = table.unit[row] ?? 0;
    if (sticker && isStickerDone[unit] === 1) return;
    if (sticker) isStickerDone[unit] = 1;
    const weight = sticker ? STICKER_WEIGHT : 1 / (rowsOfUnit[unit] ?? 1);
    addRow(design, table, row, leaf[row] ?? NONE, weight, sticker);
  });
  return design;
}

/** What a row is sold as. Condition not told: by age and miles, as a reader of the listing would. */
export function kindOf(condition: number, age: number, mileage: number): number {
  const name = LISTING_CONDITIONS[condition];
  if (name === 'new') return KIND.new;
  if (name === 'used') return KIND.used;
  if (name === 'certified') return KIND.certified;
  return age >= 1 || mileage > 2 * DELIVERY_MILES ? KIND.used : KIND.new;
}

function addRow(
  design: Design,
  table: UnitTable,
  row: number,
  leaf: number,
  weight: number,
  sticker: boolean,
): void {
  const at = design.rows;
  const { layout } = design;
  const type = design.types[row] ?? 0;
  const day = table.day[row] ?? 0;
  const year = table.year[row] ?? 0;
  const mileage = table.mileage[row] ?? Number.NaN;
  // The sticker price is the price at the start, however long the unit has stood.
  const age = sticker ? 0 : ageAt(day * MS_PER_DAY, year);
  const kind = sticker ? KIND.sticker : kindOf(table.condition[row] ?? NONE, age, mileage);

  design.y[at] = Math.log((sticker ? table.msrp[row] : table.price[row]) ?? Number.NaN);
  design.weight[at] = weight;
  design.leaf[at] = leaf;
  const basis = at * DIMS;
  design.basis[basis + EFFECT.level] = 1;
  for (const { effect, at: ofAge } of AGE_EFFECTS) design.basis[basis + effect] = ofAge(age);
  design.basis[basis + EFFECT.size] = design.sizes.ratio[row] ?? 0;
  design.basis[basis + EFFECT.sticker] = sticker ? 1 : 0;
  if (kind === KIND.new) {
    design.basis[basis + EFFECT.newPremium] = 1;
    design.basis[basis + EFFECT.newPremiumYear] = leftoverYears(age);
  }
  design.kind[at] = kind;
  design.type[at] = type;
  design.age[at] = age;
  design.source[at] = row;

  let slot = at * STRIDE;
  const put = (column: number, value: number) => {
    design.index[slot] = column;
    design.value[slot] = value;
    slot += 1;
  };
  const { left, share } = knotPosition(AGE_KNOTS, age);
  put(layout.curve + left, 1 - share);
  put(layout.curve + left + 1, share);
  put(layout.typeCurve + type * KNOTS + left, 1 - share);
  put(layout.typeCurve + type * KNOTS + left + 1, share);
  put(layout.sizeByType + type, design.sizes.ratio[row] ?? 0);
  put(layout.modelYear + Math.max(0, Math.min(layout.modelYears - 1, year - layout.firstYear)), 1);
  if (kind === KIND.new) {
    put(layout.newPooled, 1);
    put(layout.newPooled + 1, leftoverYears(age));
    put(layout.newByType + 2 * type, 1);
    put(layout.newByType + 2 * type + 1, leftoverYears(age));
  } else if (kind === KIND.certified) {
    put(layout.certified, 1);
  } else if (kind === KIND.sticker) {
    put(layout.sticker, 1);
    put(layout.stickerByType + type, 1);
  }
  if (kind !== KIND.sticker && hasMileage(type, mileage)) {
    const usual = kind === KIND.new ? DELIVERY_MILES : usualAt(design.usual, type, age);
    const excess = excessMileage(mileage, usual);
    const side = excess < 0 ? 0 : 1;
    put(layout.mileage + side, excess);
    put(layout.mileageByType + 2 * type + side, excess);
  }
  // A sticker is the same everywhere and whenever it is read: places and months are of asking prices.
  if (kind !== KIND.sticker) {
    const region = table.region[row] ?? NONE;
    if (region !== NONE) put(layout.region + region, 1);
    const month = Math.max(0, monthPoint(day * MS_PER_DAY) - layout.firstMonth);
    put(layout.month + Math.floor(month), 1 - (month % 1));
    put(layout.month + Math.floor(month) + 1, month % 1);
    const ago = Math.max(0, layout.months - 1 - month) / SPAN;
    const later = layout.typeMonth + (type + 1) * layout.spans - 1 - Math.floor(ago);
    put(later, 1 - (ago % 1));
    if (ago % 1 > 0) put(later - 1, ago % 1);
  }
  design.rows += 1;
}

function hasMileage(type: number, mileage: number): boolean {
  const id = RV_TYPE_IDS[type];
  return id !== undefined && MOTORHOME_TYPES.has(id) && mileage >= 0;
}

interface RowOrder {
  row: number;
  sticker: boolean;
}

/** Usable rows by leaf, then by unit and month, so that sums do not depend on the order they came in. */
function rowOrder(table: UnitTable, leaf: Int32Array): RowOrder[] {
  const order: RowOrder[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    if (leaf[row] === NONE) continue;
    if ((table.price[row] ?? 0) > 0) order.push({ row, sticker: false });
    if (isSticker(table, row)) order.push({ row, sticker: true });
  }
  const by = (column: ArrayLike<number>, a: number, b: number) =>
    (column[a] ?? 0) - (column[b] ?? 0);
  return order.toSorted(
    (a, b) =>
      by(leaf, a.row, b.row) ||
      by(table.hash, a.row, b.row) ||
      by(table.day, b.row, a.row) ||
      by(table.price, a.row, b.row) ||
      Number(a.sticker) - Number(b.sticker),
  );
}

function countByUnit(table: UnitTable, leaf: Int32Array): Uint16Array {
  const counts = new Uint16Array(table.units);
  for (let row = 0; row < table.rows; row += 1)
    if (leaf[row] !== NONE && (table.price[row] ?? 0) > 0) {
      const unit = table.unit[row] ?? 0;
      counts[unit] = (counts[unit] ?? 0) + 1;
    }
  return counts;
}

function monthRange(table: UnitTable): { first: number; last: number } {
  let first = Infinity;
  let last = -Infinity;
  for (let row = 0; row < table.rows; row += 1) {
    first = Math.min(first, table.day[row] ?? 0);
    last = Math.max(last, table.day[row] ?? 0);
  }
  if (table.rows === 0) return { first: 0, last: 0 };
  return { first: monthOf(first * MS_PER_DAY), last: monthOf(last * MS_PER_DAY) };
}

function allocate(
  size: number,
  whole: Pick<Design, 'tree' | 'layout' | 'usual' | 'sizes' | 'stickerTrend' | 'types'>,
): Design {
  return {
    rows: 0,
    y: new Float64Array(size),
    weight: new Float64Array(size),
    leaf: new Int32Array(size),
    basis: new Float64Array(size * DIMS),
    index: new Int16Array(size * STRIDE).fill(NONE),
    value: new Float64Array(size * STRIDE),
    kind: new Uint8Array(size),
    type: new Uint8Array(size),
    age: new Float64Array(size),
    source: new Int32Array(size),
    ...whole,
  };
}

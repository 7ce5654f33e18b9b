import { AGE_KNOTS, leftoverYears } from '#domain/valuation/age.ts';
import type { ModelNodes, TypeEffects, ValuationModel } from '#schemas/valuation-model.ts';
import { CENSUS_REGIONS, RV_TYPE_IDS } from '#schemas/vocabulary.ts';
import { longRunSd, walkAhead } from './market-walk.ts';
import { referenceYear, seasonAt, SPAN } from './common-layout.ts';
import { AGE_EFFECTS, KIND, STRIDE, type Design } from './design.ts';
import type { Fit } from './fit.ts';
import { lackOfNew } from './new-share.ts';
import { CELLS, DIMS, EFFECT } from './small-matrix.ts';
import { latestRows } from './latest-rows.ts';
import { leastLosses } from './least-loss.ts';
import { fallingAtLeast, nonIncreasing } from './non-increasing.ts';
import { plausibleCurve } from './plausible-curve.ts';
import { LEVEL } from './tree.ts';
import { sharedSlopeSds, typeSlopeSds } from './type-slopes.ts';
import type { UnitTable } from './unit-table.ts';

const KNOTS = AGE_KNOTS.length;
/** Floorplans of one line lie no further from it in log price: beyond, prices are of something else. */
const SHIFT_MAX = 2;

/** The fitted part of the model: all but trees, calibration, accuracy and stickers. */
export type Composed = Omit<
  ValuationModel,
  'calibration' | 'accuracy' | 'stickers' | 'trees' | 'fit'
>;

export interface Composition {
  model: Composed;
  /** By tree node: its index within its level's columns, or -1 without data. */
  position: Int32Array;
  /** By tree node: units with rows that took part. */
  units: Int32Array;
}

/**
 * Turns a fit into curves: for every type, maker, make, family and line the sum of what the fit says, made to
 * fall with age, with the market at its last month and regions around their mean.
 * `include` as in the fit: units held out do not count.
 */
export function composeModel(
  design: Design,
  fit: Fit,
  table: UnitTable,
  include?: Uint8Array,
): Composition {
  const units = countUnits(design, table, include);
  const used = countUnits(design, table, include, [KIND.used, KIND.certified]);
  const position = placeNodes(design, units);
  const base = baseOf(design, fit);
  const typeNodes = nodesOf(design, position, LEVEL.type);
  const typeOfNode = typeOfNodes(design);
  const types = typeNodes.map((node) => typeOfNode[node] ?? 0);
  const weights = knotWeights(design);
  const ages = meanAges(design, include);
  const newest = latestRows(design, table, table.units);

  const least = leastLosses(design, fit, weights);
  const shared = sharedSlopeSds(design, fit);

  const curvesOf = (nodes: readonly number[], which: number) => {
    const curves = new Float32Array(nodes.length * KNOTS);
    nodes.forEach((node, at) => {
      const type = typeOfNode[node] ?? 0;
      const [from, to] = [type * KNOTS, (type + 1) * KNOTS];
      const curve = fallingAtLeast(
        plausibleCurve(curveOf(design, fit, node, type, base), ages[node] ?? 0),
        weights.subarray(from, to),
        which === LEVEL.type ? least.ofTypes : least.ofNames.subarray(from, to),
      );
      curves.set(curve, at * KNOTS);
    });
    return curves;
  };
  const level = (which: number): ModelNodes => {
    const nodes = nodesOf(design, position, which);
    return {
      keys: nodes.map((node) => design.tree.key[node] ?? ''),
      parent: Int32Array.from(nodes, (node) => position[design.tree.parent[node] ?? -1] ?? -1),
      units: Int32Array.from(nodes, (node) => units[node] ?? 0),
      usedUnits: Int32Array.from(nodes, (node) => used[node] ?? 0),
      curves: curvesOf(nodes, which),
      newShift: Float32Array.from(
        nodes.flatMap((node) => [
          fit.names.mean[node * DIMS + EFFECT.newPremium] ?? 0,
          (fit.names.mean[node * DIMS + EFFECT.newPremiumYear] ?? 0) +
            lackOfNew(fit.newShare) * (fit.names.mean[node * DIMS + EFFECT.early] ?? 0),
        ]),
      ),
      slopeSd: Float32Array.from(nodes, (node) =>
        Math.hypot(
          Math.max(earlySlopeSd(fit, node), lateSlopeSd(fit, node)),
          shared[typeOfNode[node] ?? 0] ?? 0,
        ),
      ),
      earlySlopeSd:
        which === LEVEL.type
          ? Float32Array.from(typeSlopeSds(design, fit, types))
          : Float32Array.from(nodes, (node) => earlySlopeSd(fit, node)),
      feet: Float32Array.from(nodes, (node) => feetOf(design, node, typeOfNode[node] ?? 0)),
      sizeSlope: Float32Array.from(nodes, (node) =>
        sizeSlope(design, fit, node, typeOfNode[node] ?? 0),
      ),
    };
  };
  const floorplanNodes = nodesOf(design, position, LEVEL.floorplan);
  const model: Composed = {
    knots: [...AGE_KNOTS],
    types: typeNodes.map((node) =>
      typeEffects(design, fit, typeOfNode[node] ?? 0, units[node] ?? 0, newest),
    ),
    typeNodes: level(LEVEL.type),
    makers: level(LEVEL.maker),
    makes: level(LEVEL.make),
    families: level(LEVEL.family),
    lines: level(LEVEL.line),
    floorplans: {
      keys: floorplanNodes.map((node) => design.tree.key[node] ?? ''),
      parent: Int32Array.from(
        floorplanNodes,
        (node) => position[design.tree.parent[node] ?? -1] ?? -1,
      ),
      units: Int32Array.from(floorplanNodes, (node) => units[node] ?? 0),
      shift: Float32Array.from(floorplanNodes, (node) => {
        const parent = design.tree.parent[node] ?? 0;
        const size = (of: number) => design.sizes.nodeRatio[of] ?? 0;
        const shift =
          (fit.names.mean[node * DIMS] ?? 0) -
          (fit.names.mean[parent * DIMS] ?? 0) +
          sizeSlope(design, fit, parent, typeOfNode[parent] ?? 0) * (size(node) - size(parent));
        return Math.max(-SHIFT_MAX, Math.min(SHIFT_MAX, shift));
      }),
    },
    regions: Object.fromEntries(
      CENSUS_REGIONS.map((region, at) => [
        region,
        (fit.common[design.layout.region + at] ?? 0) - base.region,
      ]),
    ),
    months: {
      first: design.layout.firstMonth,
      count: design.layout.months,
      level: monthLevels(design, fit, types),
      season: Float32Array.from({ length: 12 }, (_, month) => seasonOf(design, fit, month)),
      ahead: walkAhead(design.layout, fit.common, fit.covarianceOf, fit.spread),
    },
    modelYears: modelYearLevels(design, fit, base),
    monthSd: longRunSd(fit.spread),
  };
  return { model, position, units };
}

/** What is added to every curve: the last month's level and the mean region. */
interface Base {
  month: number;
  region: number;
  modelYear: number;
}

function baseOf(design: Design, fit: Fit): Base {
  const { layout } = design;
  const regions = CENSUS_REGIONS.map((_, at) => fit.common[layout.region + at] ?? 0);
  return {
    modelYear: fit.common[layout.modelYear + referenceYear(layout) - layout.firstYear] ?? 0,
    month: fit.common[layout.month + layout.months - 1] ?? 0,
    region: regions.reduce((sum, effect) => sum + effect, 0) / regions.length,
  };
}

function curveOf(design: Design, fit: Fit, node: number, type: number, base: Base): Float64Array {
  const { layout } = design;
  const at = node * DIMS;
  return Float64Array.from(AGE_KNOTS, (age, knot) => {
    const names =
      (fit.names.mean[at + EFFECT.level] ?? 0) +
      AGE_EFFECTS.reduce(
        (sum, { effect, at: ofAge }) => sum + (fit.names.mean[at + effect] ?? 0) * ofAge(age),
        0,
      ) +
      sizeSlope(design, fit, node, type) * (design.sizes.nodeRatio[node] ?? 0);
    const common =
      (fit.common[layout.curve + knot] ?? 0) +
      (fit.common[layout.typeCurve + type * KNOTS + knot] ?? 0);
    return names + common + base.month + base.region + base.modelYear;
  });
}

function sizeSlope(design: Design, fit: Fit, node: number, type: number): number {
  return (
    (fit.names.mean[node * DIMS + EFFECT.size] ?? 0) +
    (fit.common[design.layout.sizeByType + type] ?? 0)
  );
}

/** Mean age of the rows at or below every node. */
function meanAges(design: Design, include?: Uint8Array): Float64Array {
  const { tree } = design;
  const sums = new Float64Array(tree.size);
  const weights = new Float64Array(tree.size);
  const add = (node: number, sum: number, weight: number) => {
    sums[node] = (sums[node] ?? 0) + sum;
    weights[node] = (weights[node] ?? 0) + weight;
  };
  for (let row = 0; row < design.rows; row += 1) {
    if (include !== undefined && include[row] !== 1) continue;
    const weight = design.weight[row] ?? 0;
    add(design.leaf[row] ?? 0, weight * (design.age[row] ?? 0), weight);
  }
  for (let node = tree.size - 1; node > 0; node -= 1)
    add(tree.parent[node] ?? 0, sums[node] ?? 0, weights[node] ?? 0);
  return sums.map((sum, node) => sum / Math.max(weights[node] ?? 0, 1e-9));
}

function typeEffects(
  design: Design,
  fit: Fit,
  type: number,
  units: number,
  newest: Int32Array,
): TypeEffects {
  const { layout, usual } = design;
  const of = (column: number) => fit.common[column] ?? 0;
  const level = of(layout.newPooled) + of(layout.newByType + 2 * type);
  const perYear = of(layout.newPooled + 1) + of(layout.newByType + 2 * type + 1);
  const mileage = (side: number) =>
    Math.min(0, of(layout.mileage + side) + of(layout.mileageByType + 2 * type + side));
  const id = RV_TYPE_IDS[type];
  if (id === undefined) throw new RangeError(`There is no type ${type}.`);
  return {
    id,
    units,
    newPremium: Float32Array.from(AGE_KNOTS, (age) =>
      Math.max(0, level + perYear * leftoverYears(age)),
    ),
    certifiedPremium: Math.max(0, of(layout.certified)),
    mileageBelow: mileage(0),
    mileageAbove: mileage(1),
    usualMileage: usual.slice(type * KNOTS, (type + 1) * KNOTS),
    medianAge: medianUsedAge(design, type, newest),
  };
}

/** Market and type together, by month, against their last month; the season is in it. */
function monthLevels(
  design: Design,
  fit: Fit,
  types: readonly number[],
): Float32Array<ArrayBuffer> {
  const { layout } = design;
  const of = (column: number) => fit.common[column] ?? 0;
  const level = new Float32Array(types.length * layout.months);
  types.forEach((type, row) => {
    const last = layout.typeMonth + (type + 1) * layout.spans - 1;
    for (let month = 0; month < layout.months; month += 1) {
      const ago = (layout.months - 1 - month) / SPAN;
      const later = of(last - Math.floor(ago)) - of(last);
      const earlier = of(last - Math.ceil(ago)) - of(last);
      level[row * layout.months + month] =
        of(layout.month + month) -
        of(layout.month + layout.months - 1) +
        later +
        (ago % 1) * (earlier - later);
    }
  });
  return level;
}

/** What the season does to log price in a month since January 1970. */
function seasonOf(design: Design, fit: Fit, month: number): number {
  return seasonAt(month).reduce(
    (sum, value, wave) => sum + value * (fit.common[design.layout.season + wave] ?? 0),
    0,
  );
}

/** Levels by model year against the reference year, never falling: no year's start is below an older one's. */
function modelYearLevels(design: Design, fit: Fit, base: Base): ValuationModel['modelYears'] {
  const { layout } = design;
  const rows = new Float64Array(layout.modelYears).fill(1);
  for (let row = 0; row < design.rows; row += 1)
    for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
      const year = (design.index[slot] ?? -1) - layout.modelYear;
      if (year >= 0 && year < layout.modelYears)
        rows[year] = (rows[year] ?? 0) + (design.weight[row] ?? 0);
    }
  const falling = Float64Array.from(
    { length: layout.modelYears },
    (_, at) => -(fit.common[layout.modelYear + at] ?? 0),
  );
  const level = nonIncreasing(falling, rows).map((value) => -value - base.modelYear);
  return {
    first: layout.firstYear,
    level: Float32Array.from(level),
    perYear: Math.max(0, design.stickerTrend.rise),
  };
}

/** Of the newest rows of units. */
function medianUsedAge(design: Design, type: number, newest: Int32Array): number {
  const ages = Float64Array.from(
    newest.filter((row) => design.type[row] === type && design.kind[row] === KIND.used),
    (row) => design.age[row] ?? 0,
  ).toSorted();
  return ages[ages.length >> 1] ?? 5;
}

/** Standard deviations of a name's yearly log slope up to five years and after. */
function earlySlopeSd(fit: Fit, node: number): number {
  return sdOf(fit, node, EFFECT.early) / 5;
}
function lateSlopeSd(fit: Fit, node: number): number {
  return sdOf(fit, node, EFFECT.late) / 10;
}
function sdOf(fit: Fit, node: number, effect: number): number {
  return Math.sqrt(Math.max(0, fit.names.covariance[node * CELLS + effect * (DIMS + 1)] ?? 0));
}

/** Length in feet that is usual for a name; 0 where no floorplan tells one. */
function feetOf(design: Design, node: number, type: number): number {
  const { usualFeet, nodeRatio } = design.sizes;
  return (usualFeet[type] ?? 0) * Math.exp(nodeRatio[node] ?? 0);
}

/** Units of the market at or below every node: those that took part and those they stand for, of some kinds or all. */
function countUnits(
  design: Design,
  table: UnitTable,
  include?: Uint8Array,
  kinds?: readonly number[],
): Int32Array {
  const { tree } = design;
  const counts = new Float64Array(tree.size);
  const isCounted = new Uint8Array(table.units);
  for (let row = 0; row < design.rows; row += 1) {
    if (include !== undefined && include[row] !== 1) continue;
    if (kinds?.includes(design.kind[row] ?? 0) === false) continue;
    const source = design.source[row] ?? 0;
    const unit = table.unit[source] ?? 0;
    if (isCounted[unit] === 1) continue;
    isCounted[unit] = 1;
    const leaf = design.leaf[row] ?? 0;
    counts[leaf] = (counts[leaf] ?? 0) + (table.stands[source] ?? 1);
  }
  for (let node = tree.size - 1; node > 0; node -= 1) {
    const parent = tree.parent[node] ?? 0;
    counts[parent] = (counts[parent] ?? 0) + (counts[node] ?? 0);
  }
  return Int32Array.from(counts, (count) => Math.round(count));
}

function placeNodes(design: Design, units: Int32Array): Int32Array {
  const position = new Int32Array(design.tree.size).fill(-1);
  const next = new Int32Array(8);
  for (let node = 0; node < design.tree.size; node += 1) {
    if ((units[node] ?? 0) === 0) continue;
    const level = design.tree.level[node] ?? 0;
    position[node] = next[level] ?? 0;
    next[level] = (next[level] ?? 0) + 1;
  }
  return position;
}

/** The nodes of a level that have data, in the order of its columns. */
export function nodesOf(design: Design, position: Int32Array, level: number): number[] {
  const nodes: number[] = [];
  for (let node = 0; node < design.tree.size; node += 1)
    if (design.tree.level[node] === level && (position[node] ?? -1) >= 0) nodes.push(node);
  return nodes;
}

function typeOfNodes(design: Design): Uint8Array {
  return Uint8Array.from(design.tree.key, (key) => Number.parseInt(key, 10) || 0);
}

/** Rows near each knot by type, so that making a curve monotone bends it where little is known. */
function knotWeights(design: Design): Float64Array {
  const weights = new Float64Array(RV_TYPE_IDS.length * KNOTS).fill(1);
  for (let row = 0; row < design.rows; row += 1) {
    // The first two slots of a row are its place on the pooled curve.
    const type = design.type[row] ?? 0;
    for (let slot = row * STRIDE; slot < row * STRIDE + 2; slot += 1) {
      const at = type * KNOTS + (design.index[slot] ?? 0) - design.layout.curve;
      weights[at] = (weights[at] ?? 0) + (design.value[slot] ?? 0) * (design.weight[row] ?? 0);
    }
  }
  return weights;
}

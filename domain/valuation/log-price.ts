import type { ModelNodes, TypeEffects, ValuationModel } from '#schemas/valuation-model.ts';
import type { Condition } from '#schemas/vocabulary.ts';
import { AGE_KNOTS, curveAt, knotPosition, leftoverYears, type KnotPosition } from './age.ts';
import { marketEffect } from './market-level.ts';
import { DELIVERY_MILES, excessMileage, mileageEffect } from './mileage.ts';
import { sizeRatio } from './size.ts';

/** Where in the model an RV stands: which curve, and how its floorplan shifts it. */
export interface CurveRef {
  /** Index into `model.types`. */
  type: number;
  curves: Float32Array;
  /** Where the curve starts in `curves`. */
  offset: number;
  shift: number;
  /** What its name adds to the new premium of its type, and more per year of age up to three. */
  newShift: readonly [level: number, perYear: number];
}

/** A node's curve, shifted by how much longer or shorter than usual a floorplan's code says it is. */
export function nodeCurve(
  level: ModelNodes,
  node: number,
  type: number,
  knots: number,
  feet: number | undefined,
): CurveRef {
  const shift = (level.sizeSlope[node] ?? 0) * sizeRatio(feet, level.feet[node] ?? 0);
  return {
    type,
    curves: level.curves,
    offset: node * knots,
    shift,
    newShift: newShiftOf(level, node),
  };
}

/** A known floorplan's curve: its line's, shifted by what its own listings say. */
export function floorplanCurve(model: ValuationModel, floorplan: number, type: number): CurveRef {
  return {
    type,
    curves: model.lines.curves,
    offset: (model.floorplans.parent[floorplan] ?? 0) * model.knots.length,
    shift: model.floorplans.shift[floorplan] ?? 0,
    newShift: newShiftOf(model.lines, model.floorplans.parent[floorplan] ?? 0),
  };
}

/** A node's part of the new premium. */
export function newShiftOf({ newShift }: ModelNodes, node: number): CurveRef['newShift'] {
  return [newShift[2 * node] ?? 0, newShift[2 * node + 1] ?? 0];
}

/** What makes up a log price, part by part. */
export interface LogParts {
  /** The used curve at the age. */
  curve: number;
  modelYear: number;
  condition: number;
  mileage: number;
  region: number;
  market: number;
  /** What trees say beyond the curve, by their share; 0 until they are asked. */
  detail: number;
  /** What held-out prices of such a value showed beyond all that; 0 until it is asked for. */
  correction: number;
}

/**
 * Log mileage ratio against what is usual for its type, age and condition; 0 where the mileage is
 * not known or the type has no odometer.
 */
export function excessOf(
  type: TypeEffects,
  condition: Condition,
  at: KnotPosition,
  mileage: number | undefined,
): number {
  if (mileage === undefined) return 0;
  const usual = curveAt(type.usualMileage, 0, at);
  if (usual === 0) return 0;
  return excessMileage(mileage, condition === 'new' ? DELIVERY_MILES : usual);
}

/**
 * Up to this age a used unit is worth at most what a new one is as it is delivered, and a certified one too; an older
 * one at most what a new one of this age is, so that none gains by growing older. Older ones are hardly ever sold as
 * new: what few miles are worth is learnt from used ones, and held to new ones of their own age 43 real motorhomes
 * would be met with a median error of 9.7%, not 8.7%; there it is the new one that is worth at least a certified one.
 */
const NEW_UNTIL = 3;

/**
 * What a condition adds to the used price of a curve, in log dollars; never below 0, and never more for a
 * certified unit than for a new one.
 */
export function conditionEffect(
  type: TypeEffects,
  condition: Condition,
  { curves, offset, newShift }: Pick<CurveRef, 'curves' | 'offset' | 'newShift'>,
  at: KnotPosition,
): number {
  if (condition === 'used') return 0;
  const premium = (knot: number) => {
    const age = AGE_KNOTS[knot] ?? 0;
    const told = (type.newPremium[knot] ?? 0) + newShift[0] + newShift[1] * leftoverYears(age);
    const asNew = Math.max(age > NEW_UNTIL ? type.certifiedPremium : 0, told);
    return condition === 'new' ? asNew : Math.min(type.certifiedPremium, asNew);
  };
  // Neither is ever worth more for standing longer, whatever its premium does.
  const used = curveAt(curves, offset, at);
  let price = used + premium(at.left) + at.share * (premium(at.left + 1) - premium(at.left));
  for (let knot = 0; knot <= at.left; knot += 1)
    price = Math.min(price, (curves[offset + knot] ?? 0) + premium(knot));
  return price - used;
}

/** What a model year started from, against the reference year. */
export function modelYearEffect(model: ValuationModel, modelYear: number): number {
  const { first, level, perYear } = model.modelYears;
  const at = modelYear - first;
  const inside = Math.max(0, Math.min(level.length - 1, Math.floor(at)));
  const from = level[inside] ?? 0;
  const outside = at - inside;
  // Between two years (a typical age is no whole number) and outside all of them.
  if (outside < 0 || inside === level.length - 1) return from + perYear * outside;
  return from + outside * ((level[inside + 1] ?? from) - from);
}

/** Census region's effect; 0 where it is not known. */
function regionEffect(model: ValuationModel, region: string): number {
  return model.regions[region] ?? 0;
}

/** Log of the expected asking price, part by part; the price is exp of their sum. */
export function logParts(
  model: ValuationModel,
  ref: CurveRef,
  facts: {
    modelYear: number;
    age: number;
    condition: Condition;
    mileage: number | undefined;
    region: string;
    month: number;
  },
): LogParts {
  const at = knotPosition(model.knots, facts.age);
  const type = model.types[ref.type];
  if (type === undefined) throw new RangeError(`The model has no type ${ref.type}.`);
  return {
    curve: curveAt(ref.curves, ref.offset, at) + ref.shift,
    modelYear: modelYearEffect(model, facts.modelYear),
    condition: conditionEffect(type, facts.condition, ref, at),
    mileage: milesEffect(model.knots, type, facts, ref, at),
    region: regionEffect(model, facts.region),
    market: marketEffect(model, ref.type, facts.month),
    detail: 0,
    correction: 0,
  };
}

/**
 * What its miles add to a price. Sold as new after more miles than it is delivered with, a unit is worth at
 * least what it is as certified, so that at the same miles it is never worth more certified or used than new.
 */
function milesEffect(
  knots: readonly number[],
  type: TypeEffects,
  { age, condition, mileage }: { age: number; condition: Condition; mileage: number | undefined },
  ref: CurveRef,
  at: KnotPosition,
): number {
  const effectAs = (sold: Condition): number =>
    mileageEffect(excessOf(type, sold, at, mileage), type.mileageBelow, type.mileageAbove);
  const asUsed = effectAs('used');
  if (condition !== 'new' && asUsed <= 0) return asUsed;
  const premium = conditionEffect(type, 'new', ref, at);
  const most =
    age <= NEW_UNTIL
      ? premium
      : priceAsNew(type, ref, knotPosition(knots, NEW_UNTIL)) - curveAt(ref.curves, ref.offset, at);
  if (condition !== 'new')
    return Math.min(asUsed, Math.max(0, most - conditionEffect(type, condition, ref, at)));
  const asCertified = conditionEffect(type, 'certified', ref, at) + asUsed;
  return Math.max(effectAs('new'), Math.min(most, asCertified) - premium);
}

/** What a curve comes to for a unit that is sold as new, as it is delivered. */
const priceAsNew = (type: TypeEffects, ref: CurveRef, at: KnotPosition): number =>
  curveAt(ref.curves, ref.offset, at) + conditionEffect(type, 'new', ref, at);

export function sumOf(parts: LogParts): number {
  return (
    parts.modelYear +
    parts.curve +
    parts.condition +
    parts.mileage +
    parts.region +
    parts.market +
    parts.detail +
    parts.correction
  );
}

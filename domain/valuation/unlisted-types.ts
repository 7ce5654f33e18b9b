import type {
  Calibration,
  ModelNodes,
  TypeEffects,
  ValuationModel,
} from '#schemas/valuation-model.ts';
import { MOTORHOME_TYPES, RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';

/**
 * Dollars a two-year-old RV is usually asked for: type curves fitted to real listings, rounded (fish
 * houses and pop-ups by their stickers). Only the ratios between types are used.
 */
const TYPICAL_PRICE: Readonly<Record<RvTypeId, number>> = {
  'class-a': 180_000,
  'class-b': 155_000,
  'class-c': 125_000,
  'travel-trailer': 25_000,
  'fifth-wheel': 60_000,
  'toy-hauler': 45_000,
  'pop-up': 14_000,
  'truck-camper': 25_000,
  'park-model': 65_000,
  'fish-house': 25_000,
};
/** No listing of the type was held out: its range is so many times as wide as that of the others. */
const WIDER = 1.6;
/** Mileage slopes before any motorhome says more, as the fit's priors have them. */
const MILEAGE_SLOPES = { below: -0.05, above: -0.08 };
/** Miles an RV is driven in a year, and years of age that an explanation starts from. */
const YEARLY_MILES = 4_500;
const USUAL_AGE = 5;

/**
 * The model with every type there is: one that nobody lists gets the curve of those that are listed,
 * moved by what RVs of the types usually cost, without a single unit behind it and with a wider range.
 * So whatever is asked has a value as soon as its type is known. A model of no types stays as it is.
 */
export function withUnlistedTypes(model: ValuationModel): ValuationModel {
  const unlisted = RV_TYPE_IDS.filter((id) => model.types.every((type) => type.id !== id));
  if (model.types.length === 0 || unlisted.length === 0) return model;
  return {
    ...model,
    types: [...model.types, ...unlisted.map((id) => effectsOf(id, model))],
    typeNodes: withNodes(model, unlisted),
    months: {
      ...model.months,
      level: joined(model.months.level, [new Float32Array(unlisted.length * model.months.count)]),
    },
    calibration: {
      new: widened(model.calibration.new, unlisted.length),
      used: widened(model.calibration.used, unlisted.length),
    },
  };
}

function effectsOf(id: RvTypeId, { types, knots }: ValuationModel): TypeEffects {
  const drives = MOTORHOME_TYPES.has(id);
  const odometers = types.filter((type) => MOTORHOME_TYPES.has(type.id));
  const mean = (of: (type: TypeEffects) => number) => weightedMean(types, of);
  const slope = (of: (type: TypeEffects) => number, usual: number) =>
    drives && odometers.length > 0 ? weightedMean(odometers, of) : usual;
  return {
    id,
    units: 0,
    newPremium: Float32Array.from(knots, (_, knot) => mean((type) => type.newPremium[knot] ?? 0)),
    certifiedPremium: mean((type) => type.certifiedPremium),
    mileageBelow: slope((type) => type.mileageBelow, MILEAGE_SLOPES.below),
    mileageAbove: slope((type) => type.mileageAbove, MILEAGE_SLOPES.above),
    usualMileage: Float32Array.from(knots, (age) =>
      drives ? YEARLY_MILES * Math.max(0.5, age + 0.5) : 0,
    ),
    medianAge: USUAL_AGE,
  };
}

function withNodes(model: ValuationModel, unlisted: readonly RvTypeId[]): ModelNodes {
  const { typeNodes, types, knots } = model;
  const none = () => new Float32Array(unlisted.length);
  const slopeSd = weightedMean(types, (_type, at) => typeNodes.slopeSd[at] ?? 0);
  const curveOf = (id: RvTypeId) =>
    Float32Array.from(knots, (_, knot) =>
      weightedMean(types, (type, at) => {
        const moved = Math.log(TYPICAL_PRICE[id] / TYPICAL_PRICE[type.id]);
        return (typeNodes.curves[at * knots.length + knot] ?? 0) + moved;
      }),
    );
  return {
    keys: [...typeNodes.keys, ...unlisted.map((id) => `${RV_TYPE_IDS.indexOf(id)}`)],
    parent: Int32Array.from([...typeNodes.parent, ...unlisted.map(() => -1)]),
    units: Int32Array.from([...typeNodes.units, ...unlisted.map(() => 0)]),
    usedUnits: Int32Array.from([...typeNodes.usedUnits, ...unlisted.map(() => 0)]),
    curves: joined(typeNodes.curves, unlisted.map(curveOf)),
    newShift: joined(typeNodes.newShift, [new Float32Array(2 * unlisted.length)]),
    slopeSd: joined(typeNodes.slopeSd, [none().fill(slopeSd)]),
    earlySlopeSd: joined(typeNodes.earlySlopeSd, [none()]),
    feet: joined(typeNodes.feet, [none()]),
    sizeSlope: joined(typeNodes.sizeSlope, [none()]),
  };
}

function widened(calibration: Calibration, unlisted: number): Calibration {
  const wide = Array.from({ length: unlisted }, () => Math.log(WIDER));
  const widen = (own: Calibration['named']) => ({ ...own, byType: [...own.byType, ...wide] });
  return {
    ...calibration,
    named: widen(calibration.named),
    unnamed: widen(calibration.unnamed),
  };
}

function weightedMean(
  types: readonly TypeEffects[],
  of: (type: TypeEffects, at: number) => number,
): number {
  let sum = 0;
  let units = 0;
  types.forEach((type, at) => {
    sum += type.units * of(type, at);
    units += type.units;
  });
  return units === 0 ? 0 : sum / units;
}

function joined(first: Float32Array, rest: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const all = new Float32Array(rest.reduce((sum, own) => sum + own.length, first.length));
  all.set(first);
  let at = first.length;
  for (const own of rest) {
    all.set(own, at);
    at += own.length;
  }
  return all;
}

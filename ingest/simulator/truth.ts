import type { Condition } from '#schemas/vocabulary.ts';
import { CERTIFIED_PREMIUM, TYPE_FACTS, USUAL_MILES_A_YEAR } from './facts.ts';
import { ageAt, calendarYears } from './time.ts';
import {
  CYCLE_START,
  FIRST_MODEL_YEAR,
  type Curve,
  type Floorplan,
  type Line,
  type TypeWorld,
} from './world.ts';

/** What the noise-free asking price of a unit depends on, besides the instant. */
export interface Unit {
  market: TypeWorld;
  line: Line;
  floorplan: Floorplan;
  modelYear: number;
  condition: Condition;
  /** Miles as listed; null for what has no odometer. */
  mileage: number | null;
  /** Log price of the place. */
  placeEffect: number;
}

/** Sticker price of the unit when it was new, US dollars. */
export function stickerPrice(unit: Unit): number {
  return Math.exp(logMsrp(unit));
}

/**
 * The noise-free asking price at an instant, US dollars: sticker price of the model year × the line's
 * curve at the unit's age and condition × mileage × place × season × market cycle.
 */
export function trueAsk(unit: Unit, instant: number): number {
  const age = ageAt(instant, unit.modelYear);
  return Math.exp(
    logMsrp(unit) +
      logRetained(unit.line.curve, unit.condition, age) +
      mileageEffect(unit, age) +
      unit.placeEffect +
      seasonEffect(unit.market, instant) +
      cycleEffect(unit.market, instant),
  );
}

/**
 * True share of its value that a unit keeps over the next ten years, in nominal dollars: it is then a
 * used unit (a certificate has lapsed), driven as usual from now on, in a market at today's level.
 * What the sticker prices of later model years do does not enter: the unit's own sticker stays.
 */
export function retainedAfterTenYears(unit: Unit, instant: number): number {
  const age = ageAt(instant, unit.modelYear);
  const { curve } = unit.line;
  return Math.exp(logRetained(curve, 'used', age + 10) - logRetained(curve, unit.condition, age));
}

/** Log of asking price over sticker price; never rises with age. The form stands at `CurveFacts`. */
export function logRetained(curve: Curve, condition: Condition, age: number): number {
  const years = Math.max(0, age + 0.5);
  const used = -(
    curve.discount +
    curve.usedGap +
    curve.earlyDrop * (1 - Math.exp(-years / 1.5)) +
    curve.slope * 25 * Math.log1p(years / 25)
  );
  if (condition === 'used') return used;
  if (condition === 'certified') return used + CERTIFIED_PREMIUM;
  // An unsold unit of long ago is still worth a little more than a used one.
  return Math.max(-(curve.discount + curve.discountPerYear * years), used + CERTIFIED_PREMIUM);
}

export function usualMiles(age: number): number {
  return USUAL_MILES_A_YEAR * Math.max(0.1, age + 0.5);
}

/** Price change by miles beyond the usual, levelling off at ±30%. New units have none. */
function mileageEffect(unit: Unit, age: number): number {
  const perTenThousand = TYPE_FACTS[unit.line.type].perTenThousandMiles;
  if (perTenThousand === null || unit.mileage === null || unit.condition === 'new') return 0;
  return -0.3 * Math.tanh((perTenThousand * (unit.mileage - usualMiles(age))) / 10_000 / 0.3);
}

export function seasonEffect(market: TypeWorld, instant: number): number {
  return market.season * Math.cos(2 * Math.PI * (calendarYears(instant) - market.seasonPeak));
}

/** The market's level, straight between the firsts of two months. */
export function cycleEffect(market: TypeWorld, instant: number): number {
  const months = Math.max(0, (calendarYears(instant) - CYCLE_START) * 12);
  const month = Math.min(Math.floor(months), market.cycle.length - 2);
  const before = market.cycle[month] ?? 0;
  const after = market.cycle[month + 1] ?? 0;
  return before + (after - before) * Math.min(1, months - month);
}

function logMsrp(unit: Unit): number {
  const ofYear = unit.line.logMsrp[unit.modelYear - FIRST_MODEL_YEAR];
  if (ofYear === undefined)
    throw new RangeError(`No sticker price for model year ${unit.modelYear}.`);
  return ofYear + unit.floorplan.level;
}

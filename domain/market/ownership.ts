import type { ValuationModel } from '#schemas/valuation-model.ts';
import type { RvTypeId } from '#schemas/vocabulary.ts';
import { curveAt, knotPosition } from '../valuation/age.ts';
import { modelYearEffect } from '../valuation/log-price.ts';
import { count, percent, usd } from '../decision/words.ts';
import type { Insights } from './financing.ts';
import {
  DOLLARS_A_GALLON,
  MAINTENANCE_OF_VALUE,
  MILES_A_YEAR,
  RUNNING_COSTS,
  sourceOf,
} from './published.ts';
import { isTypeKnown } from './retention.ts';
import { typeName } from './segments.ts';

/** A used unit of this age, in years, owned for so many years. */
const AGE = 3;
const YEARS = 5;

type Range = readonly [low: number, high: number];

export interface Ownership {
  type: RvTypeId;
  costs: Insights['totalCostAnalysis'];
}

/** What owning a used unit of each type with enough used units costs a year, types with most units first. */
export function ownershipCosts(model: ValuationModel): Ownership[] {
  return model.types
    .flatMap(({ id, units }, at) =>
      isTypeKnown(model, at) ? [{ type: id, units, costs: costsOf(model, at, id) }] : [],
    )
    .toSorted((a, b) => b.units - a.units)
    .map(({ type, costs }) => ({ type, costs }));
}

function costsOf(model: ValuationModel, type: number, id: RvTypeId): Ownership['costs'] {
  // The curves are of the reference year; who is of this age now started from another sticker price.
  const start = modelYearEffect(model, lastMonth(model) - AGE);
  const valueAt = (age: number) =>
    Math.exp(
      start +
        curveAt(model.typeNodes.curves, type * model.knots.length, knotPosition(model.knots, age)),
    );
  const value = valueAt(AGE);
  const { insurance, storage, milesPerGallon } = RUNNING_COSTS[id];
  const lost = Array.from(
    { length: YEARS },
    (_, year) => valueAt(AGE + year) - valueAt(AGE + year + 1),
  );
  const fuel = (gallonMiles: number) => (MILES_A_YEAR / gallonMiles) * DOLLARS_A_GALLON;
  const [thrifty, thirsty] = [fuel(milesPerGallon[1]), fuel(milesPerGallon[0])];
  const line = (category: string, description: string, range: Range, annual: number) => ({
    category,
    description,
    costRange: `${usd(round(range[0]))}–${usd(round(range[1]))}`,
    annualCost: round(annual),
  });
  return [
    line(
      'Depreciation',
      `${typeName(id)} of ${AGE} years at ${usd(round(value))}, kept for ${YEARS} years. Source: our own value curves.`,
      [Math.min(...lost), Math.max(...lost)],
      (value - valueAt(AGE + YEARS)) / YEARS,
    ),
    line('Insurance', sourceOf('insurance'), insurance, middle(insurance)),
    line(
      'Storage',
      `Nothing where it stands on your own ground. ${sourceOf('storage')}`,
      [12 * storage[0], 12 * storage[1]],
      12 * middle(storage),
    ),
    line(
      'Maintenance',
      `${percent(MAINTENANCE_OF_VALUE[0])} to ${percent(MAINTENANCE_OF_VALUE[1])} of its value. ${sourceOf('maintenance')}`,
      [MAINTENANCE_OF_VALUE[0] * value, MAINTENANCE_OF_VALUE[1] * value],
      middle(MAINTENANCE_OF_VALUE) * value,
    ),
    ...(STANDS.has(id)
      ? []
      : [
          line(
            'Fuel',
            `${count(MILES_A_YEAR)} miles a year. ${sourceOf('milesAYear')} ${milesPerGallon[0]} to ${milesPerGallon[1]} miles a gallon. ${sourceOf('milesPerGallon')} $${DOLLARS_A_GALLON.toFixed(2)} a gallon. ${sourceOf('gallon')}`,
            [thrifty, thirsty],
            middle([thrifty, thirsty]),
          ),
        ]),
  ];
}

/** The middle of the last month with prices, as a year: what the curves' levels are of. */
const lastMonth = ({ months: { first, count: all } }: ValuationModel): number =>
  1970 + (first + all - 0.5) / 12;

/** Set down once and lived in: nothing tows it about. */
const STANDS: ReadonlySet<RvTypeId> = new Set(['park-model']);

const middle = ([low, high]: Range): number => (low + high) / 2;
/** Figures of a guide, not of a bill. */
const round = (dollars: number): number => Math.round(dollars / 10) * 10;

import type { ValuationModel } from '#schemas/valuation-model.ts';
import { calibrationFor, correctedAt } from './calibrated.ts';
import { detailOf, type RvFacts } from './detail.ts';
import { logParts, sumOf, type LogParts } from './log-price.ts';
import type { Place } from './place.ts';

/** Log price of an RV, part by part: its curve, what trees say beyond it, and the correction of both. */
export function logPriceOf(model: ValuationModel, place: Place, facts: RvFacts): LogParts {
  const parts = uncorrected(model, place, facts);
  const estimate = sumOf(parts);
  parts.correction = correctedPrice(model, place, facts, estimate) - estimate;
  return parts;
}

/**
 * New and used are corrected each by their own prices, and trees know the miles of either beside what is
 * usual for it: a new unit is lifted to what it is worth as a certified one of the same miles.
 */
function correctedPrice(
  model: ValuationModel,
  place: Place,
  facts: RvFacts,
  estimate: number,
): number {
  const own = correctedAt(calibrationFor(model, facts.condition), estimate);
  if (facts.condition !== 'new') return own;
  const used = calibrationFor(model, 'used');
  // Of unknown miles it comes to no more than this as a certified one.
  if (facts.mileage === undefined && correctedAt(used, estimate) <= own) return own;
  const sold: RvFacts = { ...facts, condition: 'certified' };
  return Math.max(own, correctedAt(used, sumOf(uncorrected(model, place, sold))));
}

function uncorrected(model: ValuationModel, place: Place, facts: RvFacts): LogParts {
  const parts = logParts(model, place, facts);
  parts.detail = detailOf(model, place, facts);
  return parts;
}

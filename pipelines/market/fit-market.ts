import type { PriceIndex } from '#schemas/market-facts.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { emptyModel, fitWhole } from '../valuation/fit-model.ts';
import type { UnitTable } from '../valuation/unit-table.ts';
import { emptyPriceIndex, priceIndex } from './price-index.ts';

/** What one fit of a market gives: how to value, and how its prices moved. */
export interface FittedMarket {
  valuation: ValuationModel;
  index: PriceIndex;
}

/**
 * Units (`readUnits`: the warehouse counts the cells, and gives the units of each, month by month) → fit → what
 * to value by, and how prices moved. Pure and synchronous, as the fit is.
 *
 * The fit reads units, and not sums by cell: every round weighs each row anew by how far it lies from what the
 * round before made of it (Student's t), and sums that were made with other weights do not tell that. So that
 * memory does not grow with listings, it reads of a large market at most as many units as `readUnits` says:
 * cells of type, make, line, floorplan and condition are cut to one size, by the hashes of their units' ids, the same
 * ones in every run; smaller cells are read whole.
 *
 * What that costs: of a cell of which k of m units are read, what is its own is as sure as k units make it, by the
 * root of m / k less than it could be. A unit that was read counts as one, however many it stands for (only the
 * number of listings behind a value says those): what is pooled over cells leans towards the rare ones, and the
 * index's `n` are the months of units that were read.
 */
export function fitMarket(table: UnitTable): FittedMarket {
  const whole = fitWhole(table);
  if (whole === undefined) return { valuation: emptyModel(), index: emptyPriceIndex() };
  return { valuation: whole.valuation, index: priceIndex(whole.design, whole.fit, table) };
}

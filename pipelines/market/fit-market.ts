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

/** Pure and synchronous, as the fit is. */
export function fitMarket(table: UnitTable): FittedMarket {
  const whole = fitWhole(table);
  if (whole === undefined) return { valuation: emptyModel(), index: emptyPriceIndex() };
  return { valuation: whole.valuation, index: priceIndex(whole.design, whole.fit, table) };
}

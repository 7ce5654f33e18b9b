import { composeModel } from '../../valuation/compose.ts';
import { buildDesign } from '../../valuation/design.ts';
import { emptyModel } from '../../valuation/fit-model.ts';
import { fitPrices } from '../../valuation/fit.ts';
import { tableOf } from '../../valuation/testing/snapshot.ts';
import type { UnitMonth, UnitTable } from '../../valuation/unit-table.ts';
import type { FittedMarket } from '../fit-market.ts';
import { priceIndex } from '../price-index.ts';

/** A fitted market without what takes longest, its calibration: for tests that ask nothing of that. */
export const quickFit = (rows: readonly UnitMonth[]): FittedMarket => quickFitTable(tableOf(rows));

export function quickFitTable(table: UnitTable): FittedMarket {
  const design = buildDesign(table);
  const fit = fitPrices(design);
  return {
    valuation: { ...emptyModel(), ...composeModel(design, fit, table).model },
    index: priceIndex(design, fit, table),
  };
}

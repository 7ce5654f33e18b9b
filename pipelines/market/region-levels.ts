import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { CENSUS_REGIONS } from '#schemas/vocabulary.ts';
import { KIND, type Design } from '../valuation/design.ts';
import { groupOf, NU, type Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { SOURCE_SD, sourceFactors } from './source-factors.ts';

const REGIONS = CENSUS_REGIONS.length;
/** What a region may do to log price before the data. */
const REGION_SD = 0.2;

/** Levels of the regions, in log, with the covariance of their errors. */
export interface RegionLevels {
  level: Float64Array;
  covariance: Matrix;
}

/**
 * What is left of log price once everything but the place is taken out, by region, beside the levels of
 * the sources: a dealer who is dear, or one who was read in a dear month, makes no dear region. Where a
 * source is all that shows a region nothing tells the two apart, and the error says so.
 */
export function regionLevels(design: Design, fit: Fit, table: UnitTable): RegionLevels {
  const { factorOf, factors } = sourceFactors(table);
  const left = Matrix.zeros(REGIONS + factors, REGIONS + factors);
  const right = Matrix.zeros(REGIONS + factors, 1);
  const add = (a: number, b: number, weight: number) => left.set(a, b, left.get(a, b) + weight);
  for (let at = 0; at < REGIONS + factors; at += 1)
    add(at, at, 1 / (at < REGIONS ? REGION_SD : SOURCE_SD) ** 2);
  let errors = 0;
  let expected = 0;
  for (let row = 0; row < design.rows; row += 1) {
    const source = design.source[row] ?? 0;
    const region = table.region[source] ?? NONE;
    if (region === NONE || design.kind[row] === KIND.sticker) continue;
    const variance = fit.spread.rows[groupOf(design.type[row] ?? 0, design.kind[row] ?? 0)] ?? 1;
    const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
    const robust = (NU + 1) / (NU + error ** 2 / variance);
    const weight = ((design.weight[row] ?? 0) * robust) / variance;
    errors += (weight * error) ** 2;
    expected += weight ** 2 * variance;
    const residual = error + (fit.common[design.layout.region + region] ?? 0);
    const seller = factorOf[table.source[source] ?? NONE] ?? NONE;
    const own = seller === NONE ? [region] : [region, REGIONS + seller];
    for (const a of own) {
      right.set(a, 0, right.get(a, 0) + weight * residual);
      for (const b of own) add(a, b, weight);
    }
  }
  const cholesky = new CholeskyDecomposition(left);
  // How much wider the errors really are than the fit's variances say.
  const scale = expected === 0 ? 1 : Math.max(1, errors / expected);
  return {
    level: Float64Array.from(cholesky.solve(right).to1DArray().slice(0, REGIONS)),
    covariance: cholesky
      .solve(Matrix.eye(REGIONS + factors))
      .subMatrix(0, REGIONS - 1, 0, REGIONS - 1)
      .mul(scale),
  };
}

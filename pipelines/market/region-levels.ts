import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { CENSUS_REGIONS } from '#schemas/vocabulary.ts';
import { KIND, type Design } from '../valuation/design.ts';
import { groupOf, NU, type Fit } from '../valuation/fit.ts';
import { NONE, type UnitTable } from '../valuation/unit-table.ts';
import { dealerKey } from './dealer-groups.ts';
import { equalClusters } from './spread-of-clusters.ts';
import { SOURCE_SD, sourceFactors } from './source-factors.ts';

const REGIONS = CENSUS_REGIONS.length;
/** What a region may do to log price before the data. */
const REGION_SD = 0.2;

/** Beyond this share of a region's weight one dealer is the region. */
const LEVERAGE_MAX = 0.95;

/** Levels of the regions, in log, with covariances of their errors: of two a figure takes the one less sure. */
export interface RegionLevels {
  level: Float64Array;
  /** As the rows scatter. */
  ofRows: Matrix;
  /** As dealers scatter, each of which may be dear or cheap with all it has. */
  ofDealers: Matrix;
  /** As many dealers of equal size would say as much of each region. */
  dealers: readonly number[];
}

/** What is left of a row's log price once everything but place and seller is taken out. */
interface Left {
  residual: number;
  weight: number;
  /** How much the weighted residual changes with the residual: less than the weight, since far ones count less. */
  slope: number;
  variance: number;
  /** Whose effects stand in it: its region's, and its source's where that has one. */
  own: readonly number[];
  dealer: string;
}

/**
 * What is left of log price once everything but the place is taken out, by region, beside the levels of
 * the sources: a dealer who is dear, or one who was read in a dear month, makes no dear region. Where a
 * source is all that shows a region nothing tells the two apart, and the error says so.
 */
export function regionLevels(design: Design, fit: Fit, table: UnitTable): RegionLevels {
  const { factorOf, factors } = sourceFactors(table);
  const size = REGIONS + factors;
  const left = Matrix.zeros(size, size);
  const right = Matrix.zeros(size, 1);
  const add = (a: number, b: number, weight: number) => left.set(a, b, left.get(a, b) + weight);
  for (let at = 0; at < size; at += 1) add(at, at, 1 / (at < REGIONS ? REGION_SD : SOURCE_SD) ** 2);
  let errors = 0;
  let expected = 0;
  for (const { residual, weight, variance, own } of leftOver(design, fit, table, factorOf)) {
    const error = residual - (fit.common[design.layout.region + (own[0] ?? 0)] ?? 0);
    errors += (weight * error) ** 2;
    expected += weight ** 2 * variance;
    for (const a of own) {
      right.set(a, 0, right.get(a, 0) + weight * residual);
      for (const b of own) add(a, b, weight);
    }
  }
  const cholesky = new CholeskyDecomposition(left);
  // How much wider the errors really are than the fit's variances say.
  const scale = expected === 0 ? 1 : Math.max(1, errors / expected);
  const effects = cholesky.solve(right).to1DArray();
  const inverse = cholesky.solve(Matrix.eye(size)).subMatrix(0, REGIONS - 1, 0, size - 1);
  return {
    level: Float64Array.from(effects.slice(0, REGIONS)),
    ofRows: inverse.subMatrix(0, REGIONS - 1, 0, REGIONS - 1).mul(scale),
    ...byDealers(inverse, effects, leftOver(design, fit, table, factorOf)),
  };
}

function* leftOver(
  design: Design,
  fit: Fit,
  table: UnitTable,
  factorOf: Int32Array,
): Generator<Left> {
  for (let row = 0; row < design.rows; row += 1) {
    const unit = design.source[row] ?? 0;
    const region = table.region[unit] ?? NONE;
    if (region === NONE || design.kind[row] === KIND.sticker) continue;
    const variance = fit.spread.rows[groupOf(design.type[row] ?? 0, design.kind[row] ?? 0)] ?? 1;
    const error = (design.y[row] ?? 0) - (fit.fitted[row] ?? 0);
    const far = error ** 2 / variance;
    const plain = (design.weight[row] ?? 0) / variance;
    const source = table.source[unit] ?? NONE;
    const seller = factorOf[source] ?? NONE;
    yield {
      residual: error + (fit.common[design.layout.region + region] ?? 0),
      weight: (plain * (NU + 1)) / (NU + far),
      slope: (plain * (NU + 1) * (NU - far)) / (NU + far) ** 2,
      variance,
      own: seller === NONE ? [region] : [region, REGIONS + seller],
      dealer: dealerKey(table, unit),
    };
  }
}

/**
 * By how much each dealer moves the levels, once for all of its units, as far as its regions would move
 * without it. `inverse`: the rows of the regions, of the inverse of the normal equations' matrix.
 */
function byDealers(
  inverse: Matrix,
  effects: readonly number[],
  rows: Iterable<Left>,
): Pick<RegionLevels, 'ofDealers' | 'dealers'> {
  const dealers = new Map<string, { score: Float64Array; weight: Float64Array }>();
  const whole = new Float64Array(REGIONS);
  let slopes = 0;
  for (const { residual, weight, slope, own, dealer } of rows) {
    slopes += slope;
    const of = dealers.get(dealer) ?? {
      score: new Float64Array(inverse.columns),
      weight: new Float64Array(REGIONS),
    };
    dealers.set(dealer, of);
    const error = own.reduce((left, at) => left - (effects[at] ?? 0), residual);
    for (const at of own) of.score[at] = (of.score[at] ?? 0) + weight * error;
    const region = own[0] ?? 0;
    of.weight[region] = (of.weight[region] ?? 0) + weight;
    whole[region] = (whole[region] ?? 0) + weight;
  }
  const covariance = Matrix.zeros(REGIONS, REGIONS);
  for (const { score, weight } of dealers.values()) {
    const most = Math.max(...weight.map((own, at) => own / Math.max(own, whole[at] ?? 0, 1e-9)));
    const moved = inverse
      .mmul(Matrix.columnVector([...score]))
      .div(1 - Math.min(LEVERAGE_MAX, most));
    covariance.add(moved.mmul(moved.transpose()));
  }
  // An estimate whose weights follow from it answers to a shift as its slope says, not as its weights (Huber 1981, 7.6).
  const weights = whole.reduce((sum, own) => sum + own, 0);
  if (slopes > 0) covariance.mul((weights / slopes) ** 2);
  return {
    ofDealers: covariance,
    dealers: Array.from(whole, (_, region) =>
      equalClusters([...dealers.values()].map(({ weight }) => weight[region] ?? 0)),
    ),
  };
}

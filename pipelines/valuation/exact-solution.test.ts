import { inverse, Matrix, solve } from 'ml-matrix';
import { expect, it } from 'vitest';
import { commonPriors, type Prior } from './common-layout.ts';
import { buildDesign, STRIDE, type Design } from './design.ts';
import { commonPart } from './fit.ts';
import { walkPriors } from './market-walk.ts';
import { poolNames } from './pool-names.ts';
import { cellOf, CELLS, DIMS, EFFECT } from './small-matrix.ts';
import { solveCommon } from './solve-common.ts';
import { drawMarket } from './testing/market.ts';
import { tableOf } from './testing/snapshot.ts';
import { POOL, POOL_LEVELS } from './tree.ts';

/**
 * Node by node elimination must give what one large ridge regression gives, in which every name's
 * departures are columns of their own, penalised by the inverse of their covariance.
 */
it('solves names and common effects together, as one dense regression would', () => {
  const design = buildDesign(tableOf(drawMarket({ units: 24, seed: 3 })));
  const precision = Float64Array.from({ length: design.rows }, (_, row) => 40 + (row % 7));
  const spread = correlatedSpread();
  const priors = [
    ...commonPriors(design.layout, design.stickerTrend),
    ...walkPriors(design.layout, { monthSd: 0.02, persistence: 0.5 }),
  ];

  const { coefficients } = solveCommon(design, precision, spread, priors);
  const target = Float64Array.from(
    design.y,
    (y, row) => y - (row < design.rows ? commonPart(design, coefficients, row) : 0),
  );
  const { mean } = poolNames(design, target, precision, spread);

  const dense = denseFit(design, precision, spread, priors);
  for (let row = 0; row < design.rows; row += 1) {
    const leaf = (design.leaf[row] ?? 0) * DIMS;
    let fitted = commonPart(design, coefficients, row);
    for (let i = 0; i < DIMS; i += 1)
      fitted += (mean[leaf + i] ?? 0) * (design.basis[row * DIMS + i] ?? 0);
    expect(fitted).toBeCloseTo(dense[row] ?? Number.NaN, 4);
  }
});

function denseFit(
  design: Design,
  precision: Float64Array,
  spread: Float64Array,
  priors: readonly Prior[],
): number[] {
  const { columns } = design.layout;
  const { tree, rows } = design;
  const x = Matrix.zeros(rows, columns + tree.size * DIMS);
  for (let row = 0; row < rows; row += 1) {
    for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
      const column = design.index[slot] ?? -1;
      if (column >= 0) x.set(row, column, x.get(row, column) + (design.value[slot] ?? 0));
    }
    for (let node = design.leaf[row] ?? 0; node >= 0; node = tree.above[node] ?? -1)
      for (let i = 0; i < DIMS; i += 1)
        x.set(row, columns + node * DIMS + i, design.basis[row * DIMS + i] ?? 0);
  }
  const weighted = x.clone();
  const right = Matrix.zeros(x.columns, 1);
  for (let row = 0; row < rows; row += 1) {
    weighted.mulRow(row, precision[row] ?? 0);
    for (let column = 0; column < x.columns; column += 1)
      right.set(column, 0, right.get(column, 0) + weighted.get(row, column) * (design.y[row] ?? 0));
  }
  const left = x.transpose().mmul(weighted);
  for (const { terms, mean, sd } of priors)
    for (const [i, a] of terms) {
      right.set(i, 0, right.get(i, 0) + (a * mean) / sd ** 2);
      for (const [j, b] of terms) left.set(i, j, left.get(i, j) + (a * b) / sd ** 2);
    }
  for (let i = 0; i < columns; i += 1) left.set(i, i, left.get(i, i) + 1e-6);
  for (let node = 0; node < tree.size; node += 1) {
    const present = EFFECTS.filter((i) => (spread[cellOf(tree.pool[node] ?? 0, i)] ?? 0) > 0);
    const covariance = new Matrix(
      present.map((i) => present.map((j) => spread[cellOf(tree.pool[node] ?? 0, i, j)] ?? 0)),
    );
    const penalty = present.length === 0 ? covariance : inverse(covariance);
    const at = columns + node * DIMS;
    for (const i of EFFECTS)
      for (const j of EFFECTS) {
        const [row, column] = [present.indexOf(i), present.indexOf(j)];
        // An effect that a level does not have is held at 0.
        const held = row < 0 || column < 0 ? Number(i === j) * 1e9 : penalty.get(row, column);
        left.set(at + i, at + j, left.get(at + i, at + j) + held);
      }
  }
  return x.mmul(solve(left, right)).to1DArray();
}

const EFFECTS = Array.from({ length: DIMS }, (_, effect) => effect);

/** Everything varies, by 0.02 in variance, and any two effects go together by half; the market by its level alone. */
function correlatedSpread(): Float64Array {
  const spread = new Float64Array(POOL_LEVELS.length * CELLS);
  POOL_LEVELS.forEach((_, level) => {
    if (level === POOL.market) return;
    for (const i of EFFECTS)
      for (const j of EFFECTS) spread[cellOf(level, i, j)] = i === j ? 0.02 : 0.01;
  });
  spread[cellOf(POOL.market, EFFECT.level)] = 100;
  return spread;
}

import { CholeskyDecomposition, EigenvalueDecomposition, inverse, Matrix } from 'ml-matrix';
import type { NameEffects } from './pool-names.ts';
import { cellOf, CELLS, EFFECT } from './small-matrix.ts';
import { POOL, POOL_LEVELS } from './tree.ts';

type EffectName = keyof typeof EFFECT;

/** Effects whose departures may go together; those of different groups are independent. */
const TOGETHER: readonly (readonly EffectName[])[] = [
  ['level'],
  // What falls fast early on does so later, or has less left to lose: the names tell which.
  ['early', 'late', 'bend', 'oldBend'],
  ['size'],
  ['sticker'],
  ['newPremium'],
  ['newPremiumYear'],
];

/** A name's slopes (early and late) vary by no more than so many times what is believed before the data. */
const SLOPE_SDS_MAX = 2;
/**
 * The same of makers' levels: a few of their own kind would else leave a maker who is not known at the mean of
 * all makers, not of what is offered (estimates of real used units of such makers were 18% too low, now 9%).
 */
const MAKER_SDS_MAX = 1.4;
/** Names that the prior of a level's spread counts for, so that a level of few names stays sane. */
const PRIOR_NAMES = 4;

/**
 * Levels × CELLS: covariance of a name's departure from the level above, as believed before the data; 0 where
 * a level has no such effect.
 */
export function believedSpread(): Float64Array {
  const spread = new Float64Array(POOL_LEVELS.length * CELLS);
  const set = (level: number, sds: Partial<Record<EffectName, number>>) => {
    for (const [effect, sd] of Object.entries(sds))
      spread[cellOf(level, EFFECT[effect as EffectName])] = sd ** 2;
  };
  // What a sticker says beyond the ask differs by name: where it differs much, stickers say little.
  const bends = { bend: 0.02, oldBend: 0.02 };
  const ofLine = { level: 0.15, early: 0.05, late: 0.06, size: 0.15, sticker: 0.03, ...bends };
  // Three levels that together spread as much as those of a maker and a make within one type.
  const ofMake = { early: 0.04, late: 0.05, size: 0.12, sticker: 0.025, ...bends };
  set(POOL.market, { level: 30, size: 1 });
  set(POOL.maker, { ...ofMake, level: 0.15 });
  // What is asked for a new unit above a used one is a matter of the make, whatever it builds.
  set(POOL.make, { ...ofMake, level: 0.18, newPremium: 0.009, newPremiumYear: 0.006 });
  set(POOL.built, { ...ofMake, level: 0.15 });
  set(POOL.family, ofLine);
  set(POOL.line, ofLine);
  set(POOL.floorplan, { level: 0.05, sticker: 0.03 });
  return spread;
}

/** How names vary by what is known of them, given how they were taken to vary before. */
export function nextNameSpread(names: NameEffects, before: Float64Array): Float64Array {
  const next = before.slice();
  const believed = believedSpread();
  for (let level: number = POOL.maker; level < POOL_LEVELS.length; level += 1)
    for (const group of TOGETHER) {
      const present = group
        .map((name) => EFFECT[name])
        .filter((effect) => (before[cellOf(level, effect)] ?? 0) > 0);
      if (present.length === 0) continue;
      const of = (all: Float64Array) =>
        new Matrix(present.map((i) => present.map((j) => all[cellOf(level, i, j)] ?? 0)));
      const found = nextCovariance(of(before), of(believed), {
        products: of(names.products),
        unknown: of(names.unknown),
        count: names.counts[level] ?? 0,
      });
      const held = present.map((effect, at) => {
        const most = sdsMax(level, effect) ** 2 * (believed[cellOf(level, effect)] ?? 0);
        return Math.min(1, Math.sqrt(most / found.get(at, at)));
      });
      present.forEach((effect, row) =>
        present.forEach((other, column) => {
          next[cellOf(level, effect, other)] =
            found.get(row, column) * ((held[row] ?? 1) * (held[column] ?? 1));
        }),
      );
    }
  return next;
}

/**
 * Departures' products over what the data told of them (MacKay, Bayesian Interpolation, 1992), as matrices: with
 * the covariance before as the unit, told^-½ · products · told^-½. Expectation–maximisation takes hundreds of
 * passes where each name tells little, and leaves the spread where it began.
 */
function nextCovariance(
  before: Matrix,
  believed: Matrix,
  { products, unknown, count }: { products: Matrix; unknown: Matrix; count: number },
): Matrix {
  const root = new CholeskyDecomposition(before).lowerTriangularMatrix;
  const inverseRoot = inverse(root);
  const inUnits = (of: Matrix) => inverseRoot.mmul(of).mmul(inverseRoot.transpose());
  const seen = inUnits(Matrix.add(products, Matrix.mul(believed, PRIOR_NAMES)));
  const told = Matrix.eye(before.rows)
    .mul(count + PRIOR_NAMES)
    .sub(inUnits(unknown));
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(told, {
    assumeSymmetric: true,
  });
  // The data tell no less than nothing, whatever rounding says.
  const scales = realEigenvalues.map((value) => 1 / Math.sqrt(Math.max(PRIOR_NAMES, value)));
  const byTold = eigenvectorMatrix.mmul(Matrix.diag(scales)).mmul(eigenvectorMatrix.transpose());
  const half = root.mmul(byTold);
  const next = half.mmul(seen).mmul(half.transpose());
  return Matrix.add(next, next.transpose()).mul(0.5);
}

function sdsMax(level: number, effect: number): number {
  if (effect === EFFECT.early || effect === EFFECT.late) return SLOPE_SDS_MAX;
  return level === POOL.maker && effect === EFFECT.level ? MAKER_SDS_MAX : Infinity;
}

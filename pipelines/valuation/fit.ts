import { commonPriors } from './common-layout.ts';
import { KIND, ROW_KINDS, STRIDE, type Design } from './design.ts';
import { learnWalk, STARTING_WALK, walkPriors, type MarketWalk } from './market-walk.ts';
import { basisWith, NEW_SHARE_BEFORE, nextNewShare } from './new-share.ts';
import { cellOf, CELLS, DIMS, EFFECT } from './small-matrix.ts';
import { believedSpread, nextNameSpread } from './name-spread.ts';
import { poolNames, type NameEffects } from './pool-names.ts';
import { solveCommon, type CommonEffects } from './solve-common.ts';
import { LEVEL, POOL } from './tree.ts';
import { RV_TYPE_IDS } from '#schemas/vocabulary.ts';

const GROUPS = RV_TYPE_IDS.length * ROW_KINDS.length;

/**
 * Passes of a fit from nothing. How much names vary is learnt slowly: after 10 and 20 passes MdAPE of five
 * simulated markets was 1.74 and 1.70 (of their thin lines 2.58 and 2.36), of the foreign `dollars` 2.32 and
 * 2.28; another ten would take as long again for a fifth of that.
 */
const ITERATIONS = 20;
/** A fit from nothing goes on until a pass moves its log prices by no more than this, root mean square. */
const SETTLED = 0.001;
/** But no further: what has not settled by then is told, not waited for. */
const ITERATIONS_MAX = 40;

/** Degrees of freedom of asking-price noise: tails heavy enough that gross errors move nothing. */
export const NU = 4;

/**
 * Least standard deviation of asking prices around their fit: a market of hardly any noise would else
 * believe differences within days and carry them on over decades.
 */
const ROW_SD_MIN = 0.05;
/**
 * The same of sticker prices, which the maker prints and no dealer bends: real ones scatter by 2 to 4%.
 * With a least one of 0.05, 0.02, and 0.02 at twice the weight, MdAPE was of the foreign markets 2.60,
 * 2.32, 2.27 (`dollars`) and 1.88, 1.60, 1.55 (`logistic`); of three simulated ones 1.78, 1.74, 1.71; of real
 * used units (ten splits) 10.92, 10.95, 11.02 with 76.0, 76.3, 76.2% within 20%, of new ones 4.93, 4.93,
 * 4.92. To count what several units of a floorplan and year show alike once only made simulated markets
 * worse by 0.1 to 0.3.
 */
const STICKER_SD_MIN = 0.02;

/** How much everything varies, estimated from the data (empirical Bayes) or carried over. */
export interface Spread extends MarketWalk {
  /** Levels × CELLS: covariance of a name's departure from the level above (`name-spread.ts`). */
  names: Float64Array;
  /** Variance scale of a row by type × kind (`groupOf`). */
  rows: Float64Array;
}

export interface Fit {
  common: Float64Array;
  names: NameEffects;
  spread: Spread;
  /** Share of its names' early slope that a new unit has (`new-share.ts`). */
  newShare: number;
  /** Fitted log price by row. */
  fitted: Float64Array;
  iterations: number;
  /** Whether the last pass hardly moved it. */
  settled: boolean;
  /** Posterior covariance of common effects as solved last; absent where they were only carried over. */
  covarianceOf?: CommonEffects['covarianceOf'];
}

export interface FitOptions {
  /** Rows with 0 take no part: held out. */
  include?: Uint8Array;
  /** Starts from an earlier fit's spread and robust weights, and keeps the spread. */
  from?: Fit;
  /** Common effects are solved anew in so many first passes (all, unless said), then kept. */
  commonRounds?: number;
  /** Exactly so many passes. */
  iterations?: number;
}

/**
 * Fits log price by alternating (1) robust weights from the residuals, Student-t with ν = 4,
 * (2) common effects with names integrated out, (3) names given them, (4) the variances of rows by
 * expectation–maximisation, how names vary by MacKay's fixed point, and how the market moves by what its
 * months say, (5) how much of a name's slope shows in its new units. Cost is linear in rows.
 */
export function fitPrices(design: Design, options: FitOptions = {}): Fit {
  const { rows } = design;
  const [least, most] =
    options.iterations === undefined
      ? [ITERATIONS, ITERATIONS_MAX]
      : [options.iterations, options.iterations];
  let spread = options.from?.spread ?? startingSpread();
  let fitted = options.from?.fitted ?? startingFit(design);
  let common = options.from?.common ?? new Float64Array(0);
  let newShare = options.from?.newShare ?? NEW_SHARE_BEFORE;
  let shared: Design = { ...design, basis: basisWith(design, newShare) };
  let names: NameEffects | undefined;
  let covarianceOf: Fit['covarianceOf'];
  const precision = new Float64Array(rows);
  const target = new Float64Array(rows);

  let round = 0;
  let settled = false;
  for (; round < least || (round < most && !settled); round += 1) {
    if (names !== undefined && options.from === undefined) {
      newShare = nextNewShare(design, target, precision, names);
      shared = { ...design, basis: basisWith(design, newShare) };
    }
    setPrecision(design, fitted, spread, options.include, precision);
    let solved: CommonEffects | undefined;
    if (round < (options.commonRounds ?? most)) {
      const priors = [
        ...commonPriors(design.layout, design.stickerTrend),
        ...walkPriors(design.layout, spread),
      ];
      solved = solveCommon(shared, precision, spread.names, priors);
      common = solved.coefficients;
      covarianceOf = solved.covarianceOf;
    }
    for (let row = 0; row < rows; row += 1)
      target[row] = (design.y[row] ?? 0) - commonPart(design, common, row);
    names = poolNames(shared, target, precision, spread.names);
    const before = fitted;
    fitted = new Float64Array(rows);
    for (let row = 0; row < rows; row += 1)
      fitted[row] = commonPart(design, common, row) + namePart(shared, names, row);
    settled = movedBy(design, before, fitted) <= SETTLED;
    if (options.from === undefined)
      spread = {
        names: nextNameSpread(names, spread.names),
        rows: nextRowSpread(shared, fitted, names, spread, precision),
        ...(solved !== undefined && round % 3 === 2
          ? learnWalk(design.layout, solved, spread)
          : { monthSd: spread.monthSd, persistence: spread.persistence }),
      };
  }
  if (names === undefined) throw new RangeError('A fit needs at least one iteration.');
  const fit: Fit = { common, names, spread, newShare, fitted, iterations: round, settled };
  return covarianceOf === undefined ? fit : { ...fit, covarianceOf };
}

/** Weighted root mean square by which fitted log prices differ. */
function movedBy(design: Design, before: Float64Array, after: Float64Array): number {
  let squares = 0;
  let weights = 0;
  for (let row = 0; row < design.rows; row += 1) {
    const weight = design.weight[row] ?? 0;
    squares += weight * ((after[row] ?? 0) - (before[row] ?? 0)) ** 2;
    weights += weight;
  }
  return Math.sqrt(squares / weights);
}

/** Index of a row's spread. */
export function groupOf(type: number, kind: number): number {
  return type * ROW_KINDS.length + kind;
}

export function commonPart(design: Design, common: Float64Array, row: number): number {
  let sum = 0;
  for (let slot = row * STRIDE; slot < (row + 1) * STRIDE; slot += 1) {
    const column = design.index[slot] ?? -1;
    if (column < 0) break;
    sum += (common[column] ?? 0) * (design.value[slot] ?? 0);
  }
  return sum;
}

function namePart(design: Design, names: NameEffects, row: number): number {
  const at = (design.leaf[row] ?? 0) * DIMS;
  let sum = 0;
  for (let i = 0; i < DIMS; i += 1)
    sum += (names.mean[at + i] ?? 0) * (design.basis[row * DIMS + i] ?? 0);
  return sum;
}

/** Before the first pass: wide rows, so that honest lines far from the market are not taken for errors. */
function startingSpread(): Spread {
  return {
    names: believedSpread(),
    rows: new Float64Array(GROUPS).fill(0.3 ** 2),
    ...STARTING_WALK,
  };
}

/** Median log price of each type: enough to see on the first pass what is a gross error. */
function startingFit(design: Design): Float64Array {
  const byType = new Map<number, number[]>();
  for (let row = 0; row < design.rows; row += 1) {
    const type = design.type[row] ?? 0;
    const prices = byType.get(type) ?? [];
    prices.push(design.y[row] ?? 0);
    byType.set(type, prices);
  }
  const medians = new Map<number, number>();
  for (const [type, prices] of byType)
    medians.set(type, prices.toSorted((a, b) => a - b)[prices.length >> 1] ?? 0);
  return Float64Array.from(
    { length: design.rows },
    (_, row) => medians.get(design.type[row] ?? 0) ?? 0,
  );
}

/**
 * Row weight × robust weight (ν + 1) / (ν + r²/σ²), over σ². A row without a make departs from its type by a name
 * too, though by one nobody knows: else a few of them would tell more of what is usual than all makers together.
 */
function setPrecision(
  design: Design,
  fitted: Float64Array,
  spread: Spread,
  include: Uint8Array | undefined,
  precision: Float64Array,
): void {
  const ofNames = nameLevelVariance(spread);
  for (let row = 0; row < design.rows; row += 1) {
    const ofRow = spread.rows[groupOf(design.type[row] ?? 0, design.kind[row] ?? 0)] ?? 1;
    const isUnnamed = design.tree.level[design.leaf[row] ?? 0] === LEVEL.type;
    const variance = ofRow + (isUnnamed ? ofNames : 0);
    const residual = (design.y[row] ?? 0) - (fitted[row] ?? 0);
    const robust = (NU + 1) / (NU + residual ** 2 / variance);
    const takesPart = include === undefined || include[row] === 1;
    precision[row] = takesPart ? ((design.weight[row] ?? 0) * robust) / variance : 0;
  }
}

/** How far a whole name departs from its type in level. */
function nameLevelVariance({ names }: Spread): number {
  let sum = 0;
  for (let level: number = POOL.maker; level <= POOL.floorplan; level += 1)
    sum += names[cellOf(level, EFFECT.level)] ?? 0;
  return sum;
}

/**
 * σ² of each type and kind: weighted squares of the residuals and of what is not known about the
 * name, drawn towards the kind's as a whole.
 */
function nextRowSpread(
  design: Design,
  fitted: Float64Array,
  names: NameEffects,
  spread: Spread,
  precision: Float64Array,
): Float64Array {
  const squares = new Float64Array(GROUPS);
  const counts = new Float64Array(GROUPS);
  const kindSquares = new Float64Array(ROW_KINDS.length);
  const kindCounts = new Float64Array(ROW_KINDS.length);
  for (let row = 0; row < design.rows; row += 1) {
    if (precision[row] === 0) continue;
    const kind = design.kind[row] ?? KIND.used;
    const group = groupOf(design.type[row] ?? 0, kind);
    const unknown = nameVariance(design, names, row);
    const square =
      (precision[row] ?? 0) *
      (spread.rows[group] ?? 1) *
      (((design.y[row] ?? 0) - (fitted[row] ?? 0)) ** 2 + unknown);
    const weight = design.weight[row] ?? 0;
    squares[group] = (squares[group] ?? 0) + square;
    counts[group] = (counts[group] ?? 0) + weight;
    kindSquares[kind] = (kindSquares[kind] ?? 0) + square;
    kindCounts[kind] = (kindCounts[kind] ?? 0) + weight;
  }
  const PRIOR_ROWS = 30;
  return Float64Array.from({ length: GROUPS }, (_, group) => {
    const kind = group % ROW_KINDS.length;
    const whole = ((kindSquares[kind] ?? 0) + 0.1) / ((kindCounts[kind] ?? 0) + 10);
    return Math.max(
      (kind === KIND.sticker ? STICKER_SD_MIN : ROW_SD_MIN) ** 2,
      ((squares[group] ?? 0) + PRIOR_ROWS * whole) / ((counts[group] ?? 0) + PRIOR_ROWS),
    );
  });
}

/** Variance of a row's names: hᵀ V h, with h its row of the basis. */
function nameVariance(design: Design, names: NameEffects, row: number): number {
  const v = names.covariance;
  const at = (design.leaf[row] ?? 0) * CELLS;
  let sum = 0;
  for (let i = 0; i < DIMS; i += 1) {
    const left = design.basis[row * DIMS + i] ?? 0;
    if (left === 0) continue;
    for (let j = 0; j < DIMS; j += 1)
      sum += left * (v[at + i * DIMS + j] ?? 0) * (design.basis[row * DIMS + j] ?? 0);
  }
  return sum;
}

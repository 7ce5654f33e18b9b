import { bandOf, quantileAt } from '#domain/valuation/calibrated.ts';
import { SUPPORT_LEVELS, type Calibration } from '#schemas/valuation-model.ts';
import { RANGE_LEVEL } from '#schemas/constants.ts';
import { nonIncreasing } from './non-increasing.ts';

/** One held-out price against the estimate made without it. */
export interface Residual {
  /** log(price) − log(estimate). */
  residual: number;
  /** Index into SUPPORT_LEVELS. */
  support: number;
  units: number;
  /** Index into the model's types. */
  type: number;
  age: number;
  /** New, else used or certified. */
  isNew: boolean;
  /** Estimated value in dollars. */
  value: number;
  /** Units fall into two halves: what is calibrated on one is scored on the other. */
  half: 0 | 1;
}

const UNIT_BOUNDS = [1, 2, 3, 5, 10, 20, 50, 100, 300];
const AGE_BOUNDS = [-2, 0.5, 1.5, 2.5, 4, 6, 9, 13, 18];
const VALUE_BOUNDS = [0, 8_000, 15_000, 25_000, 40_000, 60_000, 90_000, 150_000, 250_000];
const QUANTILE_STEPS = 200;
/** Residuals a band must have to count for as much as what it is drawn towards. */
const PRIOR_RESIDUALS = 25;
/** The same for the calibration as a whole; a unit leaves a residual at up to four levels of support. */
const WHOLE_PRIOR_RESIDUALS = 60;
const ROUNDS = 5;
/** Half widths of the 80% range before any residual says more, by support level. */
const PRIOR_HALF_WIDTHS = [0.18, 0.25, 0.35, 0.5, 0.65, 0.75];

/**
 * Scales and quantiles from held-out residuals. Each circumstance's factor is set in turn so that
 * the share of its own residuals within the range is 80% (backfitting of log factors), drawn towards
 * no effect where it has few; then the quantiles of what remains are taken exactly, by support level.
 */
export function calibrate(residuals: readonly Residual[], types: number): Calibration {
  const scales: Calibration = startingScales(types);
  scales.residuals = residuals.length;
  if (residuals.length === 0) return scales;
  const factors = factorsOf(scales, residuals);
  const logScale = new Float64Array(residuals.length);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const factor of factors) {
      setLogScales(factors, logScale);
      update(residuals, logScale, factor);
      if (factor.ordered) orderSupport(scales, residuals);
    }
  setLogScales(factors, logScale);
  setQuantiles(scales, residuals, logScale);
  drawToPrior(scales);
  return scales;
}

/**
 * Draws everything towards what is believed before any residual, by how few there are: six prices
 * that agree do not show that a seventh will.
 */
function drawToPrior(scales: Calibration): void {
  const share = scales.residuals / (scales.residuals + WHOLE_PRIOR_RESIDUALS);
  const prior = startingScales(scales.byType.length);
  const blend = (own: number, before: number) => share * own + (1 - share) * before;
  const draw = (values: number[], towards: readonly number[]) =>
    values.forEach((value, at) => (values[at] = blend(value, towards[at] ?? 0)));
  scales.bySupport.forEach((row, level) => draw(row, prior.bySupport[level] ?? []));
  draw(scales.byAge, prior.byAge);
  draw(scales.byType, prior.byType);
  draw(scales.byValue, prior.byValue);
  scales.quantiles.forEach((row, level) =>
    row.forEach((value, step) => (row[step] = blend(value, prior.quantiles[level]?.[step] ?? 0))),
  );
}

/** One kind of circumstance: where its log factors stand, and which of them each residual has. */
interface Factor {
  get(band: number): number;
  set(band: number, value: number): void;
  bands: Uint16Array;
  size: number;
  /** Support and units, whose factors carry the level and keep their order. */
  ordered: boolean;
}

function factorsOf(scales: Calibration, residuals: readonly Residual[]): Factor[] {
  const factor = (values: number[], bandOfOne: (residual: Residual) => number): Factor => ({
    get: (band) => values[band] ?? 0,
    set: (band, value) => {
      values[band] = value;
    },
    bands: Uint16Array.from(residuals, bandOfOne),
    size: values.length,
    ordered: false,
  });
  const bands = UNIT_BOUNDS.length;
  return [
    {
      get: (at) => scales.bySupport[Math.floor(at / bands)]?.[at % bands] ?? 0,
      set: (at, value) => {
        const row = scales.bySupport[Math.floor(at / bands)];
        if (row !== undefined) row[at % bands] = value;
      },
      bands: Uint16Array.from(
        residuals,
        ({ support, units }) => support * bands + bandOf(UNIT_BOUNDS, units),
      ),
      size: SUPPORT_LEVELS.length * bands,
      ordered: true,
    },
    factor(scales.byAge, ({ age }) => bandOf(AGE_BOUNDS, age)),
    factor(scales.byType, ({ type }) => type),
    factor(scales.byValue, ({ value }) => bandOf(VALUE_BOUNDS, value)),
  ];
}

function setLogScales(factors: readonly Factor[], logScale: Float64Array): void {
  logScale.fill(0);
  for (const factor of factors) {
    const { bands, size } = factor;
    const values = Float64Array.from({ length: size }, (_, band) => factor.get(band));
    for (let at = 0; at < logScale.length; at += 1)
      logScale[at] = (logScale[at] ?? 0) + (values[bands[at] ?? 0] ?? 0);
  }
}

/** Moves each of a factor's bands so that 80% of its residuals lie within their scale. */
function update(residuals: readonly Residual[], logScale: Float64Array, factor: Factor): void {
  const { bands, size } = factor;
  const counts = new Int32Array(size + 1);
  for (const band of bands) counts[band + 1] = (counts[band + 1] ?? 0) + 1;
  for (let band = 0; band < size; band += 1)
    counts[band + 1] = (counts[band + 1] ?? 0) + (counts[band] ?? 0);
  const next = counts.slice();
  const ratios = new Float64Array(residuals.length);
  residuals.forEach(({ residual }, at) => {
    const band = bands[at] ?? 0;
    ratios[next[band] ?? 0] = Math.abs(residual) / Math.exp(logScale[at] ?? 0);
    next[band] = (next[band] ?? 0) + 1;
  });
  for (let band = 0; band < size; band += 1) {
    const own = ratios.subarray(counts[band], counts[band + 1]);
    if (own.length === 0) continue;
    const wanted = Math.log(Math.max(1e-3, quantileAt(own.toSorted(), RANGE_LEVEL)));
    const share = own.length / (own.length + PRIOR_RESIDUALS);
    const value = factor.get(band) + wanted * share;
    // Only support carries the level: the others are drawn to 0, so that thin bands say nothing.
    factor.set(band, factor.ordered ? value : value * share);
  }
}

/** Never wider with more units, never narrower with less support. */
function orderSupport(scales: Calibration, residuals: readonly Residual[]): void {
  const weights = SUPPORT_LEVELS.map(() => new Float64Array(UNIT_BOUNDS.length).fill(1));
  for (const { support, units } of residuals) {
    const row = weights[support];
    const band = bandOf(UNIT_BOUNDS, units);
    if (row !== undefined) row[band] = (row[band] ?? 0) + 1;
  }
  scales.bySupport.forEach((row, support) => {
    const ordered = nonIncreasing(Float64Array.from(row), weights[support] ?? new Float64Array());
    const above = scales.bySupport[support - 1];
    ordered.forEach((value, band) => {
      row[band] = Math.max(value, above?.[band] ?? -Infinity);
    });
  });
}

/**
 * Exact quantiles of residual / scale, each row stretched to a width of 2 between 10% and 90% with
 * the stretch moved into the level's scale. A level with few residuals takes those of all.
 */
function setQuantiles(
  scales: Calibration,
  residuals: readonly Residual[],
  logScale: Float64Array,
): void {
  const MIN_RESIDUALS = 200;
  const all: number[] = [];
  const byLevel: number[][] = SUPPORT_LEVELS.map(() => []);
  residuals.forEach((residual, at) => {
    const ratio = residual.residual / Math.exp(logScale[at] ?? 0);
    all.push(ratio);
    byLevel[residual.support]?.push(ratio);
  });
  const tail = (1 - RANGE_LEVEL) / 2;
  const sortedAll = all.toSorted((a, b) => a - b);
  byLevel.forEach((own, level) => {
    const sorted = own.length >= MIN_RESIDUALS ? own.toSorted((a, b) => a - b) : sortedAll;
    const half = (quantileAt(sorted, 1 - tail) - quantileAt(sorted, tail)) / 2;
    const stretch = half > 0 ? half : 1;
    scales.quantiles[level] = Float32Array.from(
      { length: QUANTILE_STEPS + 1 },
      (_, step) => quantileAt(sorted, step / QUANTILE_STEPS) / stretch,
    );
    const row = scales.bySupport[level] ?? [];
    row.forEach((value, band) => (row[band] = value + Math.log(stretch)));
  });
  orderSupport(scales, residuals);
}

function startingScales(types: number): Calibration {
  return {
    unitBounds: UNIT_BOUNDS,
    bySupport: PRIOR_HALF_WIDTHS.map((width) => UNIT_BOUNDS.map(() => Math.log(width))),
    byType: Array.from({ length: types }, () => 0),
    ageBounds: AGE_BOUNDS,
    byAge: AGE_BOUNDS.map(() => 0),
    valueBounds: VALUE_BOUNDS,
    byValue: VALUE_BOUNDS.map(() => 0),
    quantiles: SUPPORT_LEVELS.map(() => laplaceQuantiles()),
    residuals: 0,
  };
}

/** Before residuals are known: a symmetric, heavy-tailed shape (Laplace), of width 2 from 10% to 90%. */
function laplaceQuantiles(): Float32Array<ArrayBuffer> {
  const unit = Math.log(5);
  return Float32Array.from({ length: QUANTILE_STEPS + 1 }, (_, step) => {
    const p = Math.min(Math.max(step / QUANTILE_STEPS, 0.001), 0.999);
    return p < 0.5 ? Math.log(2 * p) / unit : -Math.log(2 * (1 - p)) / unit;
  });
}

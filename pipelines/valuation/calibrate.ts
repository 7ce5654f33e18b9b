import {
  bandOf,
  isNamed,
  quantileAt,
  rangeEnds,
  residualScale,
} from '#domain/valuation/calibrated.ts';
import { SUPPORT_LEVELS, type Calibration } from '#schemas/valuation-model.ts';
import { RANGE_LEVEL } from '#schemas/constants.ts';
import { correctByHalves, correctionOf } from './correct.ts';
import { drawTogether } from './draw-together.ts';
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
  /** And each of these into two again, for what a calibration has to know of units that are not its own. */
  innerHalf: 0 | 1;
  /** The unit's at the best support it has: of each unit one. */
  isBest: boolean;
}

const UNIT_BOUNDS = [1, 2, 3, 5, 10, 20, 50, 100, 300];
const AGE_BOUNDS = [-2, 0.5, 1.5, 2.5, 4, 6, 9, 13, 18];
const VALUE_BOUNDS = [0, 8_000, 15_000, 25_000, 40_000, 60_000, 90_000, 150_000, 250_000];
const QUANTILE_STEPS = 200;
/** Residuals that a band of units must have to count for as much as what it is drawn towards. */
const PRIOR_RESIDUALS = 25;
/** None makes ranges more than so many times as wide or as narrow. */
const CIRCUMSTANCE_MAX = 5;
/** The same for all of known lines and all of unknown ones; a unit leaves a residual at up to four levels of support. */
const WHOLE_PRIOR_RESIDUALS = 60;
const ROUNDS = 5;
/** Ranges of a few units may hold hardly any of the others: that is what drawing them to the prior is for. */
const WIDENED_MAX = 2;
/** Half widths of the 80% range before any residual says more, by support level. */
const PRIOR_HALF_WIDTHS = [0.18, 0.25, 0.25, 0.35, 0.5, 0.65, 0.75];

/**
 * Correction, scales and quantiles from held-out residuals. Of what a correction leaves that others set,
 * each circumstance's factor is set in turn so that the share of its own residuals within the range is
 * 80% (backfitting of log factors), drawn towards no effect where it has few; then the quantiles of what
 * remains are taken exactly, by support level. Units of known lines and of unknown ones are calibrated apart.
 */
export function calibrate(residuals: readonly Residual[], types: number): Calibration {
  const scales: Calibration = startingScales(types);
  scales.residuals = residuals.length;
  scales.correction = correctionOf(residuals);
  const corrected = correctByHalves(residuals);
  for (const named of [true, false]) {
    const own = corrected.filter(({ support }) => isNamed(support) === named);
    if (own.length === 0) continue;
    calibrateOn(own, scales, named);
    widenForOthers(own, scales, named);
    if (!named) widenForUnlisted(own, scales);
    drawToPrior(scales, named, own.length);
  }
  return scales;
}

function calibrateOn(residuals: readonly Residual[], scales: Calibration, named: boolean): void {
  const factors = factorsOf(scales, residuals, named);
  const logScale = new Float64Array(residuals.length);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const factor of factors) {
      setLogScales(factors, logScale);
      update(residuals, logScale, factor);
      if (factor.carriesLevel) orderSupport(scales, residuals, named);
    }
  setLogScales(factors, logScale);
  setQuantiles(scales, residuals, logScale, named);
}

/**
 * Ranges hold fewer of the prices they were not set by: as much wider as lets those of either half of the
 * units hold 80% of the other half. Real used units were held by 78.3% without it in ten splits.
 */
function widenForOthers(residuals: readonly Residual[], scales: Calibration, named: boolean): void {
  const first = residuals.filter(({ innerHalf }) => innerHalf === 0);
  const second = residuals.filter(({ innerHalf }) => innerHalf === 1);
  const types = (named ? scales.named : scales.unnamed).byType.length;
  const needed = [
    ...widthsNeeded(first, second, types, named),
    ...widthsNeeded(second, first, types, named),
  ];
  if (needed.length === 0) return;
  const width = quantileAt(Float64Array.from(needed).toSorted(), RANGE_LEVEL);
  scales.bySupport.forEach((row, support) => {
    if (isNamed(support) === named)
      row.forEach((value, band) => (row[band] = value + Math.log(width)));
  });
}

/** How many times as wide a range set by others has to be to hold each price, as far as it is wider. */
function widthsNeeded(
  residuals: readonly Residual[],
  others: readonly Residual[],
  types: number,
  named: boolean,
): number[] {
  if (residuals.length === 0 || others.length === 0) return [];
  const scales = startingScales(types);
  calibrateOn(others, scales, named);
  return residuals
    .filter(({ isBest }) => isBest || !named)
    .map((residual) => Math.max(1, rangeNeeded(scales, residual)));
}

/**
 * Most residuals without the line's name are of lines that are known, met as if they were not. Lines that
 * truly are not listed are odder: as much wider as lets ranges hold 80% of those, as far as these are many.
 * Without it ranges of real used units that rest on their make (ten splits) held 72.0%, with it 76.4%, and
 * confidence in its lowest tenth was stated 4.5 points too high rather than 2.4.
 */
function widenForUnlisted(residuals: readonly Residual[], scales: Calibration): void {
  const ratios = residuals.filter(({ isBest }) => isBest).map((one) => rangeNeeded(scales, one));
  if (ratios.length === 0) return;
  const share = ratios.length / (ratios.length + WHOLE_PRIOR_RESIDUALS);
  const needed = quantileAt(Float64Array.from(ratios).toSorted(), RANGE_LEVEL);
  const wider = share * Math.log(Math.max(1, needed));
  scales.bySupport.forEach((row, support) => {
    if (!isNamed(support)) row.forEach((value, band) => (row[band] = value + wider));
  });
}

/** How many times as wide the range has to be to hold the price, at most `WIDENED_MAX`. */
function rangeNeeded(scales: Calibration, residual: Residual): number {
  const support = SUPPORT_LEVELS[residual.support] ?? 'type';
  const ends = rangeEnds(scales, support, residualScale(scales, { ...residual, support }));
  // An end at the estimate itself holds nothing on its side.
  const width = Math.abs(residual.residual / (residual.residual < 0 ? ends.low : ends.high));
  return Math.min(WIDENED_MAX, width || 1);
}

/**
 * Draws everything towards what is believed before any residual, by how few there are: six prices
 * that agree do not show that a seventh will.
 */
function drawToPrior(scales: Calibration, named: boolean, residuals: number): void {
  const share = residuals / (residuals + WHOLE_PRIOR_RESIDUALS);
  const effects = named ? scales.named : scales.unnamed;
  for (const by of ['byAge', 'byType', 'byValue'] as const)
    effects[by] = effects[by].map((value) => share * value);
  const prior = startingScales(effects.byType.length);
  const draw = (values: number[] | Float32Array, towards: ArrayLike<number>) =>
    values.forEach((value, at) => (values[at] = share * value + (1 - share) * (towards[at] ?? 0)));
  SUPPORT_LEVELS.forEach((_, level) => {
    if (isNamed(level) !== named) return;
    draw(scales.bySupport[level] ?? [], prior.bySupport[level] ?? []);
    draw(scales.quantiles[level] ?? [], prior.quantiles[level] ?? []);
  });
}

/** One kind of circumstance: where its log factors stand, and which of them each residual has. */
interface Factor {
  get(band: number): number;
  set(band: number, value: number): void;
  bands: Uint16Array;
  size: number;
  /** Support and units do, and keep their order; the others are around it. */
  carriesLevel: boolean;
  /** Bands in an order, along which widths may rise or fall. */
  ascends: boolean;
}

function factorsOf(scales: Calibration, residuals: readonly Residual[], named: boolean): Factor[] {
  const factor = (
    values: number[],
    bandOfOne: (residual: Residual) => number,
    ascends: boolean,
  ): Factor => ({
    get: (band) => values[band] ?? 0,
    set: (band, value) => {
      values[band] = value;
    },
    bands: Uint16Array.from(residuals, bandOfOne),
    size: values.length,
    carriesLevel: false,
    ascends,
  });
  const bands = UNIT_BOUNDS.length;
  const own = named ? scales.named : scales.unnamed;
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
      carriesLevel: true,
      ascends: false,
    },
    factor(own.byAge, ({ age }) => bandOf(AGE_BOUNDS, age), true),
    factor(own.byType, ({ type }) => type, false),
    factor(own.byValue, ({ value }) => bandOf(VALUE_BOUNDS, value), false),
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
  const ratios = ratiosByBand(residuals, logScale, factor);
  const wanted = ratios.map((own, band) =>
    own.length === 0
      ? 0
      : factor.get(band) + Math.log(Math.max(1e-3, quantileAt(own.toSorted(), RANGE_LEVEL))),
  );
  const counts = ratios.map(({ length }) => length);
  if (factor.carriesLevel) {
    counts.forEach((count, band) => {
      const before = factor.get(band);
      const share = count / (count + PRIOR_RESIDUALS);
      if (count > 0) factor.set(band, before + share * ((wanted[band] ?? 0) - before));
    });
    return;
  }
  const most = Math.log(CIRCUMSTANCE_MAX);
  const bounded = wanted.map((value) => Math.max(-most, Math.min(most, value)));
  drawTogether(bounded, counts, factor.ascends).forEach((value, band) => factor.set(band, value));
}

/** |residual| over scale, by the factor's bands. */
function ratiosByBand(
  residuals: readonly Residual[],
  logScale: Float64Array,
  { bands, size, carriesLevel }: Factor,
): Float64Array[] {
  // Whoever is asked without the floorplan is met as the whole line is: that says nothing of a type
  // or an age as it is met by what is known best.
  const counts = (residual: Residual) =>
    carriesLevel || residual.isBest || !isNamed(residual.support);
  const lengths = new Int32Array(size);
  residuals.forEach((residual, at) => {
    if (counts(residual)) lengths[bands[at] ?? 0] = (lengths[bands[at] ?? 0] ?? 0) + 1;
  });
  const ratios = Array.from(lengths, (length) => new Float64Array(length));
  residuals.forEach((residual, at) => {
    if (!counts(residual)) return;
    const band = bands[at] ?? 0;
    const left = (lengths[band] ?? 0) - 1;
    lengths[band] = left;
    const own = ratios[band];
    if (own !== undefined) own[left] = Math.abs(residual.residual) / Math.exp(logScale[at] ?? 0);
  });
  return ratios;
}

/**
 * Never wider with more units, never narrower with less support. A level without residuals holds no
 * other back: it is moved.
 */
function orderSupport(scales: Calibration, residuals: readonly Residual[], named: boolean): void {
  const weights = SUPPORT_LEVELS.map(() => new Float64Array(UNIT_BOUNDS.length).fill(1));
  const levels = new Set<number>();
  for (const { support, units } of residuals) {
    levels.add(support);
    const row = weights[support];
    const band = bandOf(UNIT_BOUNDS, units);
    if (row !== undefined) row[band] = (row[band] ?? 0) + 1;
  }
  let above: readonly number[] = [];
  let held: number[][] = [];
  scales.bySupport.forEach((row, support) => {
    if (isNamed(support) !== named) return;
    const ordered = nonIncreasing(Float64Array.from(row), weights[support] ?? new Float64Array());
    ordered.forEach((value, band) => (row[band] = Math.max(value, above[band] ?? -Infinity)));
    if (!levels.has(support)) {
      held.push(row);
      return;
    }
    for (const other of held)
      other.forEach((value, band) => (other[band] = Math.min(value, row[band] ?? Infinity)));
    held = [];
    above = row;
  });
}

/**
 * Exact quantiles of residual / scale, each row stretched to a width of 2 between 10% and 90% with
 * the stretch moved into the level's scale. A level with few residuals takes those of all its kind.
 */
function setQuantiles(
  scales: Calibration,
  residuals: readonly Residual[],
  logScale: Float64Array,
  named: boolean,
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
    if (isNamed(level) !== named) return;
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
  orderSupport(scales, residuals, named);
}

function startingScales(types: number): Calibration {
  return {
    unitBounds: UNIT_BOUNDS,
    bySupport: PRIOR_HALF_WIDTHS.map((width) => UNIT_BOUNDS.map(() => Math.log(width))),
    ageBounds: AGE_BOUNDS,
    valueBounds: VALUE_BOUNDS,
    named: noEffects(types),
    unnamed: noEffects(types),
    quantiles: SUPPORT_LEVELS.map(() => laplaceQuantiles()),
    correction: { logPrices: [], added: [] },
    later: 1,
    residuals: 0,
  };
}

function noEffects(types: number): Calibration['named'] {
  return {
    byType: Array.from({ length: types }, () => 0),
    byAge: AGE_BOUNDS.map(() => 0),
    byValue: VALUE_BOUNDS.map(() => 0),
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

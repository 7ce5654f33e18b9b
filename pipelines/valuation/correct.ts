import { median, medianAbsoluteDeviation } from 'simple-statistics';
import { correctedAt } from '#domain/valuation/calibrated.ts';
import type { Calibration } from '#schemas/valuation-model.ts';
import type { Residual } from './calibrate.ts';
import { nonIncreasing } from './non-increasing.ts';

/**
 * Dollars at which estimates are corrected, close where asking prices come to their lower end: what is
 * offered at all is asked some thousands for, so that what is estimated low was mostly estimated too low.
 */
const VALUES = [8_000, 12_000, 15_000, 20_000, 25_000, 40_000, 60_000, 90_000, 150_000, 300_000];
const LOG_VALUES = VALUES.map((value) => Math.log(value));
/** Fewer units near a value correct nothing. */
const UNITS_MIN = 20;
/** Standard deviation of normal errors over their median absolute deviation (MAD). */
const SD_OVER_MAD = 1.4826;
/** Standard error of the median of n normal errors over their standard deviation / √n: √(π / 2). */
const MEDIAN_SE = 1.2533;
/**
 * So many standard errors of a median are believed to be chance, and only what is beyond them is added
 * (soft thresholding; Donoho, 1995).
 */
const CHANCE_SES = 1.5;

/**
 * What is to be added to a log price by what it comes to, by the median of what units near it left: each
 * at the best support it has.
 */
export function correctionOf(residuals: readonly Residual[]): Calibration['correction'] {
  const left: number[][] = VALUES.map(() => []);
  for (const { isBest, value, residual } of residuals)
    if (isBest) left[nearest(Math.log(value))]?.push(residual);
  const wanted = Float64Array.from(left, (own, at) => -((LOG_VALUES[at] ?? 0) + beyondChance(own)));
  const weights = Float64Array.from(left, ({ length }) => length + 1);
  // No estimate comes to more than one that was higher.
  const corrected = nonIncreasing(wanted, weights);
  return {
    logPrices: LOG_VALUES,
    added: LOG_VALUES.map((value, at) => -(corrected[at] ?? 0) - value),
  };
}

/**
 * What is left of residuals where either half of the units is corrected by the other one: no price has a
 * part in how it is met.
 */
export function correctByHalves(residuals: readonly Residual[]): Residual[] {
  const ofOthers = [0, 1].map((half) =>
    correctionOf(residuals.filter(({ innerHalf }) => innerHalf !== half)),
  );
  return residuals.map((residual) => {
    const correction = ofOthers[residual.innerHalf];
    return correction === undefined ? residual : correct({ correction }, residual);
  });
}

/** The residual that the corrected estimate leaves. */
export function correct(
  calibration: Pick<Calibration, 'correction'>,
  residual: Residual,
): Residual {
  const estimate = Math.log(residual.value);
  const corrected = correctedAt(calibration, estimate);
  return {
    ...residual,
    residual: residual.residual - (corrected - estimate),
    value: Math.exp(corrected),
  };
}

function nearest(logPrice: number): number {
  let at = 0;
  while (
    at + 1 < LOG_VALUES.length &&
    logPrice > ((LOG_VALUES[at] ?? 0) + (LOG_VALUES[at + 1] ?? 0)) / 2
  )
    at += 1;
  return at;
}

function beyondChance(residuals: number[]): number {
  if (residuals.length < UNITS_MIN) return 0;
  const middle = median(residuals);
  const sd = SD_OVER_MAD * medianAbsoluteDeviation(residuals);
  const chance = (CHANCE_SES * MEDIAN_SE * sd) / Math.sqrt(residuals.length);
  return Math.sign(middle) * Math.max(0, Math.abs(middle) - chance);
}

import { bandOf } from '#domain/valuation/calibrated.ts';
import { CONFIDENCE_WITHIN } from '#schemas/constants.ts';
import type { MeasuredShare } from '#schemas/accuracy.ts';
import { mean, medianSorted } from 'simple-statistics';
import type { Answer } from './query.ts';

/** One held-out price and what a method said of it. Log dollars. */
export interface Scored {
  actual: number;
  answer: Answer;
}

/** Shares, unless said otherwise; null where nothing was valued or the method gives no such thing. */
export interface Metrics {
  /** Prices valued. */
  n: number;
  /** Median and mean of |estimate / price − 1|. */
  mdape: number | null;
  mape: number | null;
  within5: number | null;
  within10: number | null;
  within20: number | null;
  /** Median of estimate / price − 1: above 0 values too high. */
  bias: number | null;
  /** Prices inside the 80% range, and the range's mean width over the estimate. */
  coverage: number | null;
  width: number | null;
  confidence: ConfidenceMetrics | null;
}

/** The probability a method gives that the price is within 15%, against what came of it. */
export interface ConfidenceMetrics {
  stated: number;
  observed: number;
  /** Mean squared and mean log distance from what came; the smaller the better. */
  brier: number;
  logScore: number;
  /** The Brier score of saying the observed share of everything. */
  brierOfShare: number;
  /** Tenths of the prices by the probability given, the least sure first. */
  bins: { n: number; stated: number; observed: number }[];
}

/** Ages in years and estimated values in dollars at which the bands of every report begin. */
export const AGE_BANDS: readonly number[] = [-2, 1, 2, 3, 5, 8, 12, 18];
export const VALUE_BANDS: readonly number[] = [0, 15_000, 25_000, 40_000, 60_000, 90_000, 150_000];

const BINS = 10;
/** The normal distribution's quantile for two-sided intervals of ACCURACY_INTERVAL_LEVEL, 99%. */
const Z = 2.575829;
const NOTHING: Metrics = {
  n: 0,
  mdape: null,
  mape: null,
  within5: null,
  within10: null,
  within20: null,
  bias: null,
  coverage: null,
  width: null,
  confidence: null,
};

/** Share of the price by which an estimate misses it. */
export function errorOf({ actual, answer }: Scored): number {
  return Math.abs(Math.exp(answer.log - actual) - 1);
}

export function metricsOf(scored: readonly Scored[]): Metrics {
  const n = scored.length;
  if (n === 0) return NOTHING;
  const errors = ascending(scored.map(errorOf));
  const within = (share: number) => errors.filter((error) => error <= share).length / n;
  const ranged = scored.flatMap(({ actual, answer: { log, low, high } }) =>
    low === undefined || high === undefined
      ? []
      : [
          {
            inside: actual >= low && actual <= high,
            width: Math.exp(high - log) - Math.exp(low - log),
          },
        ],
  );
  return {
    n,
    mdape: medianSorted(errors),
    mape: mean(errors),
    within5: within(0.05),
    within10: within(0.1),
    within20: within(0.2),
    bias: medianSorted(
      ascending(scored.map(({ actual, answer }) => Math.expm1(answer.log - actual))),
    ),
    coverage:
      ranged.length < n ? null : ranged.filter(({ inside }) => inside).length / ranged.length,
    width: ranged.length < n ? null : mean(ranged.map(({ width }) => width)),
    confidence: confidenceMetrics(scored),
  };
}

function confidenceMetrics(scored: readonly Scored[]): ConfidenceMetrics | null {
  const pairs = scored.flatMap(({ actual, answer: { confidence, log } }) =>
    confidence === undefined ? [] : [{ stated: confidence, hit: Number(isWithin(actual, log)) }],
  );
  if (pairs.length < scored.length) return null;
  const observed = mean(pairs.map(({ hit }) => hit));
  const sorted = pairs.toSorted((a, b) => a.stated - b.stated);
  const bins = Array.from({ length: BINS }, (_, bin) =>
    sorted.slice(
      Math.round((bin * sorted.length) / BINS),
      Math.round(((bin + 1) * sorted.length) / BINS),
    ),
  ).filter((own) => own.length > 0);
  return {
    stated: mean(pairs.map(({ stated }) => stated)),
    observed,
    brier: mean(pairs.map(({ stated, hit }) => (stated - hit) ** 2)),
    logScore: mean(
      pairs.map(({ stated, hit }) => -Math.log(Math.max(1e-6, hit === 1 ? stated : 1 - stated))),
    ),
    brierOfShare: observed * (1 - observed),
    bins: bins.map((own) => ({
      n: own.length,
      stated: mean(own.map(({ stated }) => stated)),
      observed: mean(own.map(({ hit }) => hit)),
    })),
  };
}

/** Within 15% of the estimate: what `confidence` is the probability of. */
function isWithin(actual: number, log: number): boolean {
  return Math.abs(Math.expm1(actual - log)) <= CONFIDENCE_WITHIN;
}

/**
 * A share of n with Wilson's interval (1927), which stays within 0 and 1 and holds its level at shares
 * near them. It takes units for independent of each other.
 */
export function measuredShare(share: number, n: number): MeasuredShare {
  const middle = (share + Z ** 2 / (2 * n)) / (1 + Z ** 2 / n);
  const half = (Z / (1 + Z ** 2 / n)) * Math.sqrt((share * (1 - share)) / n + (Z / (2 * n)) ** 2);
  return {
    share,
    low: Math.max(0, Math.min(share, middle - half)),
    high: Math.min(1, Math.max(share, middle + half)),
  };
}

export function ascending(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

/** `[2, 4)` of bounds 2 and 4; the last band has no end. */
export function bandName(
  bounds: readonly number[],
  x: number,
  show: (bound: number) => string = String,
): string {
  const band = bandOf(bounds, x);
  const to = bounds[band + 1];
  return to === undefined
    ? `${show(bounds[band] ?? 0)}+`
    : `${show(bounds[band] ?? 0)}–${show(to)}`;
}

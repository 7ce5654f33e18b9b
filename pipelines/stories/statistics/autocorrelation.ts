import { sum } from 'simple-statistics';

/** More than this is a random walk as far as a few dozen months can tell. */
const MOST = 0.95;

/**
 * First-order autocorrelation of residuals that `fitted` parameters were taken out of, never below 0.
 * Short series show too little of it, by about (fitted + 3ρ) / n (Marriott and Pope 1954, with a trend
 * taken out); that is added back, so that a test which relies on it does not claim too much.
 */
export function autocorrelation(residuals: readonly number[], fitted: number): number {
  const n = residuals.length;
  const squares = sum(residuals.map((residual) => residual ** 2));
  if (squares === 0 || n <= fitted + 4) return 0;
  const products = sum(
    residuals.map((residual, at) => (at === 0 ? 0 : residual * (residuals[at - 1] ?? 0))),
  );
  const seen = products / squares;
  return Math.min(MOST, Math.max(0, (n * seen + fitted) / (n - 3)));
}

import { median } from 'simple-statistics';
import { autocorrelation } from './autocorrelation.ts';
import { twoSided } from './normal.ts';

export interface Trend {
  /** Change a step: the median of the slopes between any two points (Theil 1950, Sen 1968). */
  slope: number;
  /** Two-sided, of Mann and Kendall's test with its variance corrected for autocorrelation. */
  p: number;
  autocorrelation: number;
}

/**
 * Is there a monotone trend in equally spaced values, and how steep is it? The variance of Kendall's S
 * is multiplied as Hamed and Rao (1998) have it, with the ranks' autocorrelations of a first-order
 * process in place of the dozens that a short series cannot give.
 * @param values at least 8
 */
export function mannKendall(values: readonly number[]): Trend {
  const n = values.length;
  const slopes: number[] = [];
  let score = 0;
  for (let later = 1; later < n; later += 1)
    for (let earlier = 0; earlier < later; earlier += 1) {
      const change = (values[later] ?? 0) - (values[earlier] ?? 0);
      slopes.push(change / (later - earlier));
      score += Math.sign(change);
    }
  const slope = median(slopes);
  const level = median(values.map((value, at) => value - slope * at));
  const rho = autocorrelation(
    values.map((value, at) => value - level - slope * at),
    2,
  );
  const variance = ((n * (n - 1) * (2 * n + 5)) / 18) * inflation(n, rho);
  const deviation = Math.sqrt(variance);
  return {
    slope,
    // One step back towards 0: S jumps by two.
    p: twoSided((score - Math.sign(score)) / deviation),
    autocorrelation: rho,
  };
}

function inflation(n: number, rho: number): number {
  let sum = 0;
  for (let lag = 1; lag < n - 2; lag += 1) {
    const ofRanks = (6 / Math.PI) * Math.asin(rho ** lag / 2);
    sum += (n - lag) * (n - lag - 1) * (n - lag - 2) * ofRanks;
  }
  return 1 + (2 * sum) / (n * (n - 1) * (n - 2));
}

import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { NU } from '../valuation/fit.ts';

/** A month of a walk that was seen. */
export interface SeenMonth {
  month: number;
  value: number;
}

const ROUNDS_MAX = 30;
/** No standard deviation changes by more from one round to the next: further ones change nothing. */
const SETTLED = 0.02;

/**
 * How far each step of a market's walk may go: most are small and a few are great, as Student's t has it. With
 * one size for all, a step of 12% in one month is smeared over a year, half of it told as season. Where no step
 * stands out, all are of the size believed. Solved by EM (Lange, Little and Taylor 1989): of each step the
 * size that is expected after the data, drawn to the believed one.
 * @param others covariance of two of the months seen that the walk has no part in
 * @returns by month, the variance of the step into it; of the first, which none goes into, as believed
 */
export function stepVariances(
  months: number,
  believedSd: number,
  seen: readonly SeenMonth[],
  others: Matrix,
): Float64Array {
  const believed = believedSd ** 2;
  const variances = new Float64Array(months).fill(believed);
  for (let round = 0; round < ROUNDS_MAX && seen.length > 0; round += 1) {
    const walk = levelVariances(variances);
    const covariance = Matrix.add(others, walkOf(seen, walk));
    const inverse = new CholeskyDecomposition(covariance).solve(Matrix.eye(seen.length));
    const pull = inverse.mmul(Matrix.columnVector(seen.map(({ value }) => value)));
    let most = 0;
    // Every month from a step on has it: sums over the last months seen, one more at a time.
    let from = seen.length;
    let pulled = 0;
    let explained = 0;
    for (let month = months - 1; month > 0; month -= 1) {
      while (from > 0 && (seen[from - 1]?.month ?? 0) >= month) {
        from -= 1;
        pulled += pull.get(from, 0);
        for (let other = from; other < seen.length; other += 1)
          explained += (other === from ? 1 : 2) * inverse.get(from, other);
      }
      const variance = variances[month] ?? 0;
      const expected = (variance * pulled) ** 2 + variance - variance ** 2 * explained;
      const next = (NU * believed + expected) / (NU + 1);
      most = Math.max(most, Math.abs(Math.sqrt(next / variance) - 1));
      variances[month] = next;
    }
    if (most < SETTLED) break;
  }
  return variances;
}

/** By month: variance of the walk up to it, which the level of that and every later month has in common. */
export function levelVariances(steps: Float64Array): Float64Array {
  let sum = 0;
  return steps.map((variance, month) => (month === 0 ? 0 : (sum += variance)));
}

function walkOf(seen: readonly SeenMonth[], walk: Float64Array): Matrix {
  const covariance = new Matrix(seen.length, seen.length);
  seen.forEach((one, row) =>
    seen.forEach((other, column) =>
      covariance.set(row, column, walk[Math.min(one.month, other.month)] ?? 0),
    ),
  );
  return covariance;
}

import type { Matrix } from 'ml-matrix';
import type { Fit } from './fit.ts';

/** Standard error of Σ weight · coefficient of a fit's common effects; 0 where the fit knows none. */
export function contrastSe(
  { covarianceOf }: Pick<Fit, 'covarianceOf'>,
  columns: readonly number[],
  weights: readonly number[],
): number {
  return covarianceOf === undefined ? 0 : contrastOf(covarianceOf(columns), weights);
}

/** The same of coefficients whose covariance is at hand. */
export function contrastOf(covariance: Matrix, weights: readonly number[]): number {
  let variance = 0;
  weights.forEach((a, i) =>
    weights.forEach((b, j) => {
      variance += a * b * covariance.get(i, j);
    }),
  );
  return Math.sqrt(Math.max(0, variance));
}

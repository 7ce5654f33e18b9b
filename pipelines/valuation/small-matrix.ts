/** Number of effects a name has: level, early slope, late slope, size, sticker. */
export const DIMS = 5;
export const CELLS = DIMS * DIMS;

/** Symmetric matrices of the effects live in flat arrays, `CELLS` numbers each, row by row. */
export type Flat = Float64Array;

/**
 * out = (S + diag(1 / variance))⁻¹ by Cholesky, where a variance of 0 means that the effect does not
 * exist: its row and column of the result are 0.
 */
export function posteriorCovariance(
  s: Flat,
  at: number,
  variance: ArrayLike<number>,
  from: number,
  out: Flat,
): void {
  const lower = LOWER;
  for (let i = 0; i < DIMS; i += 1)
    for (let j = 0; j <= i; j += 1) {
      const present = (variance[from + i] ?? 0) > 0 && (variance[from + j] ?? 0) > 0;
      let sum = present ? (s[at + i * DIMS + j] ?? 0) : 0;
      if (i === j) sum = present ? sum + 1 / (variance[from + i] ?? 1) : 1;
      for (let k = 0; k < j; k += 1) sum -= (lower[i * DIMS + k] ?? 0) * (lower[j * DIMS + k] ?? 0);
      lower[i * DIMS + j] =
        i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (lower[j * DIMS + j] ?? 1);
    }
  for (let column = 0; column < DIMS; column += 1) {
    const exists = (variance[from + column] ?? 0) > 0;
    const x = COLUMN;
    for (let i = 0; i < DIMS; i += 1) {
      let sum = i === column && exists ? 1 : 0;
      for (let k = 0; k < i; k += 1) sum -= (lower[i * DIMS + k] ?? 0) * (x[k] ?? 0);
      x[i] = sum / (lower[i * DIMS + i] ?? 1);
    }
    for (let i = DIMS - 1; i >= 0; i -= 1) {
      let sum = x[i] ?? 0;
      for (let k = i + 1; k < DIMS; k += 1) sum -= (lower[k * DIMS + i] ?? 0) * (x[k] ?? 0);
      x[i] = sum / (lower[i * DIMS + i] ?? 1);
    }
    for (let i = 0; i < DIMS; i += 1) out[i * DIMS + column] = x[i] ?? 0;
  }
}
const LOWER = new Float64Array(CELLS);
const COLUMN = new Float64Array(DIMS);

/** out = a[aAt] · b[bAt], both DIMS × DIMS. */
export function multiply(a: Flat, aAt: number, b: Flat, bAt: number, out: Flat): void {
  for (let i = 0; i < DIMS; i += 1)
    for (let j = 0; j < DIMS; j += 1) {
      let sum = 0;
      for (let k = 0; k < DIMS; k += 1)
        sum += (a[aAt + i * DIMS + k] ?? 0) * (b[bAt + k * DIMS + j] ?? 0);
      out[i * DIMS + j] = sum;
    }
}

/** out = a[aAt] · v[vAt], a vector. */
export function apply(a: Flat, aAt: number, v: Flat, vAt: number, out: Flat): void {
  for (let i = 0; i < DIMS; i += 1) {
    let sum = 0;
    for (let k = 0; k < DIMS; k += 1) sum += (a[aAt + i * DIMS + k] ?? 0) * (v[vAt + k] ?? 0);
    out[i] = sum;
  }
}

/** s[at] += weight · h·hᵀ, where h is the row of `basis` that starts at `from`. */
export function addOuter(s: Flat, at: number, weight: number, basis: Flat, from: number): void {
  for (let i = 0; i < DIMS; i += 1) {
    const left = weight * (basis[from + i] ?? 0);
    if (left === 0) continue;
    for (let j = 0; j < DIMS; j += 1)
      s[at + i * DIMS + j] = (s[at + i * DIMS + j] ?? 0) + left * (basis[from + j] ?? 0);
  }
}

/** v[at] += factor · h, where h is the row of `basis` that starts at `from`. */
export function addScaled(v: Flat, at: number, factor: number, basis: Flat, from: number): void {
  for (let i = 0; i < DIMS; i += 1) v[at + i] = (v[at + i] ?? 0) + factor * (basis[from + i] ?? 0);
}

/** The effects a name has on log price, by their place among its DIMS. */
export const EFFECT = {
  level: 0,
  early: 1,
  late: 2,
  size: 3,
  sticker: 4,
  /** Of a new unit over a used one, and per year of age up to three. */
  newPremium: 5,
  newPremiumYear: 6,
  bend: 7,
  oldBend: 8,
} as const;
export const DIMS = 9;
export const CELLS = DIMS * DIMS;

/** Symmetric matrices of the effects live in flat arrays, `CELLS` numbers each, row by row. */
export type Flat = Float64Array;

/** Where two effects meet in the matrix of that number. */
export function cellOf(matrix: number, effect: number, other = effect): number {
  return matrix * CELLS + effect * DIMS + other;
}

/**
 * out = (S + V⁻¹)⁻¹ by Cholesky, where V is the covariance at `from`. A variance of 0 means that the effect
 * does not exist: its row and column of the result are 0.
 */
export function posteriorCovariance(s: Flat, at: number, v: Flat, from: number, out: Flat): void {
  const count = findPresent(v, from);
  invertPresent(v, from, count, SUM);
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1) {
      const cell = (PRESENT[row] ?? 0) * DIMS + (PRESENT[column] ?? 0);
      SUM[cell] = (SUM[cell] ?? 0) + (s[at + cell] ?? 0);
    }
  invertPresent(SUM, 0, count, out);
}

/** Notes in PRESENT the effects whose variance is above 0, and counts them. */
function findPresent(v: Flat, from: number): number {
  let count = 0;
  for (let i = 0; i < DIMS; i += 1)
    if ((v[from + i * (DIMS + 1)] ?? 0) > 0) {
      PRESENT[count] = i;
      count += 1;
    }
  return count;
}

/** out = inverse of the first `count` effects in PRESENT of a positive definite matrix, else 0. */
function invertPresent(m: Flat, at: number, count: number, out: Flat): void {
  const lower = LOWER;
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = m[at + (PRESENT[row] ?? 0) * DIMS + (PRESENT[column] ?? 0)] ?? 0;
      for (let k = 0; k < column; k += 1)
        sum -= (lower[row * DIMS + k] ?? 0) * (lower[column * DIMS + k] ?? 0);
      lower[row * DIMS + column] =
        row === column
          ? Math.sqrt(Math.max(sum, 1e-12))
          : sum / (lower[column * DIMS + column] ?? 1);
    }
  out.fill(0);
  const x = COLUMN;
  for (let column = 0; column < count; column += 1) {
    for (let row = 0; row < count; row += 1) {
      let sum = row === column ? 1 : 0;
      for (let k = 0; k < row; k += 1) sum -= (lower[row * DIMS + k] ?? 0) * (x[k] ?? 0);
      x[row] = sum / (lower[row * DIMS + row] ?? 1);
    }
    for (let row = count - 1; row >= 0; row -= 1) {
      let sum = x[row] ?? 0;
      for (let k = row + 1; k < count; k += 1) sum -= (lower[k * DIMS + row] ?? 0) * (x[k] ?? 0);
      x[row] = sum / (lower[row * DIMS + row] ?? 1);
    }
    for (let row = 0; row < count; row += 1)
      out[(PRESENT[row] ?? 0) * DIMS + (PRESENT[column] ?? 0)] = x[row] ?? 0;
  }
}
const PRESENT = new Int32Array(DIMS);
const LOWER = new Float64Array(CELLS);
const SUM = new Float64Array(CELLS);
const COLUMN = new Float64Array(DIMS);

/** out = a[aAt] · b[bAt], both DIMS × DIMS; what is 0 in a costs nothing. */
export function multiply(a: Flat, aAt: number, b: Flat, bAt: number, out: Flat): void {
  out.fill(0);
  for (let i = 0; i < DIMS; i += 1)
    for (let k = 0; k < DIMS; k += 1) {
      const left = a[aAt + i * DIMS + k] ?? 0;
      if (left === 0) continue;
      const from = bAt + k * DIMS;
      for (let j = 0; j < DIMS; j += 1)
        out[i * DIMS + j] = (out[i * DIMS + j] ?? 0) + left * (b[from + j] ?? 0);
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

/** s[at] += weight · h·hᵀ, where h is the row of `basis` that starts at `from`; most of it is 0. */
export function addOuter(s: Flat, at: number, weight: number, basis: Flat, from: number): void {
  let count = 0;
  for (let i = 0; i < DIMS; i += 1)
    if (basis[from + i] !== 0) {
      PRESENT[count] = i;
      count += 1;
    }
  for (let row = 0; row < count; row += 1) {
    const i = PRESENT[row] ?? 0;
    const left = weight * (basis[from + i] ?? 0);
    for (let column = 0; column < count; column += 1) {
      const j = PRESENT[column] ?? 0;
      s[at + i * DIMS + j] = (s[at + i * DIMS + j] ?? 0) + left * (basis[from + j] ?? 0);
    }
  }
}

/** v[at] += factor · h, where h is the row of `basis` that starts at `from`. */
export function addScaled(v: Flat, at: number, factor: number, basis: Flat, from: number): void {
  for (let i = 0; i < DIMS; i += 1) v[at + i] = (v[at + i] ?? 0) + factor * (basis[from + i] ?? 0);
}

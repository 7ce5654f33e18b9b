/**
 * q-values: the smallest false discovery rate at which each would be taken (Benjamini and Hochberg
 * 1995, adjusted from the largest p down). In the order of the p-values given.
 */
export function qValues(ps: readonly number[]): number[] {
  const order = ps.map((p, at) => ({ p, at })).toSorted((a, b) => b.p - a.p);
  const qs = ps.map(() => 1);
  let smallest = 1;
  for (const [place, { p, at }] of order.entries()) {
    smallest = Math.min(smallest, (p * ps.length) / (ps.length - place));
    qs[at] = smallest;
  }
  return qs;
}

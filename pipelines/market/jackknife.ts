/**
 * Covariance of what was estimated, by how it moves when each of several groups is left out in turn
 * (Kott 2001): what units of one group have in common counts once. 0 of fewer than two groups.
 */
export function jackknife(
  whole: ArrayLike<number>,
  without: readonly ArrayLike<number>[],
): (a: number, b: number) => number {
  const share = 1 - 1 / Math.max(1, without.length);
  const moved = (one: ArrayLike<number>, at: number) => (one[at] ?? 0) - (whole[at] ?? 0);
  return (a, b) => share * without.reduce((sum, one) => sum + moved(one, a) * moved(one, b), 0);
}

/** Standard errors by it. */
export function jackknifeErrors(
  whole: ArrayLike<number>,
  without: readonly ArrayLike<number>[],
): Float64Array {
  const covariance = jackknife(whole, without);
  return Float64Array.from(whole, (_, at) => Math.sqrt(covariance(at, at)));
}

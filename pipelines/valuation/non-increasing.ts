/**
 * The non-increasing sequence nearest to `values` in weighted squares (pool adjacent violators;
 * Barlow et al., Statistical Inference under Order Restrictions, 1972). Weights must be positive.
 */
export function nonIncreasing(values: Float64Array, weights: Float64Array): Float64Array {
  const level: number[] = [];
  const weight: number[] = [];
  const length: number[] = [];
  values.forEach((value, at) => {
    level.push(value);
    weight.push(weights[at] ?? 1);
    length.push(1);
    while (level.length > 1 && (level.at(-1) ?? 0) > (level.at(-2) ?? 0)) {
      const [lastLevel, lastWeight, lastLength] = [level.pop(), weight.pop(), length.pop()];
      const end = level.length - 1;
      const total = (weight[end] ?? 0) + (lastWeight ?? 0);
      level[end] =
        ((level[end] ?? 0) * (weight[end] ?? 0) + (lastLevel ?? 0) * (lastWeight ?? 0)) / total;
      weight[end] = total;
      length[end] = (length[end] ?? 0) + (lastLength ?? 0);
    }
  });
  const result = new Float64Array(values.length);
  let at = 0;
  level.forEach((value, block) => {
    result.fill(value, at, at + (length[block] ?? 0));
    at += length[block] ?? 0;
  });
  return result;
}

/**
 * The nearest sequence that falls from each value to the next by at least `least` of that place: what is
 * above the least fall must not rise.
 */
export function fallingAtLeast(
  values: Float64Array,
  weights: Float64Array,
  least: Float64Array,
): Float64Array {
  let sum = 0;
  const fallen = values.map((_, at) => (sum += at === 0 ? 0 : (least[at - 1] ?? 0)));
  const above = nonIncreasing(
    values.map((value, at) => value + (fallen[at] ?? 0)),
    weights,
  );
  return above.map((value, at) => value - (fallen[at] ?? 0));
}

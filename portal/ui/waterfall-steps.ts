/** Where a bar begins and ends, as shares of the width. */
export interface Step {
  from: number;
  to: number;
}

/**
 * The bars of a waterfall from zero: the start, what each amount makes of the sum before it, and what that comes to.
 * None lies below zero.
 */
export function waterfallSteps(start: number, amounts: readonly number[]): Step[] {
  const sums = [start];
  for (const amount of amounts) sums.push((sums.at(-1) ?? 0) + amount);
  const most = Math.max(...sums);
  const at = (sum: number) => (most > 0 ? Math.max(0, sum) / most : 0);
  return [
    { from: 0, to: at(start) },
    ...amounts.map((_, index) => ({ from: at(sums[index] ?? 0), to: at(sums[index + 1] ?? 0) })),
    { from: 0, to: at(sums.at(-1) ?? 0) },
  ];
}

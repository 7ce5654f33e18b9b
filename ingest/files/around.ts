/** An object or an element around a record. */
export interface Around {
  /** Where it begins in the file. */
  start: number;
  /** The name in it of the one that is next around the record. */
  inner: string;
}

/**
 * What stands around a record, outermost first, each with the next one in it: so `$root.feed.dealer.name` finds what
 * `$parent.name` does. `known` are the small values of each, by where it begins.
 */
export function standingAround(
  within: readonly Around[],
  known: ReadonlyMap<number, unknown>,
): object[] {
  const around: object[] = [];
  for (const { start, inner } of within.toReversed()) {
    const value = known.get(start);
    const own = typeof value === 'object' && value !== null ? value : {};
    const [next] = around;
    around.unshift(next === undefined ? own : { ...own, [inner]: next });
  }
  return around;
}

/** A purchase somebody shared: its name, and who shared it. */
export interface Shared {
  id: string;
  by: string;
}

/** Contributions that are told of, and names of those that sit out. */
export interface Step {
  shown: readonly Shared[];
  leftOut: readonly string[];
}

/**
 * What is told of after the last step, given what stands now. The contributors of two steps differ by
 * nobody or by at least `min`, so that the difference of their figures is no single person's price:
 *
 * - Newcomers, and what those who are known share more, count once so many have come.
 * - What was withdrawn leaves at the next step with all else of its contributor. Where fewer than `min`
 *   have withdrawn, others sit out with them. They are back with the next newcomers, not before: who
 *   has withdrawn knows their own price, and would read that of whoever took the place.
 *
 * @returns undefined where the last step holds
 */
export function nextStep(
  last: Step | undefined,
  standing: readonly Shared[],
  min: number,
): Step | undefined {
  const { shown, leftOut } = last ?? { shown: [], leftOut: [] };
  const known = new Set([...shown.map(({ id }) => id), ...leftOut]);
  const came = new Set(standing.filter(({ id }) => !known.has(id)).map(({ by }) => by));
  if (came.size >= min) return { shown: standing, leftOut: [] };

  const stand = new Set(standing.map(({ id }) => id));
  const gone = new Set(shown.filter(({ id }) => !stand.has(id)).map(({ by }) => by));
  if (gone.size === 0) return undefined;
  // In an order nobody can choose: contributors are told by a keyed hash.
  const others = [...new Set(shown.map(({ by }) => by))].filter((by) => !gone.has(by)).toSorted();
  const out = new Set([...gone, ...others.slice(0, Math.max(0, min - gone.size))]);
  return {
    shown: shown.filter(({ by }) => !out.has(by)),
    leftOut: [...leftOut, ...shown.filter(({ by }) => out.has(by)).map(({ id }) => id)].filter(
      (id) => stand.has(id),
    ),
  };
}

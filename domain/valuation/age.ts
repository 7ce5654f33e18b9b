const MS_PER_DAY = 86_400_000;
const DAYS_PER_YEAR = 365.2425;

/** Ages in years at which value curves are given: close where value falls fast, wide later. */
export const AGE_KNOTS: readonly number[] = [-1, 0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 30];

/**
 * Age in years of a model year at an instant: calendar time less the model year, so that a 2026 unit
 * is 0 at New Year 2026 and, sold from the summer before, about −0.5 when it is first shown.
 */
export function ageAt(instantMs: number, modelYear: number): number {
  return fractionalYear(instantMs) - modelYear;
}

/** 2026-07-02 → 2026.5, within a day. */
function fractionalYear(instantMs: number): number {
  return 1970 + instantMs / MS_PER_DAY / DAYS_PER_YEAR;
}

/** Years of age over which the premium of a new unit may change. */
export function leftoverYears(age: number): number {
  return Math.max(0, Math.min(3, age));
}

/** Months since January 1970, in UTC. */
export function monthOf(instantMs: number): number {
  const date = new Date(instantMs);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** The same with where in its month an instant is: whole at its middle, as a month's mean is. */
export function monthPoint(instantMs: number): number {
  const month = monthOf(instantMs);
  const from = Date.UTC(1970, month);
  return month + (instantMs - from) / (Date.UTC(1970, month + 1) - from) - 0.5;
}

/** Where an age lies among knots: value = (1 − share) · at[left] + share · at[left + 1]. */
export interface KnotPosition {
  left: number;
  share: number;
}

/**
 * Linear position of an age among ascending knots. Before the first knot the curve is flat (share 0);
 * past the last one the last piece goes on (share above 1), so that old age keeps losing.
 */
export function knotPosition(knots: ArrayLike<number>, age: number): KnotPosition {
  const last = knots.length - 1;
  const first = knots[0] ?? 0;
  if (!(age > first)) return { left: 0, share: 0 };
  let left = 0;
  while (left < last - 1 && age >= (knots[left + 1] ?? Infinity)) left += 1;
  const from = knots[left] ?? 0;
  const to = knots[left + 1] ?? from + 1;
  return { left, share: (age - from) / (to - from) };
}

/** The curve's value at a position; `offset` is where the curve's row starts. */
export function curveAt(curve: ArrayLike<number>, offset: number, at: KnotPosition): number {
  const from = curve[offset + at.left] ?? 0;
  const to = curve[offset + at.left + 1] ?? from;
  return from + at.share * (to - from);
}

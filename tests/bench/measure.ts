/** One figure of the bench. A ratio's baseline is 1; an absolute figure's is the run's own bare case. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** The bound as a person reads it: `at least 6000`, `at most 5`. */
  bar: string;
  baseline: number | null;
  pass: boolean;
}

export const atLeast = (
  name: string,
  value: number,
  unit: string,
  bar: number,
  baseline: number | null = null,
): Measure => ({
  name,
  value: round(value),
  unit,
  bar: `at least ${bar}`,
  baseline: baseline === null ? null : round(baseline),
  pass: value >= bar,
});

export const atMost = (
  name: string,
  value: number,
  unit: string,
  bar: number,
  baseline: number | null = null,
): Measure => ({
  ...atLeast(name, value, unit, bar, baseline),
  bar: `at most ${bar}`,
  pass: value <= bar,
});

function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** The value below which the given share of values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

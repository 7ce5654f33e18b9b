/** One figure of the bench. A ratio's baseline is 1; an absolute figure's is the run's own bare case. */
export interface Measure {
  name: string;
  value: number;
  unit: string;
  /** The bound as a person reads it: `at least 6000`, `at most 5`; null for a figure that none is set for. */
  bar: string | null;
  baseline: number | null;
  /** Null without a bar. */
  pass: boolean | null;
}

/** A figure that is told and not judged; less is better. */
export const told = (
  name: string,
  value: number,
  unit: string,
  baseline: number | null = null,
): Measure => ({
  name,
  value: round(value),
  unit,
  bar: null,
  baseline: baseline === null ? null : round(baseline),
  pass: null,
});

export const atLeast = (
  name: string,
  value: number,
  unit: string,
  bar: number,
  baseline: number | null = null,
): Measure => ({
  ...told(name, value, unit, baseline),
  bar: `at least ${bar}`,
  pass: value >= bar,
});

export const atMost = (
  name: string,
  value: number,
  unit: string,
  bar: number,
  baseline: number | null = null,
): Measure => ({
  ...told(name, value, unit, baseline),
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

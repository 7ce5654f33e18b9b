import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { medianSorted, quantileSorted } from 'simple-statistics';
import { ascending } from './metrics.ts';

/** The error of two methods on one held-out price of a unit. */
export interface Pair {
  unit: string;
  ours: number;
  theirs: number;
}

/** Ratio of our median error to theirs: below 1 we are better. */
export interface Comparison {
  units: number;
  ratio: number;
  /** 95% interval over resampled units. */
  low: number;
  high: number;
  /** Share of resamples in which we are not better. */
  notBetter: number;
}

/**
 * Paired bootstrap over units: a resample draws units with all their prices (of several repeats), so
 * that what one odd unit does to both methods is not taken for evidence.
 * @returns undefined without any pair, or where their median error is 0
 */
export function comparePaired(
  pairs: readonly Pair[],
  options: { resamples: number; seed: number },
): Comparison | undefined {
  if (pairs.length === 0) return undefined;
  const byUnit = [...Map.groupBy(pairs, ({ unit }) => unit).values()];
  const ratio = ratioOf(pairs);
  if (!Number.isFinite(ratio)) return undefined;
  const generator = xoroshiro128plus(options.seed);
  const ratios = Array.from({ length: options.resamples }, () =>
    ratioOf(
      byUnit.flatMap(() => byUnit[Math.floor(byUnit.length * uniformFloat64(generator))] ?? []),
    ),
  );
  const sorted = ascending(ratios);
  return {
    units: byUnit.length,
    ratio,
    low: quantileSorted(sorted, 0.025),
    high: quantileSorted(sorted, 0.975),
    notBetter: ratios.filter((own) => own >= 1).length / ratios.length,
  };
}

function ratioOf(pairs: readonly Pair[]): number {
  const median = (errorOf: (pair: Pair) => number) =>
    medianSorted(Float64Array.from(pairs, errorOf).toSorted() as unknown as number[]);
  return median(({ ours }) => ours) / median(({ theirs }) => theirs);
}

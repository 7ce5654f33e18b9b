import type { Candidate } from '../candidate.ts';
import type { Comparison } from '../facts.ts';
import { MEASURE_RULES } from '../measures.ts';
import { twoSided } from '../statistics/normal.ts';

/** Every figure against what it is compared with. */
export function comparisonCandidates(comparisons: readonly Comparison[]): Candidate[] {
  return comparisons.map((of) => {
    const { measure, now, reference } = of;
    const rule = MEASURE_RULES[measure];
    const effect = now.value - reference.value;
    const error = Math.hypot(now.error, reference.error);
    const fewest = Math.min(now.n, reference.n);
    return {
      id: comparisonId(of),
      category: rule.category,
      finding: { kind: 'comparison', of },
      query: `comparisons[${comparisonId(of)}]: difference over its standard error`,
      about: rule.about(of),
      kin: measure,
      isUsual: false,
      effect,
      error,
      interval: [effect - 1.96 * error, effect + 1.96 * error],
      p: error > 0 ? twoSided(effect / error) : 1,
      n: now.n,
      unfit:
        fewest < rule.leastN
          ? `${fewest} behind one of the figures, fewer than ${rule.leastN}`
          : Math.abs(effect) < rule.leastEffect
            ? `a difference of ${effect.toFixed(4)} is less than ${rule.leastEffect}`
            : [now, reference].some(({ value }) => value * (rule.presumes ?? 0) < 0)
              ? 'its words presume the other sign'
              : undefined,
      size: effect / rule.leastEffect,
    };
  });
}

/** What is compared, whatever comes out: the same in every run. */
export function comparisonId({ measure, subject, region, condition }: Comparison): string {
  // Which make is looked for the most is what comes out.
  const parts = measure === 'popular' ? [] : [subject.id, region?.id, condition];
  return [measure, ...parts].filter((part) => part !== undefined).join('/');
}

import { isLike, type Candidate } from '../candidate.ts';
import type { Comparison } from '../facts.ts';
import { LEAST_CLUSTERS, MEASURE_RULES } from '../measures.ts';
import { asNormal, twoSided, widerBy, Z95 } from '../statistics/normal.ts';

/** Every figure against what it is compared with. */
export function comparisonCandidates(comparisons: readonly Comparison[]): Candidate[] {
  const candidates = comparisons.map((of): Candidate => {
    const { measure, now, reference } = of;
    const rule = MEASURE_RULES[measure];
    const effect = now.value - reference.value;
    const { error, p, z95 } = surenessOf(of, effect);
    const fewest = Math.min(now.n, reference.n);
    return {
      id: comparisonId(of),
      category: rule.category,
      finding: { kind: 'comparison', of },
      query: `comparisons[${comparisonId(of)}]: difference over its standard error${of.apart ? ', by clusters' : ''}`,
      about: rule.about(of),
      kin: measure,
      isUsual: false,
      effect,
      error,
      interval: [effect - z95 * error, effect + z95 * error],
      p,
      n: now.n,
      unfit:
        of.apart !== undefined && of.apart.clusters < LEAST_CLUSTERS
          ? `${of.apart.clusters.toFixed(1)} equal clusters behind one of the figures, fewer than ${LEAST_CLUSTERS}`
          : fewest < rule.leastN
            ? `${fewest} behind one of the figures, fewer than ${rule.leastN}`
            : Math.abs(effect) < rule.leastEffect
              ? `a difference of ${effect.toFixed(4)} is less than ${rule.leastEffect}`
              : [now, reference].some(({ value }) => value * (rule.presumes ?? 0) < 0)
                ? 'its words presume the other sign'
                : undefined,
      size: effect / rule.leastEffect,
    };
  });
  return candidates.map((candidate, at) => {
    const of = comparisons[at];
    const whole =
      candidates[of === undefined ? -1 : comparisons.findIndex((one) => isWhole(one, of))];
    return whole !== undefined && isLike(candidate, whole)
      ? { ...candidate, isUsual: true, about: [...candidate.about, ...whole.about] }
      : candidate;
  });
}

function surenessOf(
  { apart, now, reference }: Comparison,
  effect: number,
): { error: number; p: number; z95: number } {
  const error = apart?.error ?? Math.hypot(now.error, reference.error);
  if (!(error > 0)) return { error, p: 1, z95: Z95 };
  if (apart === undefined) return { error, p: twoSided(effect / error), z95: Z95 };
  const degrees = Math.max(1, apart.clusters - 1);
  return {
    error,
    p: twoSided(asNormal(effect / error, degrees)),
    z95: Z95 * widerBy(apart.clusters),
  };
}

/** Whether one is of the whole market what the other is of a type: only where a type's own change is compared. */
const isWhole = (one: Comparison, of: Comparison): boolean =>
  (of.measure === 'supply' || of.measure === 'supply-in-region') &&
  one.measure === of.measure &&
  one.region?.id === of.region?.id &&
  one.subject.kind === 'market' &&
  of.subject.kind === 'type';

/** What is compared, whatever comes out: the same in every run. */
export function comparisonId({ measure, subject, region, condition }: Comparison): string {
  // Which make is looked for the most is what comes out.
  const parts = measure === 'popular' ? [] : [subject.id, region?.id, condition];
  return [measure, ...parts].filter((part) => part !== undefined).join('/');
}

import type { Clock } from '#platform/clock.ts';

/** Asks once for each argument in so many milliseconds; what failed is asked again, what is old forgotten. */
export function keptFor<A, T>(
  ms: number,
  clock: Clock,
  ask: (argument: A) => Promise<T>,
): (argument: A) => Promise<T> {
  const kept = new Map<A, { until: number; answer: Promise<T> }>();
  return (argument) => {
    const now = clock().getTime();
    const known = kept.get(argument);
    if (known !== undefined && now < known.until) return known.answer;
    for (const [old, { until }] of kept) if (until <= now) kept.delete(old);
    const answer = ask(argument);
    kept.set(argument, { until: now + ms, answer });
    answer.catch(() => kept.delete(argument));
    return answer;
  };
}

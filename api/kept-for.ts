import type { Clock } from '#platform/clock.ts';

/** Asks once for each argument in so many milliseconds; what failed is asked again. */
export function keptFor<A, T>(
  ms: number,
  clock: Clock,
  ask: (argument: A) => Promise<T>,
): (argument: A) => Promise<T> {
  const kept = new Map<A, { until: number; answer: Promise<T> }>();
  return (argument) => {
    const known = kept.get(argument);
    if (known !== undefined && clock().getTime() < known.until) return known.answer;
    const answer = ask(argument);
    kept.set(argument, { until: clock().getTime() + ms, answer });
    answer.catch(() => kept.delete(argument));
    return answer;
  };
}

import type { RunOutcome } from './wait-for-run.ts';

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Says that every event of a run became a dead letter, and why: a mapping that fits none of its records is to be
 * mended, and a command that ends so has failed. Undefined where anything was understood, or nothing was published;
 * what was dropped was understood.
 */
export function nothingUnderstood({
  stored,
  duplicates,
  dropped,
  deadLettered,
}: RunOutcome): string | undefined {
  const letters = total(deadLettered);
  if (letters === 0 || stored + duplicates + total(dropped) > 0) return undefined;
  const reasons = Object.entries(deadLettered)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason}: ${count}`);
  return `None of the ${letters} events could be understood (${reasons.join(', ')}): all are kept as dead letters. Mend the mapping and ingest again.`;
}

import type { RunOutcome } from './wait-for-run.ts';

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

const MEND = 'Mend the mapping and ingest again.';
/** Names that a mapping found and nobody knows: ingested again they would be as unknown. */
const DECIDE =
  'Where the mapping takes the make from the right place, staff accept what it means under Data quality, and what came is read anew; else mend the mapping and ingest again.';

/**
 * Says that every event of a run became a dead letter, and why: a mapping that fits none of its records is to be
 * mended, or a make's spelling accepted, and a command that ends so has failed. Undefined where anything was
 * understood, or nothing was published; what was dropped was understood.
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
  const isUnknownMake = deadLettered['unknown_make'] === letters;
  return `None of the ${letters} events could be understood (${reasons.join(', ')}): all are kept as dead letters. ${isUnknownMake ? DECIDE : MEND}`;
}

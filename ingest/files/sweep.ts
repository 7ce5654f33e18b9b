import type { Mapping } from './mapping.ts';
import { templateNames, type Value } from './value.ts';

/** Notes when the files of a run were observed, in any order. */
export interface Sweep {
  /** Of each record's state as it was observed, not of its history. */
  note(observedAt: string): void;
  /** The earliest instant of the newest date noted. */
  readonly from: string | undefined;
}

/**
 * Where each file is dated as a whole (by its name or the command's option), the files of one date
 * show together what the source had that day, and those of an earlier date say nothing about what it
 * has now. Dates are of UTC. Where records date themselves there is no such day: `from` stays undefined.
 */
export function createSweep({ observedAt: value }: Mapping): Sweep {
  const byFile = namesIn(value).every((name) => name === '$file' || name === '$option');
  let from: string | undefined;
  return {
    note(observedAt) {
      if (!byFile || observedAt === from) return;
      if (from === undefined || dateOf(observedAt) > dateOf(from)) from = observedAt;
      else if (dateOf(observedAt) === dateOf(from) && observedAt < from) from = observedAt;
    },
    get from() {
      return from;
    },
  };
}

const dateOf = (instant: string): string => instant.slice(0, 10);

function namesIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return value.template === undefined ? namesIn(value.from ?? []) : templateNames(value.template);
}

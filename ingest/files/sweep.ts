import { SWEEP_GAP_HOURS } from '#schemas/constants.ts';
import type { Mapping } from './mapping.ts';
import { templateNames, type Value } from './value.ts';

/** Notes when the files of a run were observed, in any order. */
export interface Sweep {
  /** Of each record's state as it was observed, not of its history. */
  note(observedAt: string): void;
  /** What was noted, as far as it counts: to be given to whoever goes on. */
  readonly noted: ReadonlySet<string>;
  /** The earliest instant of the newest sweep noted. */
  readonly from: string | undefined;
}

const GAP_MS = SWEEP_GAP_HOURS * 3_600_000;

/**
 * Where each file is dated as a whole (by its name or the command's option), the files of one sweep,
 * which may last over midnight, show together what the source had, and those of an earlier one say
 * nothing about what it has now. Where records date themselves there is none: `from` stays undefined.
 */
export function createSweep({ observedAt: value }: Mapping, before: Iterable<string> = []): Sweep {
  const byFile = namesIn(value).every((name) => name === '$file' || name === '$option');
  const noted = new Set(before);
  return {
    noted,
    note(observedAt) {
      if (byFile) noted.add(observedAt);
    },
    get from() {
      const newestFirst = [...noted].toSorted().toReversed();
      return newestFirst.find((instant, n) => {
        const before = newestFirst[n + 1];
        return before === undefined || Date.parse(instant) - Date.parse(before) >= GAP_MS;
      });
    },
  };
}

function namesIn(value: Value): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return value.template === undefined ? namesIn(value.from ?? []) : templateNames(value.template);
}

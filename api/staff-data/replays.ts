import type { ReplayRun as ReplayAnswer } from '#schemas/api/staff-data.ts';
import type { ReplayRun } from '#schemas/events/replay.ts';

/** What the log says of replays, kept up to date by following `replay.run.v1`. */
export class Replays {
  readonly #runs = new Map<string, ReplayRun>();

  apply(run: ReplayRun): void {
    // A version may read again what an older one loaded after it was done.
    this.#runs.set(`${run.version}@${run.startedAt}`, run);
  }

  /** The newest version first. Where there was nothing to read anew nothing is shown. */
  get all(): ReplayAnswer[] {
    return [...this.#runs.values()]
      .filter(({ range }) => range.length > 0)
      .toSorted((a, b) => b.version - a.version || (a.startedAt < b.startedAt ? 1 : -1))
      .map(({ version, state, startedAt, at, read, of, registrations, changes, error }) => ({
        version,
        state,
        startedAt,
        endedAt: state === 'running' ? null : at,
        read,
        of,
        registrations: registrations ?? null,
        changes: changes === undefined ? null : { ...changes, byField: sorted(changes.byField) },
        error: error ?? null,
      }));
  }
}

const sorted = (byField: Record<string, number>): { field: string; facts: number }[] =>
  Object.entries(byField)
    .map(([field, facts]) => ({ field, facts }))
    .toSorted((a, b) => b.facts - a.facts);

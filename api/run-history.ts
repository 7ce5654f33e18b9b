import type { IngestRun } from '#schemas/events/ingest-run.ts';

/** What the log says of collection runs, kept up to date by following `ingest.run.v1`. */
export class RunHistory {
  /** The run under way of each source: one that began anew replaces one whose process died. */
  readonly #open = new Map<string, string>();
  readonly #loaded = new Set<string>();
  #lastLoadedAt: string | null = null;
  #accepted = 0;
  #refused = 0;

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply({ runId, source, state, at, stored = 0, deadLettered = {} }: IngestRun): void {
    if (this.#loaded.has(runId)) return;
    if (state === 'started' || state === 'published') {
      this.#open.set(source, runId);
      return;
    }
    if (this.#open.get(source) === runId) this.#open.delete(source);
    if (state === 'failed') return;
    this.#loaded.add(runId);
    this.#lastLoadedAt = at;
    this.#accepted += stored;
    this.#refused += Object.values(deadLettered).reduce((sum, count) => sum + count, 0);
  }

  get running(): boolean {
    return this.#open.size > 0;
  }

  /** When the last run's events had all ended; null before the first. */
  get lastLoadedAt(): string | null {
    return this.#lastLoadedAt;
  }

  /** Share of records that could be understood, of those that were not duplicates or unwanted. */
  get integrity(): number {
    const all = this.#accepted + this.#refused;
    return all === 0 ? 1 : this.#accepted / all;
  }
}

import { waitsNow } from '#domain/health/waits-now.ts';
import type { Clock } from '#platform/clock.ts';
import { SILENT_AFTER_MS, type IngestAlive, type SiteWait } from '#schemas/events/ingest-alive.ts';
import type { IngestRun } from '#schemas/events/ingest-run.ts';

/** One that is published and not loaded for so long waits for pipelines that are away: the largest files take minutes. */
const LOADING_MS = 6 * 60 * 60_000;

/** What the log says of collection runs, kept up to date by following `ingest.run.v1`. */
export class RunHistory {
  /** The run under way of each source: one that began anew replaces one whose process died. */
  readonly #open = new Map<string, { runId: string; saidAt: string; isPublished: boolean }>();
  /** When the process of a run that has not ended last said that it lives: by its id, since it may come first. */
  readonly #alive = new Map<string, IngestAlive>();
  readonly #loaded = new Set<string>();
  // A real market is told nothing of the sample that stood in for it, nor the other way round.
  readonly #real = new Loads();
  readonly #sample = new Loads();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply(run: IngestRun): void {
    const { runId, source, state, sample, at } = run;
    if (this.#loaded.has(runId)) return;
    if (state === 'started' || state === 'published') {
      const isPublished = state === 'published';
      this.#open.set(source, { runId, saidAt: at, isPublished });
      return;
    }
    if (this.#open.get(source)?.runId === runId) this.#open.delete(source);
    this.#alive.delete(runId);
    if (state === 'failed') return;
    this.#loaded.add(runId);
    this.loads({ sample }).add(run);
  }

  applyAlive(alive: IngestAlive): void {
    this.#alive.set(alive.runId, alive);
  }

  /** What a run waits for now, of those that have not ended. */
  waitsOf(runId: string): SiteWait | undefined {
    const open = [...this.#open.values()].find((run) => run.runId === runId);
    return waitsNow(this.#alive.get(runId), { saidAt: open?.saidAt ?? '', now: this.#clock() });
  }

  get running(): boolean {
    const now = this.#clock().getTime();
    return [...this.#open.values()].some(({ runId, saidAt, isPublished }) => {
      const aliveAt = this.#alive.get(runId)?.at ?? '';
      const heardAt = !isPublished && aliveAt > saidAt ? aliveAt : saidAt;
      return now - Date.parse(heardAt) < (isPublished ? LOADING_MS : SILENT_AFTER_MS);
    });
  }

  /** What came in of the sample market, or of the real one. */
  loads({ sample }: { sample?: boolean }): Loads {
    return sample === true ? this.#sample : this.#real;
  }
}

/** Runs of one kind whose events have all ended. */
class Loads {
  #lastAt: string | null = null;
  #accepted = 0;
  #refused = 0;

  add({ at, stored = 0, deadLettered = {} }: IngestRun): void {
    this.#lastAt = at;
    this.#accepted += stored;
    this.#refused += Object.values(deadLettered).reduce((sum, count) => sum + count, 0);
  }

  /** When the last run's events had all ended; null before the first. */
  get lastAt(): string | null {
    return this.#lastAt;
  }

  /** Records that were neither duplicates nor unwanted. */
  get checked(): number {
    return this.#accepted + this.#refused;
  }

  /** Share of these that could be understood; 0 before any came. */
  get integrity(): number {
    return this.checked === 0 ? 0 : this.#accepted / this.checked;
  }
}

import type { ComputeRun } from '#schemas/events/compute-run.ts';

/** A run of the batch that has ended. */
export interface EndedRun {
  id: string;
  state: 'published' | 'kept_back' | 'failed';
  /** Null where its beginning is no longer in the log. */
  startedAt: string | null;
  endedAt: string;
  /** What kept its snapshot back. */
  failedChecks: { name: string; detail: string }[];
}

/** What the log says of runs of the batch, kept up to date by following `compute.run.v1`. */
export class ComputeHistory {
  /** One at a time runs: one that began replaces one whose process died. */
  #open: { id: string; at: string } | undefined;
  #last: EndedRun | null = null;

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply({ runId, state, at, failedChecks = [] }: ComputeRun): void {
    if (state === 'started') {
      if (this.#last?.id !== runId) this.#open = { id: runId, at };
      return;
    }
    if (this.#last?.id === runId) return;
    const own = this.#open?.id === runId ? this.#open : undefined;
    this.#last = { id: runId, state, startedAt: own?.at ?? null, endedAt: at, failedChecks };
    if (own !== undefined) this.#open = undefined;
  }

  get running(): boolean {
    return this.#open !== undefined;
  }

  /** The last that ended, published or not; null before the first. */
  get last(): EndedRun | null {
    return this.#last;
  }
}

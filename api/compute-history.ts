import type { Clock } from '#platform/clock.ts';
import { CLAIMED } from '#schemas/constants.ts';
import type { ComputeRun } from '#schemas/events/compute-run.ts';
import { Waiting } from './waiting.ts';

/** Past the time of the next one a run that has not ended has lost its process. */
const SILENT_MS = CLAIMED.algorithmsEveryHours * 60 * 60_000;

/** A run of the batch that has ended. */
export interface EndedRun {
  id: string;
  state: 'published' | 'kept_back' | 'failed';
  /** Null where its beginning is no longer in the log. */
  startedAt: string | null;
  endedAt: string;
  /** What kept its snapshot back. */
  failedChecks: { name: string; detail: string }[];
  /** What is served since; undefined where everything is as it was. */
  snapshotId: string | undefined;
}

/** What the log says of runs of the batch, kept up to date by following `compute.run.v1`. */
export class ComputeHistory {
  /** One at a time runs: one that began replaces one whose process died. */
  #open: { id: string; at: string } | undefined;
  #last: EndedRun | null = null;
  readonly #waiting = new Waiting<EndedRun>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply({ runId, state, at, commandIds, failedChecks = [], snapshot }: ComputeRun): void {
    if (state === 'started') {
      if (this.#last?.id !== runId) this.#open = { id: runId, at };
      return;
    }
    if (this.#last?.id === runId) return;
    const own = this.#open?.id === runId ? this.#open : undefined;
    const startedAt = own?.at ?? null;
    const { snapshotId } = snapshot ?? {};
    this.#last = { id: runId, state, startedAt, endedAt: at, failedChecks, snapshotId };
    if (own !== undefined) this.#open = undefined;
    for (const commandId of commandIds) this.#waiting.tell(commandId, this.#last);
  }

  /** The run that answers a command, once it has ended; undefined where it has not within so many milliseconds. */
  answerTo(commandId: string, ms: number): Promise<EndedRun | undefined> {
    return this.#waiting.for(commandId, ms);
  }

  get running(): boolean {
    const begun = this.#open === undefined ? -Infinity : Date.parse(this.#open.at);
    return begun > this.#clock().getTime() - SILENT_MS;
  }

  /** The last that ended, published or not; null before the first. */
  get last(): EndedRun | null {
    return this.#last;
  }
}

import type { IngestCancel } from '#schemas/events/ingest-cancel.ts';
import { GivenUp } from '../run.ts';

/** A command waits behind a few others at most; what was given up before is done with. */
const REMEMBERED = 1_000;

/** Which runs staff gave up, kept by following `ingest.cancel.v1`. */
export class Cancels {
  /** The newest last. */
  readonly #cancelled = new Set<string>();
  readonly #running = new Map<string, AbortController>();

  apply({ runId }: IngestCancel): void {
    this.#cancelled.delete(runId);
    this.#cancelled.add(runId);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > REMEMBERED && oldest !== undefined) this.#cancelled.delete(oldest);
    this.#running.get(runId)?.abort(new GivenUp());
  }

  /** Does the work of a run, with a signal that is aborted when it is given up, or already if it was. */
  async during<T>(runId: string, work: (cancelled: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    if (this.#cancelled.has(runId)) controller.abort(new GivenUp());
    this.#running.set(runId, controller);
    try {
      return await work(controller.signal);
    } finally {
      this.#running.delete(runId);
    }
  }
}

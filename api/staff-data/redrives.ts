import { EventEmitter, once } from 'node:events';
import type { RedriveRun } from '#schemas/events/redrive.ts';

/** So many are shown. */
const KEPT = 100;

/** What the log says of redrives, kept up to date by following `redrive.run.v1`. */
export class Redrives {
  readonly #runs = new Map<string, RedriveRun>();
  readonly #ends = new EventEmitter().setMaxListeners(0);

  /** Events of one redrive come in order, each with all that is known of it. */
  apply(run: RedriveRun): void {
    this.#runs.set(run.redriveId, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > KEPT && oldest !== undefined) this.#runs.delete(oldest);
    if (hasEnded(run)) this.#ends.emit(run.redriveId);
  }

  /** The newest first; those that only counted are left out. */
  get all(): RedriveRun[] {
    return [...this.#runs.values()].filter(({ dryRun }) => !dryRun).toReversed();
  }

  /** The redrive when it has ended, or as it stands so many milliseconds later; undefined before it begins. */
  async settled(redriveId: string, ms: number): Promise<RedriveRun | undefined> {
    const known = this.#runs.get(redriveId);
    if (known === undefined || !hasEnded(known))
      await once(this.#ends, redriveId, { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
    return this.#runs.get(redriveId);
  }
}

export const hasEnded = ({ state }: RedriveRun): boolean => state === 'done' || state === 'failed';

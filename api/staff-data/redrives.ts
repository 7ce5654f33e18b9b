import type { RedriveRun } from '#schemas/events/redrive.ts';
import { Waiting } from '../waiting.ts';

/** So many are shown. */
const KEPT = 100;

/**
 * What the log says of redrives, kept up to date by following `redrive.run.v1`. Those that only counted, or found
 * nothing to send, are told to who waits for them and not kept: they must not push out those that did something.
 */
export class Redrives {
  readonly #runs = new Map<string, RedriveRun>();
  readonly #waiting = new Waiting<RedriveRun>();

  /** Events of one redrive come in order, each with all that is known of it. */
  apply(run: RedriveRun): void {
    const didNothing = run.state === 'done' && run.matched === 0;
    if (run.dryRun || didNothing) this.#runs.delete(run.redriveId);
    else this.#runs.set(run.redriveId, run);
    const [oldest] = this.#runs.keys();
    if (this.#runs.size > KEPT && oldest !== undefined) this.#runs.delete(oldest);
    if (hasEnded(run)) this.#waiting.tell(run.redriveId, run);
  }

  /** The newest first. */
  get all(): RedriveRun[] {
    return [...this.#runs.values()].toReversed();
  }

  /**
   * The redrive when it ends, or as it stands so many milliseconds later; undefined before it begins. To be asked for
   * before the command is sent: the end of one that is not kept is heard once.
   */
  async settled(redriveId: string, ms: number): Promise<RedriveRun | undefined> {
    const ended = await this.#waiting.for(redriveId, ms);
    return ended ?? this.#runs.get(redriveId);
  }
}

export const hasEnded = ({ state }: RedriveRun): boolean => state === 'done' || state === 'failed';

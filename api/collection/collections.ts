import type { Clock } from '#platform/clock.ts';
import { COLLECTIONS_SHOWN } from '#schemas/api/staff-collection.ts';
import type { IngestCollection } from '#schemas/events/ingest-collection.ts';
import { Waiting } from '../waiting.ts';

/** A run says something every few minutes at least, unless its process is gone. */
const SILENT_MS = 30 * 60_000;
/** What was asked for begins within this time where an ingest role runs. */
const BEGINS_WITHIN_MS = 60_000;
/** Behind the longest crawls it waits for a day; what nobody has begun by then is forgotten. */
const WAITS_AT_MOST_MS = 26 * 3_600_000;
/** A run that said nothing for so long was lost with its process; it makes room for others. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** What the log says of collections, kept up to date by following `ingest.collection.v1`. */
export class Collections {
  readonly #runs = new Map<string, IngestCollection>();
  /** Asked for, by whichever process, and not heard of yet. */
  readonly #asked = new Map<string, number>();
  readonly #waiting = new Waiting<IngestCollection>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply(run: IngestCollection): void {
    this.#asked.delete(run.runId);
    // The newest last.
    if (this.#runs.get(run.runId)?.state !== 'ended') {
      this.#runs.delete(run.runId);
      this.#runs.set(run.runId, run);
    }
    const lostBefore = this.#clock().getTime() - REMEMBERED_MS;
    for (const [id, { state, at }] of this.#runs) {
      if (this.#runs.size <= COLLECTIONS_SHOWN) break;
      if (state === 'ended' || Date.parse(at) < lostBefore) this.#runs.delete(id);
    }
    if (run.state === 'ended') this.#waiting.tell(run.runId, run);
  }

  /** Coming twice changes nothing. */
  asked(runId: string, at: Date): void {
    const now = this.#clock().getTime();
    for (const [id, since] of this.#asked)
      if (since < now - WAITS_AT_MOST_MS) this.#asked.delete(id);
    if (!this.#runs.has(runId) && at.getTime() >= now - WAITS_AT_MOST_MS)
      this.#asked.set(runId, at.getTime());
  }

  /** Every run that is known, newest first; those that another run answers are left out. */
  get all(): IngestCollection[] {
    return [...this.#runs.values()].filter(({ joined }) => joined === undefined).toReversed();
  }

  /** The run under way. */
  get current(): IngestCollection | undefined {
    const aliveSince = this.#clock().getTime() - SILENT_MS;
    return this.all.find(({ state, at }) => state !== 'ended' && Date.parse(at) > aliveSince);
  }

  /** The last that ended. */
  get last(): IngestCollection | undefined {
    return this.all.find(({ state }) => state === 'ended');
  }

  /** Whether anything is under way, or asked for and about to begin. */
  get running(): boolean {
    const askedSince = this.#clock().getTime() - BEGINS_WITHIN_MS;
    return this.current !== undefined || [...this.#asked.values()].some((at) => at > askedSince);
  }

  /** Whether a run has begun or waits for its turn, and has not ended. */
  isUnderWay(runId: string): boolean {
    const run = this.#runs.get(runId);
    if (run !== undefined) return run.state !== 'ended';
    const waitsSince = this.#clock().getTime() - WAITS_AT_MOST_MS;
    return (this.#asked.get(runId) ?? -Infinity) >= waitsSince;
  }

  /** The run as it stands when it has ended, or so many milliseconds later; undefined where it has not begun. */
  async settled(runId: string, ms: number): Promise<IngestCollection | undefined> {
    const known = this.#runs.get(runId);
    if (known?.state === 'ended') return known;
    await this.#waiting.for(runId, ms);
    return this.#runs.get(runId);
  }
}

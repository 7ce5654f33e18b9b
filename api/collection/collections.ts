import type { Clock } from '#platform/clock.ts';
import { COLLECTIONS_SHOWN } from '#schemas/api/staff-collection.ts';
import { SILENT_AFTER_MS } from '#schemas/events/ingest-alive.ts';
import type { CollectCommand, IngestCollection } from '#schemas/events/ingest-collection.ts';
import { Waiting } from '../waiting.ts';

/** What was asked for begins within this time where an ingest role runs. */
const BEGINS_WITHIN_MS = 60_000;
/** Behind the longest crawls it waits for a day; what nobody has begun by then is forgotten. */
const WAITS_AT_MOST_MS = 26 * 3_600_000;
/** A run that said nothing for so long was lost with its process; it makes room for others. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** What the log says of collections, kept up to date by following `ingest.collection.v1`. */
export class Collections {
  readonly #runs = new Map<string, IngestCollection>();
  /** Asked for, by whichever process, and not begun yet; those that the log told of in its order. */
  readonly #asked = new Map<string, CollectCommand>();
  /** When each run was last heard of: its command may be read later than its end. */
  readonly #heard = new Map<string, number>();
  readonly #waiting = new Waiting<IngestCollection>();
  readonly #told = new Waiting<true>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Events of one run come in order; one that comes twice changes nothing. */
  apply(run: IngestCollection): void {
    this.#asked.delete(run.runId);
    this.#heard.set(run.runId, Date.parse(run.at));
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
  asked(command: CollectCommand): void {
    const oldest = this.#clock().getTime() - WAITS_AT_MOST_MS;
    for (const [id, { at }] of this.#asked) if (Date.parse(at) < oldest) this.#asked.delete(id);
    for (const [id, at] of this.#heard) if (at < oldest) this.#heard.delete(id);
    const { commandId, at } = command;
    if (!this.#heard.has(commandId) && Date.parse(at) >= oldest)
      this.#asked.set(commandId, command);
  }

  /** The log tells of a command: from now on it stands behind those that the log told of before. */
  told(command: CollectCommand): void {
    this.#asked.delete(command.commandId);
    this.asked(command);
    this.#told.tell(command.commandId, true);
  }

  /**
   * Until the log tells of a command, and so of all that were asked for before it, or so many milliseconds have
   * passed. To be asked for before the command is sent.
   * @returns whether the log told of it
   */
  async untilTold(commandId: string, ms: number): Promise<boolean> {
    return (await this.#told.for(commandId, ms)) === true;
  }

  /** What has not begun will not, once its turn comes. */
  givenUp(runId: string): void {
    this.#asked.delete(runId);
    if (!this.#runs.has(runId)) this.#heard.set(runId, this.#clock().getTime());
  }

  /** Every run that is known, newest first; those that another run answers are left out. */
  get all(): IngestCollection[] {
    return [...this.#runs.values()].filter(({ joined }) => joined === undefined).toReversed();
  }

  /** The run under way, unless it has been silent for so long that its process is gone. */
  get current(): IngestCollection | undefined {
    const aliveSince = this.#clock().getTime() - SILENT_AFTER_MS;
    return this.all.find(({ state, at }) => state !== 'ended' && Date.parse(at) > aliveSince);
  }

  /** The last that ended. */
  get last(): IngestCollection | undefined {
    return this.all.find(({ state }) => state === 'ended');
  }

  /** What waits for its turn, the oldest first. */
  get waiting(): CollectCommand[] {
    const oldest = this.#clock().getTime() - WAITS_AT_MOST_MS;
    return [...this.#asked.values()].filter(({ at }) => Date.parse(at) >= oldest);
  }

  /** Whether anything is under way, or asked for and about to begin. */
  get running(): boolean {
    const askedSince = this.#clock().getTime() - BEGINS_WITHIN_MS;
    return this.current !== undefined || this.waiting.some(({ at }) => Date.parse(at) > askedSince);
  }

  /** Whether a run has begun or waits for its turn, and has not ended. */
  isUnderWay(runId: string): boolean {
    const run = this.#runs.get(runId);
    if (run !== undefined) return run.state !== 'ended';
    return this.waiting.some(({ commandId }) => commandId === runId);
  }

  /** Whether a run is over, however it ended, or was given up before it began; of those that are known. */
  isOver(runId: string): boolean {
    const run = this.#runs.get(runId);
    return run === undefined ? this.#heard.has(runId) : run.state === 'ended';
  }

  /** The run as it stands when it has ended, or so many milliseconds later; undefined where it has not begun. */
  async settled(runId: string, ms: number): Promise<IngestCollection | undefined> {
    const known = this.#runs.get(runId);
    if (known?.state === 'ended') return known;
    await this.#waiting.for(runId, ms);
    return this.#runs.get(runId);
  }
}

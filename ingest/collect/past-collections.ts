import type { EventLog, Position } from '#platform/log/port.ts';
import { ingestCommand } from '#schemas/events/ingest-command.ts';
import { ingestCollection, type IngestCollection } from '#schemas/events/ingest-collection.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';

/** Of no group: who asks where a topic ends names one. */
const READER = 'past-collections';

/** A command waits behind a few others at most; a run that ended before so many others answers none. */
const REMEMBERED = 1_000;

/**
 * What `ingest.collection.v1` says of each collection, the last of it: kept between commands, so that the
 * topic is read once and then only what others have added.
 */
export class PastCollections {
  readonly #log: EventLog;
  /** By run, the newest last. */
  readonly #runs = new Map<string, IngestCollection>();
  /** Per partition the next offset that is not known. */
  readonly #next = new Map<number, number>();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /** What was said until now, by run, the newest last. */
  async upToNow(): Promise<ReadonlyMap<string, IngestCollection>> {
    const from = [...this.#next].map(([partition, offset]) => ({ partition, offset }));
    for await (const { partition, messages } of this.#log.readAll(ingestCollection, from))
      for (const { offset, value } of messages)
        this.#apply({ partition, offset }, tryDecodeEvent(ingestCollection, value));
    return this.#runs;
  }

  /** How far the log of commands reaches now. */
  async commandsUpTo(): Promise<number> {
    const [commands] = await this.#log.positions(ingestCommand, READER);
    return commands?.end ?? 0;
  }

  /** Says it to all, and knows it. */
  async say(event: IngestCollection): Promise<void> {
    const [place] = await this.#log.publish(ingestCollection, [
      encodeEvent(ingestCollection, event),
    ]);
    // What somebody else said before it is to be read, and then this again.
    if (place !== undefined && place.offset === (this.#next.get(place.partition) ?? 0))
      this.#apply(place, event);
  }

  #apply({ partition, offset }: Position, event: IngestCollection | undefined): void {
    this.#next.set(partition, offset + 1);
    if (event === undefined || this.#runs.get(event.runId)?.state === 'ended') return;
    this.#runs.delete(event.runId);
    this.#runs.set(event.runId, event);
    if (this.#runs.size <= REMEMBERED) return;
    for (const [runId, { state }] of this.#runs)
      if (state === 'ended') {
        this.#runs.delete(runId);
        return;
      }
  }
}

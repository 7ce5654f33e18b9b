import { open, type Database, type RootDatabase } from 'lmdb';
import type { Topic } from '#schemas/events/topic.ts';
import { makeWritableFolder } from '../writable-folder.ts';
import { chunkTimestamp, type Chunk } from './embedded-chunk.ts';
import { whileNoneOpens, whileNoneWrites } from './opening-gate.ts';
import { inTurn } from './opening-turn.ts';
import { EventLogRefused, EventLogUnavailable } from './port.ts';

/** A topic as the store knows it. */
export interface StoredTopic {
  id: number;
  partitions: number;
  /** Undefined: kept for ever. */
  retentionDays?: number;
}

export interface StoredChunk {
  lastOffset: number;
  bytes: Buffer;
}

const DAY = 86_400_000;
/** Address space only: the file grows with what is in it. */
const MAP_SIZE = 1024 ** 4;
const MAX_OFFSET = Number.MAX_SAFE_INTEGER;
/** Chunks looked at behind one of a time to come, evenly spaced. */
const PROBES = 64;

/**
 * The tables of the embedded log in one LMDB environment, which several processes may have open.
 *
 * `chunks` is keyed by topic, partition and the offset of the chunk's *last* message. So the end of
 * a partition is its last key + 1, the chunk that holds an offset is the first key at or above it,
 * and there is no counter that could disagree with the messages. The newest chunk of a partition is
 * therefore never removed by retention: with it the partition would forget its end.
 *
 * Write transactions exclude each other across processes and are flushed when they commit, so an
 * offset read inside one is still free when the same transaction writes it.
 */
export class EmbeddedStore {
  readonly #directory: string;
  readonly #random: () => number;
  readonly #root: RootDatabase<unknown, string>;
  readonly #topics: Database<StoredTopic, string>;
  readonly #groups: Database<number, [string, number, number]>;
  readonly #chunks: Database<Buffer, Buffer>;
  #bytesThrough = 0;

  /**
   * @param random gives numbers from 0 to 1
   * @throws EventLogUnavailable when the folder cannot be made, written or opened.
   */
  static async open(directory: string, random: () => number): Promise<EmbeddedStore> {
    try {
      makeWritableFolder(directory);
      return await inTurn(directory, random, () =>
        whileNoneWrites(directory, () => new EmbeddedStore(directory, random)),
      );
    } catch (cause) {
      throw new EventLogUnavailable(
        `The event log's folder ${directory} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}. Give a folder this user may write to.`,
        { cause },
      );
    }
  }

  private constructor(directory: string, random: () => number) {
    this.#directory = directory;
    this.#random = random;
    // Without overlapping sync a commit is durable when it resolves, and only then seen by readers.
    this.#root = open({
      path: directory,
      noSubdir: false,
      mapSize: MAP_SIZE,
      overlappingSync: false,
      // The batch it would open has a promise nobody can reach: a full disk would end the process.
      eventTurnBatching: false,
    });
    try {
      this.#topics = this.#root.openDB('topics', { encoding: 'json' });
      this.#groups = this.#root.openDB('groups', { encoding: 'json' });
      this.#chunks = this.#root.openDB('chunks', { encoding: 'binary', keyEncoding: 'binary' });
      // A process that was killed leaves its reader slot behind, and with it pages nobody may reuse.
      this.#root.readerCheck();
    } catch (error) {
      this.#root.close().catch(() => {});
      throw error;
    }
  }

  /** Creates or grows; a topic that has more partitions than declared is refused before anything changes. */
  async ensureTopics(topics: readonly Topic[]): Promise<void> {
    await this.#write(() => {
      let nextId = 1;
      for (const { value } of this.#topics.getRange()) nextId = Math.max(nextId, value.id + 1);
      for (const topic of topics) {
        const stored = this.#topics.get(topic.name);
        if (stored && stored.partitions > topic.partitions)
          throw new EventLogRefused(
            `Topic ${topic.name} has ${stored.partitions} partitions, ${topic.partitions} are declared: fewer would move keys. Declare at least ${stored.partitions} or start a new topic version.`,
          );
      }
      for (const topic of topics)
        void this.#topics.put(topic.name, {
          id: this.#topics.get(topic.name)?.id ?? nextId++,
          partitions: topic.partitions,
          ...(topic.retention === 'forever' ? {} : { retentionDays: topic.retention.days }),
        });
    });
  }

  /** @throws EventLogRefused when the topic was never created. */
  topic(name: string): StoredTopic {
    const topic = this.#topics.get(name);
    if (!topic)
      throw new EventLogRefused(`Topic ${name} does not exist. Create it with ensureTopics first.`);
    return topic;
  }

  /**
   * Appends chunks to their partitions and returns the first offset each chunk got. Chunks are
   * written in order, so whatever a failed transaction may have left is a contiguous prefix.
   */
  async append(
    topic: StoredTopic,
    chunks: readonly { partition: number; chunk: Chunk }[],
  ): Promise<number[]> {
    return this.#write(() => {
      const ends = new Map<number, number>();
      return chunks.map(({ partition, chunk }) => {
        const first = ends.get(partition) ?? this.end(topic, partition);
        const end = first + chunk.count;
        void this.#chunks.put(chunkKey(topic.id, partition, end - 1), chunk.bytes);
        this.#bytesThrough += chunk.bytes.length;
        ends.set(partition, end);
        return first;
      });
    });
  }

  /** Next offset that will be written. */
  end(topic: StoredTopic, partition: number): number {
    const range = {
      start: chunkKey(topic.id, partition, MAX_OFFSET),
      end: chunkKey(topic.id, partition, 0).subarray(0, 8),
      reverse: true,
      limit: 1,
    };
    for (const key of this.#chunks.getKeys(range)) return offsetOf(key) + 1;
    return 0;
  }

  /** The chunks from the one that holds `offset` on, until they hold `messages` or `maxBytes`. */
  chunksFrom(
    topic: StoredTopic,
    partition: number,
    offset: number,
    messages: number,
    maxBytes: number,
  ): StoredChunk[] {
    const found: StoredChunk[] = [];
    let bytes = 0;
    const start = chunkKey(topic.id, partition, offset);
    const end = chunkKey(topic.id, partition, MAX_OFFSET);
    for (const { key, value } of this.#chunks.getRange({ start, end })) {
      const lastOffset = offsetOf(key);
      found.push({ lastOffset, bytes: value });
      bytes += value.length;
      this.#bytesThrough += value.length;
      if (lastOffset - offset + 1 >= messages || bytes >= maxBytes) break;
    }
    return found;
  }

  /** The earliest offset still kept, or the end when there is none. */
  start(topic: StoredTopic, partition: number): number {
    const [first] = this.chunksFrom(topic, partition, 0, 1, 0);
    return first ? first.lastOffset - first.bytes.readUInt32LE(4) + 1 : 0;
  }

  committed(group: string, topic: StoredTopic, partition: number): number | undefined {
    return this.#groups.get([group, topic.id, partition]);
  }

  async commit(
    group: string,
    topic: StoredTopic,
    partition: number,
    offset: number,
  ): Promise<void> {
    await this.#write(() => void this.#groups.put([group, topic.id, partition], offset));
  }

  /** Fixes the group's position at the end of every partition it has none for. */
  async commitEnds(group: string, topic: StoredTopic): Promise<void> {
    await this.#write(() => {
      for (let partition = 0; partition < topic.partitions; partition++)
        if (this.committed(group, topic, partition) === undefined)
          void this.#groups.put([group, topic.id, partition], this.end(topic, partition));
    });
  }

  /**
   * Removes at most `limit` chunks that are past their topic's retention, oldest first; returns how many. Looks at
   * hardly more of a partition than it removes, whatever clocks stamped.
   */
  async removeExpired(now: number, limit: number): Promise<number> {
    const expired: Buffer[] = [];
    for (const { value: topic } of this.#topics.getRange()) {
      if (topic.retentionDays === undefined) continue;
      const keepFrom = now - topic.retentionDays * DAY;
      for (let partition = 0; partition < topic.partitions; partition++) {
        const newest = this.end(topic, partition) - 1;
        let from = 0;
        while (expired.length < limit) {
          const through = this.#expiredThrough(topic, partition, { from, newest, keepFrom, now });
          if (through === undefined) break;
          const start = chunkKey(topic.id, partition, from);
          const end = chunkKey(topic.id, partition, through + 1);
          expired.push(...this.#chunks.getKeys({ start, end, limit: limit - expired.length }));
          from = through + 1;
        }
      }
    }
    if (expired.length > 0)
      await this.#write(() => {
        for (const key of expired) void this.#chunks.remove(key);
      });
    return expired.length;
  }

  /**
   * The last offset of chunks from `from` on that are known to be expired. One of a time to come was stamped by a
   * clock that was set back since: it is as old as any that is expired and was appended after it.
   */
  #expiredThrough(
    topic: StoredTopic,
    partition: number,
    {
      from,
      newest,
      keepFrom,
      now,
    }: { from: number; newest: number; keepFrom: number; now: number },
  ): number | undefined {
    let through: number | undefined;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const at = from + Math.floor(((newest - from) * probe) / PROBES);
      const [chunk] = this.chunksFrom(topic, partition, at, 1, 0);
      if (!chunk || chunk.lastOffset >= newest) break;
      const timestamp = chunkTimestamp(chunk.bytes);
      if (timestamp < keepFrom) through = chunk.lastOffset;
      if (probe === 0 && timestamp <= now) break;
    }
    return through;
  }

  /** Makes the next read see what other processes have committed by now. */
  refresh(): void {
    this.#root.resetReadTxn();
  }

  /** Grows with every committed write of any process. */
  version(): number {
    return (this.#root.getStats() as { lastTxnId: number }).lastTxnId;
  }

  /** Bytes of the chunks it has written and read since it was opened. */
  get bytesThrough(): number {
    return this.#bytesThrough;
  }

  async close(): Promise<void> {
    await inTurn(this.#directory, this.#random, () => this.#root.close());
  }

  /** Runs on the write thread's turn: waiting for another process does not block the event loop. */
  async #write<T>(action: () => T): Promise<T> {
    try {
      return await whileNoneOpens(this.#directory, () => this.#root.transaction(action));
    } catch (cause) {
      const { commitError } = cause as { commitError?: Promise<never> };
      if (!commitError) throw cause;
      const reason: unknown = await commitError.catch((error: unknown) => error);
      throw new EventLogUnavailable(
        `Nothing can be written to the event log's folder ${this.#directory}: ${String(reason)}. Is the disk full?`,
        { cause: reason },
      );
    }
  }
}

/** Topic (u32), partition (u32), offset (u64), big endian, so that keys sort by number. */
function chunkKey(topicId: number, partition: number, offset: number): Buffer {
  const key = Buffer.alloc(16);
  key.writeUInt32BE(topicId, 0);
  key.writeUInt32BE(partition, 4);
  key.writeBigUInt64BE(BigInt(offset), 8);
  return key;
}

function offsetOf(key: Buffer): number {
  return Number(key.readBigUInt64BE(8));
}

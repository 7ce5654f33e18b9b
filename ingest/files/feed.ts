import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { isOtherRunning } from '#platform/is-other-running.ts';
import type { EventLog, OutgoingMessage, Position } from '#platform/log/port.ts';
import { partitionOf } from '#platform/log/partition.ts';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { tryDecodeEvent } from '#schemas/events/topic.ts';
import { publishedOf } from '../run.ts';
import { readInstant } from './instant.ts';
import type { Mapping } from './mapping.ts';
import { lookupFiles } from './partners.ts';
import type { Place } from './read-records.ts';
import { readState, writeState } from './state-file.ts';
import type { KeptTally } from './tally.ts';

export interface FeedOptions {
  log: EventLog;
  mapping: Mapping;
  files: readonly string[];
  /** The command's `--observed-at`. */
  observedAt: string | undefined;
  /** Id of the run, unless the files were begun by another that was interrupted: then that one goes on. */
  newRunId: () => string;
  /** Folder where it is kept which files are being taken, and were. */
  folder: string;
  /** How often it is kept how far they came. */
  noteEveryMs?: number;
}

/** Where a record of the files begins, and what was made of those before. */
export interface Checkpoint extends Place {
  /** Which of the files. */
  file: number;
  /** Bytes of the files before. */
  bytesBefore: number;
  /** Events of the records before, per partition. */
  events: number[];
  tally: KeptTally;
}

/** Files of a feed on their way into the log, over however many processes. */
export interface Feed {
  runId: string;
  /** All that is made of the very same files stands in the log: there is nothing to publish. */
  isTaken: boolean;
  /** Events of the run that stand in the log from before. */
  appendedBefore: number;
  /** Per partition, the offset of the last of them. */
  lastOffsets: ReadonlyMap<number, number>;
  /**
   * With which record to go on; undefined where that is the first. Its own events stand in the log, some of those
   * behind it may.
   */
  goesOnFrom: Checkpoint | undefined;
  /** Events asked for so far, per partition. */
  readonly events: number[];
  /** From now on an interruption is gone on from. To be called before the first event is appended. */
  begin(): Promise<void>;
  /**
   * Whether the next event in the order of the files stands in the log: to be asked once for each.
   * @throws FeedReadOtherwise
   */
  isThere(message: OutgoingMessage): boolean;
  /** Where each of these messages was appended. */
  appended(positions: readonly Position[], messages: readonly OutgoingMessage[]): void;
  /** All events of the records before this one are in the log. */
  reached(checkpoint: Checkpoint): void;
  /** All is in the log, and is recognised there. */
  end(): Promise<void>;
  /** The same files are another run from now on. */
  forget(): Promise<void>;
}

/** Other events are made of the files than when they were interrupted: their program is another. */
export class FeedReadOtherwise extends Error {
  readonly code = 'feed_read_otherwise';
  constructor(runId: string) {
    super(
      `The files are read otherwise than when run ${runId} was interrupted, so that it cannot go on. Run the same command again: they begin anew, as another run.`,
    );
  }
}

/** What is kept of a feed. That it was taken is in the log alone: another log has nothing of it. */
interface State {
  runId: string;
  /** Who takes it; while that process lives, another's run of the same files is its own. */
  pid: number;
  /** Per partition of raw.listing.v1: the run's events counted so far, CRC-32 of the last, the next offset. */
  partitions: { count: number; last: number; next: number }[];
  /** The record that reading goes on with; undefined before the first is known. */
  checkpoint?: Checkpoint | undefined;
}

/** So much of the log is read at most, to see how far an interrupted feed came. */
const NOTE_EVERY_MS = 1_000;

/** Changes when files are read otherwise than before: those that were taken are then taken anew. */
const READER_VERSION = 2;

/**
 * Recognises files that were taken, or interrupted on their way, by their content and the mapping. The events of a run
 * are appended in the order of its files, so that those in a partition are the first of it: how many there
 * are says which to append. What was appended after the last note is counted in the log itself, so that
 * nothing is lost or doubled wherever the process was killed. Files are read on from a record whose
 * events are all there: read once more, they show whether it is read as it was.
 */
export async function openFeed(options: FeedOptions): Promise<Feed> {
  const { log, mapping, folder, noteEveryMs = NOTE_EVERY_MS } = options;
  await log.ensureTopics([rawListing, ingestRun]);
  const path = join(folder, `${await identityOf(options)}.json`);
  const known = await readState<State>(path);
  const published = known && (await publishedOf(log, known.runId));
  // Files that broke off may be whole the next time they are read.
  const taken = published?.error === undefined ? published : undefined;
  const ends = (await log.positions(rawListing, 'feeds')).map(({ end }) => end);
  const goesOn =
    known !== undefined &&
    !isOtherRunning(known.pid) &&
    // Keys change their partition when the topic grows.
    known.partitions.length === ends.length &&
    published === undefined;
  const state: State = {
    runId: taken?.runId ?? (goesOn ? known.runId : options.newRunId()),
    pid: process.pid,
    partitions: goesOn ? known.partitions : ends.map((next) => ({ count: 0, last: 0, next })),
    checkpoint: goesOn ? known.checkpoint : undefined,
  };
  if (goesOn) await countAppended(log, mapping.source, state);
  const goesOnFrom = state.checkpoint;
  const passed = goesOnFrom?.events.slice() ?? state.partitions.map(() => 0);
  const before = structuredClone(state.partitions);

  let notedAt = performance.now();
  let writing: Promise<void> = Promise.resolve();
  return {
    runId: state.runId,
    isTaken: taken !== undefined,
    appendedBefore: before.reduce((sum, { count }) => sum + count, 0),
    lastOffsets: new Map(
      before.flatMap(({ count, next }, partition) => (count > 0 ? [[partition, next - 1]] : [])),
    ),
    goesOnFrom,
    get events() {
      return passed.slice();
    },
    async begin() {
      await mkdir(folder, { recursive: true });
      await writeState(path, state);
    },
    isThere({ key, value }) {
      const partition = partitionOf(Buffer.from(key), before.length);
      const { count = 0, last } = before[partition] ?? {};
      const n = (passed[partition] ?? 0) + 1;
      passed[partition] = n;
      if (n === count && crc32(value) !== last) throw new FeedReadOtherwise(state.runId);
      return n <= count;
    },
    appended(positions, messages) {
      for (const [n, { value }] of messages.entries()) note(state, positions[n], value);
    },
    reached(checkpoint) {
      state.checkpoint = checkpoint;
      if (performance.now() - notedAt < noteEveryMs) return;
      notedAt = performance.now();
      // One behind the other; a note that is late or lost is made up for by the log.
      writing = writing.then(() => writeState(path, state)).catch(() => undefined);
    },
    async end() {
      await writing;
      await writeState(path, { runId: state.runId, pid: state.pid, partitions: [] });
    },
    async forget() {
      await writing;
      await rm(path, { force: true });
    },
  };
}

function note(
  { partitions }: State,
  place: Position | undefined,
  value: string | Uint8Array,
): void {
  const at = place && partitions[place.partition];
  if (place === undefined || at === undefined) return;
  at.count += 1;
  at.last = crc32(value);
  at.next = place.offset + 1;
}

/** Counts what stands in the log behind what was noted. */
async function countAppended(log: EventLog, source: string, state: State): Promise<void> {
  const from = state.partitions.map(({ next }, partition) => ({ partition, offset: next }));
  for await (const { partition, messages } of log.readAll(rawListing, from))
    for (const { key, offset, value } of messages)
      if (key.startsWith(`${source}\0`) && tryDecodeEvent(rawListing, value)?.runId === state.runId)
        note(state, { partition, offset }, value);
}

/** SHA-256 of all that the events are made of. A file that cannot be read is the reader's to report. */
async function identityOf({ mapping, files, observedAt = '' }: FeedOptions): Promise<string> {
  const seenAt = readInstant(observedAt) ?? observedAt;
  const hash = createHash('sha256').update(JSON.stringify([READER_VERSION, mapping, seenAt]));
  const lookedUp = mapping.join && (await lookupFiles(mapping.join.from, files).catch(() => []));
  for (const file of [...files, ...(lookedUp ?? [])]) {
    hash.update(`\0${basename(file)}\0`);
    try {
      for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    } catch {
      hash.update('\0unreadable');
    }
  }
  return hash.digest('hex');
}

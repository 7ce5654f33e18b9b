import { encodeEvent } from '#schemas/events/topic.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { EventLog, OutgoingMessage } from '#platform/log/port.ts';
import { createAppender } from './append.ts';
import { SourceFileError } from './bytes.ts';
import { isThereAndEmpty } from './check-columns.ts';
import { checkFiles, FilesRefused } from './check-files.ts';
import type { Feed } from './feed.ts';
import { historyKeys, isBelowSilent } from './history.ts';
import { readableInstants, readInstant } from './instant.ts';
import { isBlankFile } from './looks-like.ts';
import { compileMapping, type MapContext } from './map-record.ts';
import { fieldNames, type Mapping } from './mapping.ts';
import { loadPartners } from './partners.ts';
import { createPause } from './pause.ts';
import { readRecords } from './read-records.ts';
import { createSweep } from './sweep.ts';

export interface PublishOptions {
  log: EventLog;
  mapping: Mapping;
  files: readonly string[];
  /** The command's `--observed-at`: a date or an instant. */
  observedAt?: string | undefined;
  runId: string;
  /** Set by the server for its own simulated market only. */
  sample?: boolean;
  /** Events in one append; fewer where their records are large. */
  batchSize?: number;
  onProgress?: (progress: PublishProgress) => void;
  /** Stops between two batches; what was published stays. */
  signal?: AbortSignal;
  /** What of these files stands in the log from before, and is not appended again. */
  feed?: Feed | undefined;
}

export interface PublishProgress {
  file: string;
  bytesRead: number;
  bytesTotal: number;
  read: number;
  published: number;
}

export interface PublishResult {
  /** Records found, readable or not. */
  read: number;
  /** Events of the run: one for each record, or with a history several. */
  published: number;
  /** Records that could not be read; their events will be dead-lettered. */
  unreadable: number;
  /** Per partition, the offset of the last event appended. */
  lastOffsets: Map<number, number>;
  /** Files that broke off, what came before the break being published, and files with nothing in them. */
  failures: { file: string; message: string }[];
  coverage: Mapping['coverage'];
  /**
   * Fields of the mapping that no record gave: a path that was mistyped, or nothing to be had. Columns that
   * are there and empty are not among them.
   */
  emptyFields: string[];
  /** Keys of the mapping's `history` that gave nothing in any record, such as `fields.price`. */
  emptyHistory: string[];
  /** Records whose history was too long for their size, the states left out, and the first of them. */
  cutHistories: { records: number; states: number; first?: string };
  /** Where each file is dated as a whole: the earliest instant of the newest sweep's files. */
  sweptFrom?: string | undefined;
}

/** A batch is appended when its events are this long together, in characters. */
const maxBatchLength = 8 * 1024 * 1024;

/**
 * Reads files as their mapping says and appends their events to the log, in the order of the files.
 * All files are looked at before the first event goes out; a fault there throws FilesRefused and
 * changes nothing. Memory is bounded by two batches. Resolves when every event is durable.
 */
export async function publishFiles(options: PublishOptions): Promise<PublishResult> {
  const { log, mapping, files, signal, feed, batchSize = 1_000 } = options;
  const observedAt = optionInstant(options.observedAt);
  const bytesTotal = await checkFiles(mapping, files, observedAt);
  const partners = await loadPartners(mapping, files);
  const mapRecord = compileMapping(mapping);
  const result: PublishResult = {
    read: 0,
    published: 0,
    unreadable: 0,
    lastOffsets: new Map(feed?.lastOffsets),
    failures: [],
    coverage: mapping.coverage,
    emptyFields: [],
    emptyHistory: [],
    cutHistories: { records: 0, states: 0 },
  };
  const silent = new Set(historyKeys(mapping.history));
  const context: MapContext = {
    runId: options.runId,
    observedAt,
    sample: options.sample ?? false,
    partnerOf: (key) => partners.get(key),
    onHistoryKey: (key) => silent.delete(key),
    onHistoryCut(origin, states) {
      const { cutHistories } = result;
      cutHistories.records += 1;
      cutHistories.states += states;
      cutHistories.first ??= origin;
    },
  };
  const empty = new Set(fieldNames.filter((field) => mapping.fields[field] !== undefined));
  const headers = new Set<readonly string[]>();
  const sweep = createSweep(mapping);
  const appender = createAppender(log, rawListing, (positions, messages) => {
    feed?.appended(positions, messages);
    for (const { partition, offset } of positions)
      result.lastOffsets.set(partition, Math.max(offset, result.lastOffsets.get(partition) ?? -1));
  });
  let bytesRead = 0;
  let batch: OutgoingMessage[] = [];
  let batchLength = 0;

  const sendBatch = async (file: string): Promise<void> => {
    await appender.append(batch);
    batch = [];
    batchLength = 0;
    options.onProgress?.({
      file,
      bytesRead,
      bytesTotal,
      read: result.read,
      published: result.published,
    });
    signal?.throwIfAborted();
  };

  await log.ensureTopics([rawListing]);
  for (const file of files) {
    const readBefore = result.read;
    try {
      const pause = createPause();
      for await (const record of readRecords(file, mapping, (count) => (bytesRead += count))) {
        result.read += 1;
        if (record.unreadable !== undefined) result.unreadable += 1;
        if (record.data?.kind === 'row') headers.add(record.data.header);
        const events = mapRecord(record, context);
        for (const event of events) {
          for (const name of empty) if (name in event.fields) empty.delete(name);
          const message = encodeEvent(rawListing, event);
          result.published += 1;
          if (feed?.isThere(message) === true) {
            signal?.throwIfAborted();
            continue;
          }
          batch.push(message);
          batchLength += message.value.length;
          if (batch.length >= batchSize || batchLength >= maxBatchLength) await sendBatch(file);
        }
        const seen = events.at(-1);
        if (seen !== undefined) sweep.note(seen.observedAt);
        await pause();
      }
      // Says nothing of what is on offer, however complete its source's files are.
      if (result.read === readBefore && (await isBlankFile(file)))
        result.failures.push({ file, message: 'is empty; nothing was read from it' });
    } catch (error) {
      if (!(error instanceof SourceFileError)) throw error;
      result.failures.push({ file, message: error.message });
    }
    await sendBatch(file);
  }
  await appender.settled();
  return {
    ...result,
    emptyFields: [...empty].filter((field) => !isThereAndEmpty(mapping.fields[field], headers)),
    emptyHistory: [...silent].filter((key) => !isBelowSilent(key, silent)),
    sweptFrom: sweep.from,
  };
}

/** The instant an option names. @throws FilesRefused when it is none */
export function optionInstant(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const instant = readInstant(given);
  if (instant === undefined)
    throw new FilesRefused([
      `--observed-at "${given}" is no date ${readableInstants}: write YYYY-MM-DD or an instant such as 2026-05-28T14:00:00Z`,
    ]);
  return instant;
}

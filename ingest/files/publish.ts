import { encodeEvent } from '#schemas/events/topic.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog, OutgoingMessage } from '#platform/log/port.ts';
import { createAppender } from './append.ts';
import { SourceFileError } from './bytes.ts';
import { checkFiles } from './check-files.ts';
import { readUpTo } from './failures.ts';
import type { Checkpoint, Feed } from './feed.ts';
import { isTable } from './format.ts';
import { EMPTY_FILE, isBlankFile } from './looks-like.ts';
import { compileMapping, type MapContext } from './map-record.ts';
import type { Mapping } from './mapping.ts';
import { optionInstant } from './option-instant.ts';
import { loadPartners } from './partners.ts';
import { createPause } from './pause.ts';
import { BEGINNING, placeOf, readRecords, type Place } from './read-records.ts';
import { toItsEnd } from './to-its-end.ts';
import { Tally, type Counted } from './tally.ts';

export interface PublishOptions {
  log: EventLog;
  clock: Clock;
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

export interface PublishResult extends Counted {
  /** Per partition, the offset of the last event appended. */
  lastOffsets: Map<number, number>;
  coverage: Mapping['coverage'];
  emptyFields: string[];
  emptyHistory: string[];
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
  const { log, clock, mapping, files, signal, feed, batchSize = 1_000 } = options;
  const observedAt = optionInstant(options.observedAt, clock);
  const bytesTotal = await checkFiles(mapping, files, observedAt, clock);
  const partners = await loadPartners(mapping, files);
  const isByLine = isTable(mapping.format) || mapping.format === 'ndjson';
  const mapRecord = compileMapping(mapping);
  const begun = feed?.goesOnFrom;
  const tally = new Tally(mapping, begun?.tally);
  const { counted } = tally;
  const lastOffsets = new Map(feed?.lastOffsets);
  const context: MapContext = {
    runId: options.runId,
    observedAt,
    sample: options.sample ?? false,
    partnerOf: (key) => partners.get(key),
    onHistoryKey: (key) => tally.historyKey(key),
    onHistoryCut: (origin, states) => tally.historyCut(origin, states),
  };
  const appender = createAppender(log, rawListing, (positions, messages) => {
    feed?.appended(positions, messages);
    for (const { partition, offset } of positions)
      lastOffsets.set(partition, Math.max(offset, lastOffsets.get(partition) ?? -1));
  });
  let bytesRead = begun?.bytesBefore ?? 0;
  let batch: OutgoingMessage[] = [];
  let batchLength = 0;
  /** The record in hand: all events of those before it are in the log or in the batch. */
  let mark: Mark | undefined;

  const sendBatch = async (file: string): Promise<void> => {
    const reached = feed && mark && { ...mark.place, tally: tally.keep(mark.before) };
    await appender.append(batch, () => reached && feed.reached(reached));
    batch = [];
    batchLength = 0;
    const { read, published } = counted;
    options.onProgress?.({ file, bytesRead, bytesTotal, read, published });
    signal?.throwIfAborted();
  };

  await log.ensureTopics([rawListing]);
  for (const [at, file] of files.entries()) {
    if (at < (begun?.file ?? 0)) continue;
    const from = at === begun?.file ? begun : BEGINNING;
    const bytesBefore = bytesRead;
    const markAt = ({ from, position }: Place): Mark | undefined =>
      feed && {
        place: { file: at, from, position, bytesBefore, events: feed.events },
        before: tally.now,
      };
    mark = markAt(from);
    const readBefore = counted.read;
    let last: number | undefined;
    try {
      const pause = createPause();
      const onBytes = (count: number): number => (bytesRead += count);
      for await (const record of toItsEnd(readRecords(file, mapping, onBytes, from))) {
        last = record.position;
        const place = placeOf(record);
        if (place !== undefined) mark = markAt(place);
        const events = mapRecord(record, context);
        tally.record(record, events);
        for (const event of events) {
          const message = encodeEvent(rawListing, event);
          counted.published += 1;
          if (feed?.isThere(message) === true) {
            signal?.throwIfAborted();
            continue;
          }
          batch.push(message);
          batchLength += message.value.length;
          if (batch.length >= batchSize || batchLength >= maxBatchLength) await sendBatch(file);
        }
        await pause();
      }
      // Says nothing of what is on offer, however complete its source's files are.
      if (counted.read === readBefore && (await isBlankFile(file)))
        counted.failures.push({ file, message: EMPTY_FILE });
    } catch (error) {
      if (!(error instanceof SourceFileError)) throw error;
      const message = readUpTo(error.message, isByLine ? 'line' : 'record', last);
      counted.failures.push({ file, message });
    }
    await sendBatch(file);
  }
  await appender.settled();
  const { emptyFields, emptyHistory, sweptFrom } = tally;
  const { coverage } = mapping;
  return { ...counted, lastOffsets, coverage, emptyFields, emptyHistory, sweptFrom };
}

/** A record, and what was counted before it. */
interface Mark {
  place: Omit<Checkpoint, 'tally'>;
  before: Counted;
}

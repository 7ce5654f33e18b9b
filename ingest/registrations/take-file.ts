import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ingestRun } from '#schemas/events/ingest-run.ts';
import { rawRegistration } from '#schemas/events/raw-registration.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Clock } from '#platform/clock.ts';
import type { EventLog, OutgoingMessage, Position } from '#platform/log/port.ts';
import { createAppender } from '../files/append.ts';
import { readBytes, SourceFileError } from '../files/bytes.ts';
import { bytesOf, FilesRefused } from '../files/check-files.ts';
import { failuresInWords, readUpTo } from '../files/failures.ts';
import { isAhead } from '../files/instant.ts';
import { EMPTY_FILE, isBlankFile } from '../files/looks-like.ts';
import { createPause } from '../files/pause.ts';
import { optionInstant } from '../files/option-instant.ts';
import type { PublishProgress } from '../files/publish.ts';
import { readFrom } from '../files/read-records.ts';
import { readState, writeState } from '../files/state-file.ts';
import { compileInstant } from '../files/take-instant.ts';
import { toItsEnd } from '../files/to-its-end.ts';
import { publishedOf, tellRun } from '../run.ts';
import { checkRows } from './check-rows.ts';
import type { RegistrationMapping } from './mapping.ts';
import {
  countRow,
  nothingPublished,
  readPublished,
  type Note,
  type Noted,
  type Published,
} from './read-published.ts';
import { compileRegistrations, endOfFile, type Take } from './to-event.ts';

export interface TakeOptions {
  log: EventLog;
  clock: Clock;
  mapping: RegistrationMapping;
  file: string;
  /** The command's `--observed-at`. */
  observedAt: string | undefined;
  /** Id of the run, unless the file was begun by another that was interrupted: then that one goes on. */
  newRunId: () => string;
  /** Folder where it is kept which files were taken. */
  folder: string;
  onProgress?: (progress: PublishProgress) => void;
  /** Stops between two batches; what was published stays, and is gone on from. */
  signal?: AbortSignal;
  /** Events in one append. */
  batchSize?: number;
  /** Rows between two notes of how far the taking is, from where reading the log begins when it goes on. */
  noteEvery?: number;
}

export interface TakeResult {
  /** Rows of the file, and those of them that could not be read and will be dead-lettered. */
  read: number;
  unreadable: number;
  /** Where the first of those that were read now stands, and why. */
  firstUnreadable?: string | undefined;
  /** Events of the run: one for each row, of which an earlier run had none. */
  published: number;
  /** Those appended now: fewer where the run was interrupted and gone on with. */
  appended: number;
  coverage: 'full' | 'partial';
  /** Why the file is not whole. */
  failure?: string;
}

export interface PreparedTake {
  runId: string;
  /** The very same content was taken to its end before, by the same mapping. */
  isTaken: boolean;
  /** An earlier taking was interrupted, after so many bytes of the content. */
  goesOnFrom: number;
  publish(): Promise<TakeResult>;
}

/**
 * Prepares to take a file of registrations: recognises it by its content, whatever its name and packing,
 * and where an interrupted taking is to go on. Streamed twice, so that memory does not grow with the file.
 * What was published is read from the log itself, so that nothing is lost or doubled wherever the process
 * was killed. @throws FilesRefused before anything is published
 */
export async function prepareTake(options: TakeOptions): Promise<PreparedTake> {
  const { log, clock, mapping, file, folder, signal } = options;
  const { bytes, observedAt } = await checkTake(options);
  const content = await hashContent(file, signal);
  const take = createHash('sha256')
    .update([mapping.source, JSON.stringify(mapping), observedAt, content].join('\0'))
    .digest('hex');
  const path = join(folder, `${take}.json`);
  const known = await readState<State>(path);
  await log.ensureTopics([rawRegistration, ingestRun]);
  const before =
    known === undefined || known.taken
      ? nothingPublished()
      : await readPublished(log, `${mapping.source}\0${take}`, known);
  // It broke off, or was killed before it was noted that it is whole: what is new of it is another run's.
  const wasTold = known !== undefined && (await publishedOf(log, known.runId)) !== undefined;
  const isTaken = known?.taken === true || (wasTold && before.complete);
  const goesOn = known !== undefined && (isTaken || !wasTold);
  const runId = goesOn ? known.runId : options.newRunId();
  const ofRun = goesOn ? 0 : before.rows;
  const begun: Take = { take, runId, observedAt, fileName: basename(file) };

  return {
    runId,
    isTaken,
    goesOnFrom: before.next,
    async publish() {
      await mkdir(folder, { recursive: true });
      const beganAt = known === undefined ? await endsOf(log) : known.beganAt;
      const state: State = { ...known, runId, taken: false, file: begun.fileName, beganAt };
      await writeState(path, state);
      const note = (note: Note) => writeState(path, { ...state, note });
      const run = { runId, source: mapping.source, sample: false, coverage: 'full' as const };
      const result = await tellRun({ log, clock }, run, async () => {
        const result = await publishRows(options, begun, before, {
          content,
          bytesTotal: bytes,
          note,
        });
        const { failure } = result;
        const incomplete =
          failure === undefined ? undefined : failuresInWords([{ file, message: failure }]);
        return { ...result, published: result.published - ofRun, incomplete };
      });
      // A file that broke off may be whole the next time it is read.
      if (result.coverage === 'full') await writeState(path, { ...state, taken: true });
      return result;
    },
  };
}

/**
 * Rows of one commit. A batch is held as events, as messages and packed until it is durable: of 3,000,000 rows 265 MB
 * were resident at the highest with these, 280 with twice as many, and no less with half as many. Its large buffers
 * come and go by the million, and a heap that keeps their room grows by a tenth over 40,000,000 rows: `npm run ingest`
 * has the allocator give them back at once (MALLOC_MMAP_THRESHOLD_), which is 20 MB less (measured).
 */
const BATCH_ROWS = 2_000;
/** A batch is appended when its events are this long together, in characters. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

/** Reading events of a million rows back takes 16 s (measured): to go on, at most some 2 s. */
const NOTE_EVERY = 100_000;

interface OfFile {
  /** SHA-256 of its content. */
  content: string;
  bytesTotal: number;
  note: (note: Note) => Promise<void>;
}

async function publishRows(
  options: TakeOptions,
  take: Take,
  before: Published,
  { content, bytesTotal, note }: OfFile,
): Promise<TakeResult> {
  const { log, clock, mapping, file, onProgress, signal } = options;
  const { batchSize = BATCH_ROWS, noteEvery = NOTE_EVERY } = options;
  const toEvent = compileRegistrations(mapping);
  let last: Position | undefined;
  const appender = createAppender(log, rawRegistration, (positions) => (last = positions.at(-1)));
  const pause = createPause();
  const found: Published = { ...before };
  let appended = 0;
  let bytesRead = 0;
  let batch: OutgoingMessage[] = [];
  let length = 0;
  let failure: string | undefined;
  let firstUnreadable: string | undefined;
  let durable: Note | undefined;
  let noted = before.rows;

  const send = async (): Promise<void> => {
    const { complete: _, ...sent } = found;
    await appender.append(batch, () => (durable = last && { ...sent, at: last }));
    if (durable !== undefined && durable.rows - noted >= noteEvery) {
      noted = durable.rows;
      await note(durable);
    }
    appended += batch.length;
    batch = [];
    length = 0;
    onProgress?.({ file, bytesRead, bytesTotal, read: found.rows, published: appended });
    signal?.throwIfAborted();
  };
  try {
    const { start, rows: rowsBefore } = before.tail;
    const records = readFrom(file, mapping, start, (count) => (bytesRead += count));
    for await (const record of toItsEnd(records, { ...mapping, rowsBefore })) {
      // Read again for how the file ends; it stands in the log.
      if ((record.next ?? 0) <= before.next) continue;
      const event = toEvent(record, take);
      const message = encodeEvent(rawRegistration, event);
      countRow(found, event);
      if (event.unreadable !== undefined)
        firstUnreadable ??= `${event.origin}: ${event.unreadable}`;
      batch.push(message);
      length += message.value.length;
      if (batch.length >= batchSize || length >= MAX_BATCH_LENGTH) await send();
      await pause();
    }
    // What was lost on its way says nothing of a month.
    if (found.rows === 0 && (await isBlankFile(file))) throw new SourceFileError(EMPTY_FILE);
  } catch (error) {
    // What is being appended stands in the log before anybody looks where to go on.
    await appender.settled().catch(() => undefined);
    if (!(error instanceof SourceFileError)) throw error;
    failure = readUpTo(error.message, 'row', found.rows === 0 ? undefined : found.rows);
  }
  await send();
  const complete = failure === undefined;
  if (!before.complete) {
    const { next, rows } = found;
    const end = { complete, rows, file: content, at: clock().toISOString() };
    await appender.append([encodeEvent(rawRegistration, endOfFile(mapping, take, next, end))]);
  }
  await appender.settled();
  return {
    read: found.rows,
    unreadable: found.unreadable,
    firstUnreadable,
    published: found.rows,
    appended,
    coverage: complete ? 'full' : 'partial',
    ...(failure !== undefined && { failure }),
  };
}

type Checked = Pick<TakeOptions, 'clock' | 'mapping' | 'file' | 'observedAt'>;

/** Looks at all files of a command before the first is taken. @throws FilesRefused with all that is wrong with them */
export async function checkTakes(
  options: Omit<Checked, 'file'>,
  files: readonly string[],
): Promise<void> {
  const faults: string[] = [];
  for (const file of files)
    try {
      await checkTake({ ...options, file });
    } catch (error) {
      if (!(error instanceof FilesRefused)) throw error;
      faults.push(...error.faults);
    }
  if (faults.length > 0) throw new FilesRefused([...new Set(faults)]);
}

/** How many bytes a file has, and when it was true. @throws FilesRefused */
async function checkTake(options: Checked): Promise<{ bytes: number; observedAt: string }> {
  const bytes = await bytesOf(options.file);
  const observedAt = observedAtOf(options);
  await checkRows(options.mapping, options.file);
  return { bytes, observedAt };
}

/** When the file was true: what its name says, or the command. */
function observedAtOf({ clock, mapping, file, observedAt }: Checked): string {
  const nothing = { kind: 'row', columns: new Map(), header: [], cells: [] } as const;
  const instantOf = compileInstant(mapping.observedAt, mapping.format);
  const instant = instantOf(nothing, { name: basename(file) }) ?? optionInstant(observedAt, clock);
  if (instant === undefined)
    throw new FilesRefused([
      `${file}: nothing says when it was made: observedAt of the mapping gives no instant in ${basename(file)}. Give --observed-at YYYY-MM-DD, or mend observedAt (its \`from\` is $file) in the mapping.`,
    ]);
  if (isAhead(instant, clock()))
    throw new FilesRefused([
      `${file}: was made at ${instant}, which has not come yet. Mend its name, or observedAt or its format in the mapping.`,
    ]);
  return instant;
}

/** SHA-256 of the content, unpacked; of a file that breaks off, of what comes before. */
async function hashContent(file: string, signal: AbortSignal | undefined): Promise<string> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of readBytes(file)) {
      hash.update(chunk);
      signal?.throwIfAborted();
    }
  } catch (error) {
    if (!(error instanceof SourceFileError)) throw error;
  }
  return hash.digest('hex');
}

/** No group: whoever asks where a topic ends names one. */
const TAKER = 'take-registrations';

async function endsOf(log: EventLog): Promise<Position[]> {
  const ends = await log.positions(rawRegistration, TAKER);
  return ends.map(({ partition, end }) => ({ partition, offset: end }));
}

interface State extends Noted {
  runId: string;
  taken: boolean;
  file: string;
}

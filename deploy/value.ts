import { isUtf8 } from 'node:buffer';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { SourceFileError, readBytes } from '#ingest/files/bytes.ts';
import { cellsOf, readRows, type Row, type TableSettings } from '#ingest/files/read-csv.ts';
import { notInEncoding } from '#ingest/files/text.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { loadConfig, type Config } from '#platform/config/load.ts';
import { fileFault } from '#platform/file-fault.ts';
import { createWholeFile } from '#platform/whole-file.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { lastPublishedRun } from '#warehouse/queries/compute-runs.ts';
import { readSnapshot } from '#warehouse/queries/snapshots.ts';
import { parseArguments, printResult, runCommand, UsageError } from './command.ts';
import { dataPaths } from './parts.ts';
import { ADDED_COLUMNS, csvLine, findColumns, valueRow, type Columns } from './value-rows.ts';

/** Rows are handed to the disk in pieces of about this many bytes. */
const PIECE = 1 << 18;
/** Blank lines come back as well: each row of the result stands where it stood. */
const TABLE: TableSettings = {
  delimiter: ',',
  quote: '"',
  skipLines: 0,
  encoding: 'utf-8',
  blankRows: true,
};

const command = new Command('npm run value --')
  .description(
    'Values a CSV file of RVs in bulk from the snapshot that was published last: columns make, model, year, condition, mileage, and as_of and state where given.',
  )
  .argument('<in.csv>', 'a header and a row for each RV')
  .requiredOption('--out <file>', `the same rows with ${ADDED_COLUMNS.join(', ')} added`);

interface Counts {
  rows: number;
  /** Those of the header that were read: of another name a column only comes back. */
  columns: string[];
  valued: number;
  /** Rows without a value, by the code of their reason. */
  refused: Record<string, number>;
}

async function main(): Promise<number> {
  const parsed = parseArguments(command);
  if (parsed === undefined) return 0;
  const input = parsed.args[0] ?? '';
  const out = String(parsed.options['out']);
  if (resolve(input) === resolve(out))
    throw new UsageError(`The input and --out are the same file (${out}); name two.`);
  const bytes = await stat(input).catch((error: unknown) => {
    throw new UsageError(`${input}: ${fileFault(error)}`);
  });
  if (!bytes.isFile()) throw new UsageError(`${input} is not a file.`);

  const snapshot = await publishedSnapshot(loadConfig(process.env, ['DATA_DIR', 'CLICKHOUSE_URL']));
  const started = performance.now();
  const counts = await valueFile(input, out, bytes.size, snapshot);
  const seconds = (performance.now() - started) / 1000;
  printResult({
    ...counts,
    seconds: Math.round(100 * seconds) / 100,
    rowsPerSecond: Math.round(counts.rows / seconds),
    snapshot: snapshot.id,
    market: snapshot.kind,
    out,
  });
  return 0;
}

/**
 * The last published: from the server, or from the snapshots' folder, never from the embedded engine,
 * which one process holds.
 */
async function publishedSnapshot(config: Config<'DATA_DIR' | 'CLICKHOUSE_URL'>): Promise<Snapshot> {
  const none = (where: string) =>
    new UsageError(`There is no snapshot ${where} yet: start the server, or run npm run compute.`);
  if (config.CLICKHOUSE_URL === undefined) {
    const { snapshots } = dataPaths(config.DATA_DIR);
    const bytes = await readLatestSnapshotFile(snapshots).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTDIR') throw error;
      throw new UsageError(`${config.DATA_DIR} is not a folder: set DATA_DIR to the server's.`);
    });
    if (bytes === undefined) throw none(`in ${snapshots}`);
    return decodeSnapshot(bytes);
  }
  const warehouse = await openWarehouse({ url: config.CLICKHOUSE_URL });
  try {
    const id = await lastPublishedRun(warehouse);
    if (id === undefined) throw none('published in the warehouse');
    return await decodeSnapshot(await readSnapshot(warehouse, id));
  } finally {
    await warehouse.close();
  }
}

/** Streams the file through; the result appears under its name only when it is whole. */
async function valueFile(
  input: string,
  out: string,
  size: number,
  snapshot: Snapshot,
): Promise<Counts> {
  const evaluator = createEvaluator(
    snapshot,
    createNameResolver(loadCatalogue(), snapshot.aliases),
  );
  const counts: Counts = { rows: 0, columns: [], valued: 0, refused: {} };
  const file = await createWholeFile(out);
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: 'valuing {bar} {percentage}%, {eta_formatted} left',
        stopOnComplete: true,
      })
    : undefined;
  bar?.start(size, 0);
  try {
    let columns: Columns | undefined;
    let width = 0;
    let bytesRead = 0;
    let piece: Buffer[] = [];
    let pieceLength = 0;
    const write = async (...parts: Buffer[]): Promise<void> => {
      piece.push(...parts);
      for (const part of parts) pieceLength += part.length;
      if (pieceLength < PIECE) return;
      await file.write(Buffer.concat(piece));
      [piece, pieceLength] = [[], 0];
      bar?.update(bytesRead);
    };
    const isRow = (cells: readonly string[]) => columns === undefined || cells.length <= width;
    const bytes = readBytes(input, (count) => (bytesRead += count));
    for await (const row of readRows(bytes, TABLE, isRow)) {
      if (columns === undefined) {
        if (row.bytes.toString('latin1').trim() === '') continue;
        columns = columnsOf(input, row);
        counts.columns = Object.keys(columns);
        width = row.cells?.length ?? 0;
        await write(row.bytes, Buffer.from(`,${csvLine(ADDED_COLUMNS)}`));
        continue;
      }
      const { added, refused } =
        row.cells === undefined ? notARow(row) : valueRow(evaluator, columns, row.cells);
      counts.rows += 1;
      if (refused === undefined) counts.valued += 1;
      else counts.refused[refused] = (counts.refused[refused] ?? 0) + 1;
      await write(inColumns(row, width), Buffer.from(`,${csvLine(added)}`));
    }
    if (columns === undefined) throw new UsageError(`${input} is empty: it has no header.`);
    await file.write(Buffer.concat(piece));
    await file.finish();
  } catch (error) {
    await file.discard();
    throw asReadable(error, input);
  } finally {
    bar?.stop();
  }
  return counts;
}

function notARow({ bytes, fault = '' }: Row): { added: string[]; refused: string } {
  const message = isUtf8(bytes)
    ? `The row ${fault.replace(notInEncoding, 'one of them is not UTF-8')}.`
    : 'The row is not UTF-8: save the file as UTF-8.';
  return { added: [...ADDED_COLUMNS.slice(1).map(() => ''), message], refused: 'bad_row' };
}

/**
 * A row's bytes as they came, so that every column comes back as it was, filled up to the header's
 * width. What has no cells, or too many, is one cell, or what is added would not stand in its columns.
 */
function inColumns({ bytes, cells }: Row, width: number): Buffer {
  // Cells are told apart by ASCII marks: in Latin-1 each byte is a character and comes back as it was.
  const count = (cells ?? cellsOf(bytes.toString('latin1'), TABLE.delimiter, TABLE.quote))?.length;
  const asOneCell = count === undefined || count > width;
  const filled = Buffer.from(','.repeat(width - (asOneCell ? 1 : count)));
  const kept = asOneCell
    ? Buffer.from(csvLine([bytes.toString('latin1')]).slice(0, -1), 'latin1')
    : bytes;
  return Buffer.concat([kept, filled]);
}

function columnsOf(input: string, header: Row): Columns {
  if (header.cells === undefined)
    throw new UsageError(
      `${input}: the header ${isUtf8(header.bytes) ? header.fault : 'is not UTF-8: save the file as UTF-8'}.`,
    );
  const columns = findColumns(header.cells);
  if ('fault' in columns) throw new UsageError(`${input}: ${columns.fault}`);
  return columns;
}

/** A file that breaks off: a sentence instead of a stack. Nothing was written. */
function asReadable(error: unknown, input: string): unknown {
  return error instanceof SourceFileError
    ? new UsageError(`${input} cannot be read to its end: ${error.message}`)
    : error;
}

await runCommand(main);

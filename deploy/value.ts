import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import { parse as parseCsv } from 'csv-parse';
import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { decodeSnapshot } from '#domain/snapshot-codec.ts';
import { createEvaluator } from '#domain/valuation/evaluate.ts';
import { loadConfig, type Config } from '#platform/config/load.ts';
import { readLatestSnapshotFile } from '#pipelines/compute/snapshot-files.ts';
import type { Snapshot } from '#schemas/snapshot.ts';
import { openWarehouse } from '#warehouse/client.ts';
import { newestSnapshotId, readSnapshot } from '#warehouse/queries/snapshots.ts';
import { parseArguments, printResult, runCommand, UsageError } from './command.ts';
import { dataPaths } from './parts.ts';
import { ADDED_COLUMNS, csvLine, findColumns, valueRow, type Columns } from './value-rows.ts';

/** Text is handed to the disk in pieces of about this many characters. */
const PIECE = 1 << 18;
/** A quote that is never closed would swallow the rest of the file. */
const RECORD_MAX = 1 << 20;

const command = new Command('npm run value --')
  .description(
    'Values a CSV file of RVs in bulk from the newest snapshot: columns make, model, year, condition, mileage, and as_of and state where given.',
  )
  .argument('<in.csv>', 'a header and a row for each RV')
  .requiredOption('--out <file>', `the same rows with ${ADDED_COLUMNS.join(', ')} added`);

interface Counts {
  rows: number;
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
  const bytes = await stat(input).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${input} cannot be read: ${error.message}`);
  });
  if (!bytes.isFile()) throw new UsageError(`${input} is not a file.`);

  const snapshot = await newestSnapshot(loadConfig(process.env, ['DATA_DIR', 'CLICKHOUSE_URL']));
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

/** From the snapshots' folder, never from the engine, which one process holds; or from the server. */
async function newestSnapshot(config: Config<'DATA_DIR' | 'CLICKHOUSE_URL'>): Promise<Snapshot> {
  const none = (where: string) =>
    new UsageError(`There is no snapshot ${where} yet: start the server, or run npm run compute.`);
  if (config.CLICKHOUSE_URL === undefined) {
    const { snapshots } = dataPaths(config.DATA_DIR);
    const bytes = await readLatestSnapshotFile(snapshots);
    if (bytes === undefined) throw none(`in ${snapshots}`);
    return decodeSnapshot(bytes);
  }
  const warehouse = await openWarehouse({ url: config.CLICKHOUSE_URL });
  try {
    for (const kind of ['real', 'sample', 'empty']) {
      const id = await newestSnapshotId(warehouse, kind);
      if (id !== undefined) return await decodeSnapshot(await readSnapshot(warehouse, id));
    }
    throw none('in the warehouse');
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
  const evaluator = createEvaluator(snapshot, createNameResolver(loadCatalogue()));
  const counts: Counts = { rows: 0, valued: 0, refused: {} };
  const unfinished = `${out}.${randomUUID()}.part`;
  const file = await create(unfinished);
  const bar = process.stderr.isTTY
    ? new SingleBar({
        format: 'valuing {bar} {percentage}%, {eta_formatted} left',
        stopOnComplete: true,
      })
    : undefined;
  bar?.start(size, 0);
  try {
    const source = createReadStream(input);
    const records = source.pipe(
      parseCsv({
        bom: true,
        relax_quotes: true,
        relax_column_count: true,
        skip_empty_lines: true,
        max_record_size: RECORD_MAX,
      }),
    );
    source.once('error', (error) => records.destroy(error));
    let columns: Columns | undefined;
    let width = 0;
    let text = '';
    for await (const cells of records as AsyncIterable<string[]>) {
      if (columns === undefined) {
        columns = columnsOf(input, cells);
        width = cells.length;
        text = csvLine([...cells, ...ADDED_COLUMNS]);
        continue;
      }
      const { added, refused } =
        cells.length > width ? tooManyCells(cells, width) : valueRow(evaluator, columns, cells);
      counts.rows += 1;
      if (refused === undefined) counts.valued += 1;
      else counts.refused[refused] = (counts.refused[refused] ?? 0) + 1;
      while (cells.length < width) cells.push('');
      text += csvLine([...cells, ...added]);
      if (text.length < PIECE) continue;
      await file.writeFile(text);
      text = '';
      bar?.update(source.bytesRead);
    }
    if (columns === undefined) throw new UsageError(`${input} is empty: it has no header.`);
    await file.writeFile(text);
    await file.close();
    await rename(unfinished, out);
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw asReadable(error, input);
  } finally {
    bar?.stop();
  }
  return counts;
}

/** Cells past the header would push what is added out of its columns: kept, joined into the last one. */
function tooManyCells(cells: string[], width: number): { added: string[]; refused: string } {
  const message = `the row has ${cells.length} cells, the header ${width}`;
  cells.push(cells.splice(width - 1).join(','));
  return { added: [...ADDED_COLUMNS.slice(1).map(() => ''), message], refused: 'bad_columns' };
}

function columnsOf(input: string, header: readonly string[]): Columns {
  const columns = findColumns(header);
  if ('fault' in columns) throw new UsageError(`${input}: ${columns.fault}`);
  return columns;
}

async function create(path: string): Promise<FileHandle> {
  try {
    // Never over a file, nor through a link, that somebody else put there.
    return await open(path, 'wx');
  } catch (error) {
    throw new UsageError(`The result cannot be written: ${(error as Error).message}`);
  }
}

/** The file is no CSV from some line on: a sentence instead of a stack. Nothing was written. */
function asReadable(error: unknown, input: string): unknown {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')))
    return error;
  return new UsageError(`${input} is not CSV throughout: ${error.message}`);
}

await runCommand(main);

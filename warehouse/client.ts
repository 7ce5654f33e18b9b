import { Readable } from 'node:stream';
import { createClient, ClickHouseLogLevel, type ClickHouseClient } from '@clickhouse/client';
import type { ClickHouseClientConfigOptions } from '@clickhouse/client';
import type { Lane } from './embedded/lane.ts';
import { asWarehouseError } from './errors.ts';

/** A value bound to a typed placeholder (`{name:Type}`); never part of the SQL text. */
export type Parameter = string | number | boolean | null | readonly (string | number | bigint)[];
export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * Reads. Every statement passed here stands in `warehouse/queries/`. Once `signal` is aborted, what the engine in
 * this process is at is ended, and rejects with the signal's reason; what a server is at is waited for.
 */
export interface Reader {
  /** All rows of a SELECT. 64-bit integers come as numbers, DateTime64 as `YYYY-MM-DD HH:MM:SS.mmm`. */
  rows<Row>(sql: string, parameters?: Parameters, signal?: AbortSignal): Promise<Row[]>;
  /** The rows piece by piece, for results that are larger than memory should hold. */
  stream<Row>(sql: string, parameters?: Parameters, signal?: AbortSignal): AsyncIterable<Row[]>;
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows there are without the limit. */
  total: number;
}

export interface Serving extends Reader {
  /** A page of a SELECT with ORDER BY and LIMIT. */
  page<Row>(sql: string, parameters?: Parameters): Promise<Page<Row>>;
}

/**
 * ClickHouse, the server at a URL or the engine in this process: the same client, the same SQL.
 * Calls that fail because it is away (network, memory, disk, too many parts) throw `WarehouseAway`:
 * the same call may work later. Any other error says that the call is wrong.
 */
export interface Warehouse {
  readonly kind: 'embedded' | 'server';
  readonly database: string;
  /** Requests of users: read-only, short, small. */
  readonly serving: Serving;
  /** Batches: read-only, may take minutes; sorts and groups spill to disk. */
  readonly batch: Reader;
  /** A statement without an answer: DDL, INSERT … SELECT. Ended by `signal` as a read is, however far it has come. */
  command(sql: string, parameters?: Parameters, signal?: AbortSignal): Promise<void>;
  insert(insert: Insert): Promise<void>;
  /** @throws WarehouseAway */
  ping(): Promise<void>;
  /** Ends what still reads and waits for what writes, then lets go of the server or the folder. */
  close(): Promise<void>;
  /**
   * Ends whatever the engine in this process is at, so that the process may end: under a running statement it
   * would wait for it, or crash. Whoever asks anything afterwards is refused.
   */
  giveUp(): Promise<void>;
}

export interface Insert {
  table: string;
  columns: readonly string[];
  /** Rows as `JSONCompactEachRow` lines, in the order of `columns` (`encodeRows` makes them). */
  lines: readonly Uint8Array[];
}

export type WarehouseOptions =
  { url: string; database?: string } | { directory: string; database?: string; memoryMb?: number };

const DEFAULT_MEMORY_MB = 700;
const SECOND = 1_000;

/** What must not be left to defaults, which change between versions and profiles. */
const common = {
  output_format_json_quote_64bit_integers: 0,
  async_insert: 0,
  max_threads: 2,
} as const;
const serving = {
  ...common,
  max_execution_time: 10,
  max_memory_usage: 300_000_000,
  max_result_rows: '20000',
  result_overflow_mode: 'throw',
  // The wide columns of a page are read after its rows are known, however far behind it is.
  query_plan_max_limit_for_lazy_materialization: '0',
  // A page says how many rows there are in all, from the scan that found it.
  exact_rows_before_limit: 1,
  readonly: '1',
} as const;
const batch = {
  ...common,
  max_execution_time: 1_800,
  max_memory_usage: 500_000_000,
  max_bytes_before_external_group_by: '150000000',
  max_bytes_before_external_sort: '150000000',
  readonly: '1',
} as const;
const writing = {
  ...common,
  max_execution_time: 1_800,
  max_memory_usage: 500_000_000,
  max_bytes_before_external_group_by: '150000000',
  max_bytes_before_external_sort: '150000000',
  max_insert_threads: 1,
  // An INSERT … SELECT holds one block of its result, not the result.
  max_block_size: '16384',
  min_insert_block_size_rows: '100000',
  min_insert_block_size_bytes: '40000000',
  max_compress_block_size: '262144',
  // The tables replace rows of one key, so a repeated insert is harmless. The engine's own insert
  // deduplication is not: it notes a block as seen before the block's rows are in place, and a crash
  // between the two makes it refuse the repeat that would have brought them.
  insert_deduplicate: 0,
  deduplicate_insert: 'disable',
  deduplicate_blocks_in_dependent_materialized_views: 0,
  mutations_sync: '1',
} as const;

/**
 * Opens the warehouse; its tables are made by `migrate`.
 * @throws DataDirInUse, DataDirUnusable for a folder; WarehouseAway when the server cannot be reached.
 */
export async function openWarehouse(options: WarehouseOptions): Promise<Warehouse> {
  const database =
    options.database ?? ('url' in options ? databaseOf(options.url) : DEFAULT_DATABASE);
  return 'url' in options
    ? openServer(options.url, database)
    : openEmbedded(options.directory, database, options.memoryMb ?? DEFAULT_MEMORY_MB);
}

const DEFAULT_DATABASE = 'rigworth';

/** The database a URL's path names: `http://host:8123/market`. */
function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || DEFAULT_DATABASE;
}

/** The URL without its path: the client takes the database apart from it. */
function serverOf(url: string): URL {
  const server = new URL(url);
  server.pathname = '';
  return server;
}

async function openServer(url: string, database: string): Promise<Warehouse> {
  const client = (
    settings: Record<string, string | number>,
    timeout: number,
    name = database,
  ): ClickHouseClient =>
    createClient({
      url: serverOf(url),
      database: name,
      request_timeout: timeout,
      application: 'rigworth',
      clickhouse_settings: settings,
      // A list of ids makes an address longer than proxies take: it goes into the body.
      use_multipart_params_auto: true,
      log: { level: ClickHouseLogLevel.OFF },
    });
  const first = client({}, 10 * SECOND, 'default');
  try {
    await trying('open', () =>
      first.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(database)}` }),
    );
  } finally {
    await first.close();
  }
  const batchClient = client(batch, 1_800 * SECOND);
  const writer = client(writing, 1_800 * SECOND);
  return warehouseOf('server', database, {
    serving: client(serving, 15 * SECOND),
    batch: batchClient,
    stream: batchClient,
    insert: client({ ...writing, max_execution_time: 60 }, 60 * SECOND),
    command: writer,
  });
}

async function openEmbedded(
  directory: string,
  database: string,
  memoryMb: number,
): Promise<Warehouse> {
  // Loaded where it is used: the engine is 150 MB of memory in every process that has its code.
  const { startEngine } = await import('./embedded/engine.ts');
  const lanes = await import('./embedded/lane.ts');
  const engine = startEngine(directory, memoryMb);
  const create = `CREATE DATABASE IF NOT EXISTS ${identifier(database)} ENGINE = Atomic`;
  await engine.queryAsync(create);
  const lane = (settings: Record<string, string | number>, width: number, streamed = false) =>
    lanes.Lane.open({ engine, directory, database, width, settings, streamed });
  const reading = {
    serving: await lane(serving, 3),
    batch: await lane(batch, 1),
    stream: await lane(batch, 1, true),
  };
  const storing = { insert: await lane(writing, 2), command: await lane(writing, 1) };
  const client = (connection: Lane): ClickHouseClient =>
    createClient({
      // The one cast: the engine's package declares the same interface from its own copy.
      connection: connection as unknown as ConnectionOption,
      log: { level: ClickHouseLogLevel.OFF },
    });
  const clients = {
    serving: client(reading.serving),
    batch: client(reading.batch),
    stream: client(reading.stream),
    insert: client(storing.insert),
    command: client(storing.command),
  };
  const end = async (...of: readonly Lane[]): Promise<void> => {
    await Promise.all(of.map((each) => each.end()));
  };
  return warehouseOf('embedded', database, clients, {
    beforeClose: () => end(...Object.values(reading)),
    afterClose: () => engine.close(),
    giveUp: () => end(...Object.values(reading), ...Object.values(storing)),
  });
}

type ConnectionOption = NonNullable<ClickHouseClientConfigOptions['connection']>;

interface Clients {
  serving: ClickHouseClient;
  batch: ClickHouseClient;
  stream: ClickHouseClient;
  insert: ClickHouseClient;
  command: ClickHouseClient;
}

/** What the engine of this process needs beside its clients; a server needs none of it. */
interface OwnEngine {
  beforeClose(): Promise<void>;
  afterClose(): void;
  giveUp(): Promise<void>;
}

function warehouseOf(
  kind: Warehouse['kind'],
  database: string,
  clients: Clients,
  own?: OwnEngine,
): Warehouse {
  // A server would go on with what nobody waits for any more, beside the same work begun anew.
  const until: Until = (signal) => (own && signal ? { abort_signal: signal } : {});
  const { serving, batch, stream, insert, command } = clients;
  return {
    kind,
    database,
    serving: { ...readerOf(serving, serving, until), page: pageOf(serving) },
    batch: readerOf(batch, stream, until),
    command: (sql, parameters = {}, signal) =>
      trying('command', async () => {
        await command.command({ query: sql, query_params: { ...parameters }, ...until(signal) });
      }),
    insert: ({ table, columns, lines }) =>
      trying(`insert into ${table}`, async () => {
        if (lines.length === 0) return;
        const names = columns.map(identifier).join(', ');
        const { stream: nothing } = await insert.exec({
          query: `INSERT INTO ${identifier(table)} (${names}) FORMAT JSONCompactEachRow`,
          values: Readable.from(lines, { objectMode: false }),
        });
        nothing.resume();
      }),
    ping: () =>
      trying('ping', async () => {
        const answer = await serving.ping({ select: true });
        if (!answer.success) throw answer.error;
      }),
    close: async () => {
      await own?.beforeClose();
      for (const client of new Set(Object.values(clients))) await client.close();
      own?.afterClose();
    },
    giveUp: async () => own?.giveUp(),
  };
}

/** How a call is told by when it is to end. */
type Until = (signal: AbortSignal | undefined) => { abort_signal?: AbortSignal };

function readerOf(whole: ClickHouseClient, pieces: ClickHouseClient, until: Until): Reader {
  const ask = (
    client: ClickHouseClient,
    query: string,
    parameters: Parameters = {},
    signal?: AbortSignal,
  ) =>
    client.query({
      query,
      query_params: { ...parameters },
      format: 'JSONEachRow',
      ...until(signal),
    });
  return {
    rows: <Row>(...asked: AskedOf) =>
      trying('read', async () => (await ask(whole, ...asked)).json<Row>()),
    // The type parameter is the caller's statement of what it selected.
    stream: async function* (...asked: AskedOf) {
      const result = await trying('read', () => ask(pieces, ...asked));
      try {
        for await (const rows of result.stream()) yield rows.map((row) => row.json());
      } catch (error) {
        throw asWarehouseError(error, 'read');
      }
    } as Reader['stream'],
  };
}

type AskedOf = [sql: string, parameters?: Parameters, signal?: AbortSignal];

function pageOf(client: ClickHouseClient): Serving['page'] {
  return <Row>(query: string, parameters: Parameters = {}): Promise<Page<Row>> =>
    trying('read', async () => {
      const options = { query, query_params: { ...parameters }, format: 'JSON' } as const;
      const answer = await (await client.query(options)).json<Row>();
      const { data: rows, rows_before_limit_at_least: total } = answer;
      if (total === undefined) throw new TypeError(`Not a page, it has no LIMIT: ${query}`);
      return { rows, total };
    });
}

async function trying<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asWarehouseError(error, what);
  }
}

/** Names of tables, columns and databases are ours; anything but a plain word is a mistake. */
function identifier(name: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) throw new TypeError(`Not a name: ${name}`);
  return name;
}

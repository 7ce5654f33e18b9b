import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
  ConnBaseQueryParams,
  ConnBaseResult,
  ConnCommandResult,
  ConnExecResult,
  ConnInsertResult,
  ConnPingResult,
  ConnQueryResult,
  Connection,
} from 'chdb/connection';
import { createChdbConnection, type ChdbConnection } from 'chdb/connection';
import { WarehouseClosed } from '../errors.ts';
import { formatParameter, quote } from './literals.ts';

type Settings = Record<string, string | number>;
type Call = ConnBaseQueryParams;

interface LaneOptions {
  directory: string;
  database: string;
  /** How many statements of this lane may run at once: one connection for each. */
  width: number;
  /** Answers are handed over piece by piece as the engine makes them, instead of whole. */
  streamed?: boolean;
  /**
   * Set once on every connection of the lane; `readonly` last, since nothing can be set after it. Calls bring
   * none of their own.
   */
  settings: Settings;
}

/**
 * A lane: the connection that `@clickhouse/client` is given for one kind of work on the embedded
 * engine. Beside the engine's own connection it does two things that one lacks:
 *  - it holds several connections, because statements on one connection wait for each other;
 *  - it binds parameters by `SET param_…` on the connection it uses, because the engine's own
 *    binding runs one parameterised query at a time in the whole process.
 */
export class Lane implements Connection<Readable> {
  readonly #all: ChdbConnection[] = [];
  readonly #idle: ChdbConnection[] = [];
  readonly #waiting: ((connection: ChdbConnection) => void)[] = [];
  readonly #streamed: boolean;
  #closed = false;

  private constructor(options: LaneOptions) {
    this.#streamed = options.streamed ?? false;
  }

  static async open(options: LaneOptions): Promise<Lane> {
    const lane = new Lane(options);
    for (let n = 0; n < options.width; n++) {
      const connection = createChdbConnection({ path: options.directory });
      lane.#all.push(connection);
      await connection.command({ query: `USE ${options.database}` });
      for (const [name, value] of Object.entries(options.settings))
        await connection.command({ query: `SET ${name} = ${quote(String(value))}` });
      lane.#idle.push(connection);
    }
    return lane;
  }

  async query(call: Call): Promise<ConnQueryResult<Readable>> {
    if (!this.#streamed)
      return this.#use(call, (connection) => connection.query({ query: call.query }));
    const connection = await this.#take();
    try {
      await this.#prepare(connection, call);
      return { stream: await this.#stream(connection, call), ...answer(call) };
    } catch (error) {
      this.#give(connection);
      throw error;
    }
  }

  /** Holds the connection until the answer is read to its end, given up, or fails. */
  async #stream(connection: ChdbConnection, call: Call): Promise<Readable> {
    const { sql, format } = splitFormat(call.query);
    const pieces = connection.chdb.queryStream(sql, { format })[Symbol.asyncIterator]();
    // Awaited here, so that a wrong statement fails the call and not the reading of its answer.
    const first = await pieces.next();
    const finish = (): void => this.#give(connection);
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (let piece = first; piece.done !== true; piece = await pieces.next())
          yield piece.value.raw();
      } finally {
        // Whether or not the engine lets go of the answer: a lane that stays taken stops all who come.
        await Promise.resolve(pieces.return?.()).finally(finish);
      }
    }
    const bytes = body();
    const stream = Readable.from(bytes, { objectMode: false });
    // A generator that never began has no `finally` to run: begin it at once.
    stream.read(0);
    return stream;
  }

  async command(call: Call): Promise<ConnCommandResult> {
    await this.#use(call, (connection) => connection.command({ query: call.query }));
    return answer(call);
  }

  /** An INSERT whose rows come as bytes in the format the statement names. */
  async exec(call: Call & { values?: Readable }): Promise<ConnExecResult<Readable>> {
    const { values } = call;
    if (values === undefined) {
      await this.command(call);
    } else {
      const chunks: Buffer[] = [];
      for await (const chunk of values) chunks.push(Buffer.from(chunk));
      await this.insert({ ...call, values: Buffer.concat(chunks) });
    }
    return { stream: Readable.from([]), ...answer(call) };
  }

  async insert(call: Call & { values: string | Readable | Buffer }): Promise<ConnInsertResult> {
    const { values } = call;
    if (values instanceof Readable) {
      await this.exec({ ...call, values });
      return answer(call);
    }
    const target = /^INSERT INTO (\S+) \(([^)]*)\) FORMAT JSONCompactEachRow$/.exec(
      call.query.trim(),
    );
    const [, table, columns] = target ?? [];
    if (table === undefined || columns === undefined)
      throw new TypeError(`Not INSERT INTO t (columns) FORMAT JSONCompactEachRow: ${call.query}`);
    await this.#use(call, (connection) =>
      connection.chdb.rawInsert({
        table,
        columns: columns.split(', '),
        format: 'JSONCompactEachRow',
        values: typeof values === 'string' ? Buffer.from(values) : values,
      }),
    );
    return answer(call);
  }

  async ping(): Promise<ConnPingResult> {
    try {
      await this.command({ query: 'SELECT 1' });
      return { success: true };
    } catch (error) {
      return { success: false, error: error instanceof Error ? error : new Error(String(error)) };
    }
  }

  /** Waits for what runs, then lets go: a connection closed under a running statement aborts the engine. */
  async close(): Promise<void> {
    const open = this.#all.splice(0);
    const free = open.map(() => this.#take());
    // Whoever asks from here on would wait for ever behind those.
    this.#closed = true;
    await Promise.all(free);
    for (const connection of open) await connection.close();
  }

  async #use<T>(call: Call, work: (connection: ChdbConnection) => Promise<T>): Promise<T> {
    const connection = await this.#take();
    try {
      await this.#prepare(connection, call);
      return await work(connection);
    } finally {
      this.#give(connection);
    }
  }

  async #prepare(connection: ChdbConnection, call: Call): Promise<void> {
    const assignments = Object.entries(call.query_params ?? {}).map(
      ([name, value]) => `param_${name} = ${quote(formatParameter(value))}`,
    );
    if (assignments.length > 0)
      await connection.command({ query: `SET ${assignments.join(', ')}` });
  }

  #give(connection: ChdbConnection): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(connection);
    else next(connection);
  }

  #take(): Promise<ChdbConnection> {
    if (this.#closed) return Promise.reject(new WarehouseClosed());
    const connection = this.#idle.pop();
    if (connection !== undefined) return Promise.resolve(connection);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The client ends a statement with its FORMAT clause; the engine's stream takes the format apart. */
function splitFormat(query: string): { sql: string; format: string } {
  const [, sql, format] = /^([\s\S]*?)\s+FORMAT (\w+)\s*$/.exec(query) ?? [];
  return sql === undefined || format === undefined
    ? { sql: query, format: 'JSONEachRow' }
    : { sql, format };
}

/** What the client expects of an answer beside its rows. In process there are no headers. */
const answer = (call: Call): ConnBaseResult => ({
  query_id: call.query_id ?? randomUUID(),
  response_headers: {},
  http_status_code: 200,
});

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
import type { Session } from 'chdb';
import { createChdbConnection, type ChdbConnection } from 'chdb/connection';
import { WarehouseClosed } from '../errors.ts';
import { endOnAbort } from './end-on-abort.ts';
import { formatParameter, quote } from './literals.ts';

type Settings = Record<string, string | number>;
type Call = ConnBaseQueryParams;

interface LaneOptions {
  /** Speaks to the engine beside the lane: tells it what is to end. */
  engine: Session;
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

/** A connection, and what its statements are known by among those the engine runs. */
interface Place {
  connection: ChdbConnection;
  mark: string;
}

/** A connection while one statement has it. */
interface Use {
  connection: ChdbConnection;
  /** Gives it back, once. */
  end: () => Promise<void>;
  /** Why the statement failed: where it was ended that is the reason of who had it ended. */
  failure: (error: unknown) => unknown;
}

/**
 * A lane: the connection that `@clickhouse/client` is given for one kind of work on the embedded
 * engine. Beside the engine's own connection it does three things that one lacks:
 *  - it holds several connections, because statements on one connection wait for each other;
 *  - it binds parameters by `SET param_…` on the connection it uses, because the engine's own
 *    binding runs one parameterised query at a time in the whole process;
 *  - it ends a statement whose `abort_signal` is aborted, and waits for its end: the engine's own
 *    call only turns away from it.
 */
export class Lane implements Connection<Readable> {
  readonly #all: Place[] = [];
  readonly #idle: Place[] = [];
  readonly #waiting: ((place: Place) => void)[] = [];
  readonly #streamed: boolean;
  readonly #engine: Session;
  readonly #ending = new AbortController();
  #drained: Promise<void> | undefined;

  private constructor(options: LaneOptions) {
    this.#streamed = options.streamed ?? false;
    this.#engine = options.engine;
  }

  static async open(options: LaneOptions): Promise<Lane> {
    const lane = new Lane(options);
    for (let n = 0; n < options.width; n++) {
      const place = {
        connection: createChdbConnection({ path: options.directory }),
        mark: randomUUID(),
      };
      lane.#all.push(place);
      await place.connection.command({ query: `USE ${options.database}` });
      await place.connection.command({ query: `SET log_comment = ${quote(place.mark)}` });
      for (const [name, value] of Object.entries(options.settings))
        await place.connection.command({ query: `SET ${name} = ${quote(String(value))}` });
      lane.#idle.push(place);
    }
    return lane;
  }

  async query(call: Call): Promise<ConnQueryResult<Readable>> {
    if (!this.#streamed)
      return this.#use(call, (connection) => connection.query({ query: call.query }));
    const use = await this.#begin(call);
    try {
      return { stream: await this.#stream(use, call), ...answer(call) };
    } catch (error) {
      await use.end();
      throw use.failure(error);
    }
  }

  /** Holds the connection until the answer is read to its end, given up, or fails. */
  async #stream({ connection, end, failure }: Use, call: Call): Promise<Readable> {
    const { sql, format } = splitFormat(call.query);
    const pieces = connection.chdb.queryStream(sql, { format })[Symbol.asyncIterator]();
    // Awaited here, so that a wrong statement fails the call and not the reading of its answer.
    const first = await pieces.next();
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (let piece = first; piece.done !== true; piece = await pieces.next())
          yield piece.value.raw();
      } catch (error) {
        throw failure(error);
      } finally {
        try {
          await pieces.return?.();
        } finally {
          // Whether or not the engine lets go of the answer: a lane that stays taken stops all who come.
          await end();
        }
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

  /** Ends what runs and waits for its end; whoever asks from here on is refused. */
  end(): Promise<void> {
    this.#ending.abort(new WarehouseClosed());
    return this.#drain();
  }

  /** Waits for what runs, then lets go: a connection closed under a running statement aborts the engine. */
  async close(): Promise<void> {
    await this.#drain();
    for (const { connection } of this.#all.splice(0)) await connection.close();
  }

  #drain(): Promise<void> {
    this.#drained ??= Promise.all(this.#all.map(() => this.#take())).then(() => undefined);
    return this.#drained;
  }

  async #use<T>(call: Call, work: (connection: ChdbConnection) => Promise<T>): Promise<T> {
    const { connection, end, failure } = await this.#begin(call);
    try {
      return await work(connection);
    } catch (error) {
      throw failure(error);
    } finally {
      await end();
    }
  }

  async #begin({ abort_signal: asked, query_params: parameters }: Call): Promise<Use> {
    // Whoever asks from here on would wait for ever behind what is drained.
    if (this.#drained !== undefined) throw new WarehouseClosed();
    const place = await this.#take();
    const { connection, mark } = place;
    const signals = [this.#ending.signal, ...(asked === undefined ? [] : [asked])];
    const release = endOnAbort(signals, () => this.#kill(mark));
    let isOver = false;
    const end = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      await release().finally(() => this.#give(place));
    };
    const failure = (error: unknown): unknown => {
      const ended = signals.find(({ aborted }) => aborted);
      return ended === undefined ? error : ended.reason;
    };
    try {
      for (const signal of signals) signal.throwIfAborted();
      await bind(connection, parameters);
    } catch (error) {
      await end();
      throw failure(error);
    }
    return { connection, end, failure };
  }

  /** Not waited for: the engine lists a statement that failed until the next one on its connection. */
  async #kill(mark: string): Promise<void> {
    await this.#engine.queryAsync(
      `KILL QUERY WHERE Settings['log_comment'] = ${quote(mark)} ASYNC`,
    );
  }

  #give(place: Place): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(place);
    else next(place);
  }

  #take(): Promise<Place> {
    const place = this.#idle.pop();
    if (place !== undefined) return Promise.resolve(place);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

async function bind(
  connection: ChdbConnection,
  parameters: Call['query_params'] = {},
): Promise<void> {
  const assignments = Object.entries(parameters).map(
    ([name, value]) => `param_${name} = ${quote(formatParameter(value))}`,
  );
  if (assignments.length > 0) await connection.command({ query: `SET ${assignments.join(', ')}` });
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

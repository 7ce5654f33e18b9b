/** Another process has the data directory open. There is one owner at a time. */
export class DataDirInUse extends Error {
  readonly code = 'data_dir_in_use';
  /** Its number, where the folder says it. */
  readonly owner: number | undefined;
  constructor(directory: string, owner?: number) {
    super(
      `${directory} is in use by another RigWorth process. Stop that one, or set DATA_DIR to another folder.`,
    );
    this.owner = owner;
  }
}

/** The data directory cannot be made, written or opened by the engine. */
export class DataDirUnusable extends Error {
  readonly code = 'data_dir_unusable';
  constructor(directory: string, cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`${directory} cannot be used: ${why}. Check that it exists and may be written.`, {
      cause,
    });
  }
}

/** ClickHouse does not answer now. Nothing is wrong with the request: the same one may work later. */
export class WarehouseAway extends Error {
  readonly code: string = 'warehouse_away';
}

/**
 * A statement took more memory or time than it may. Less at work beside it may help a small one; a
 * batch that is too large for the engine only says so by this.
 */
export class WarehouseOverLimit extends WarehouseAway {
  override readonly code = 'warehouse_over_limit';
}

/** The process has closed its warehouse; no waiting brings it back. */
export class WarehouseClosed extends Error {
  readonly code = 'warehouse_closed';
  constructor() {
    super('The warehouse was closed; nothing can be asked of it any more.');
  }
}

/**
 * ClickHouse error codes that say "not now" (ClickHouse, src/Common/ErrorCodes.cpp): time-outs,
 * network, too many queries, memory, disk full, too many parts, read-only replica, keeper, unknown
 * status of an insert. Every other code says that the request itself is wrong.
 */
const NOT_NOW = new Set([
  '159', '160', '202', '203', '209', '210', '225', '236', '241', '242', '243', '252', '279', '285',
  '286', '319', '364', '394', '425', '439', '472', '516', '999',
]); // prettier-ignore

/** Of these, those a statement brings about by itself: TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED. */
const OVER_LIMIT = new Set(['159', '241']);

/** Codes of Node's sockets and resolver that say "the server cannot be reached now". */
const SOCKET_CODES = new Set([
  'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND',
  'EAI_AGAIN', 'ECONNABORTED', 'UND_ERR_SOCKET',
]); // prettier-ignore

/** The ClickHouse error code (`62`) of an error the client threw, undefined where it has none. */
export function clickHouseCode(error: unknown): string | undefined {
  // Not `instanceof`: the server's and the embedded engine's client bring a class of their own each,
  // and the engine itself, which inserts and streams speak to, names the number `clickhouseCode`.
  if (!(error instanceof Error)) return undefined;
  if ('clickhouseCode' in error && typeof error.clickhouseCode === 'number')
    return String(error.clickhouseCode);
  const code = 'code' in error ? String(error.code) : '';
  return /^\d+$/.test(code) ? code : undefined;
}

/**
 * Turns whatever the client threw into `WarehouseAway` when waiting may help, and gives everything
 * else back as it is. An error with a ClickHouse code is told apart by the code, one of the network
 * by Node's code; an answer without either is the server (or a proxy before it) failing: away too.
 */
export function asWarehouseError(error: unknown, what: string): unknown {
  if (!(error instanceof Error) || error instanceof WarehouseAway) return error;
  const away = (detail: string): WarehouseAway =>
    new WarehouseAway(`The warehouse is away (${what}): ${detail}`, { cause: error });
  const clickHouse = clickHouseCode(error);
  if (clickHouse !== undefined && OVER_LIMIT.has(clickHouse))
    return new WarehouseOverLimit(
      `The warehouse gave up (${what}), over its limit of memory or time: ${error.message}`,
      { cause: error },
    );
  if (clickHouse !== undefined) return NOT_NOW.has(clickHouse) ? away(error.message) : error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SOCKET_CODES.has(code)) return away(code);
  if (error instanceof TypeError || error instanceof RangeError || code !== '') return error;
  return away(error.message);
}

import { lookup as systemLookup } from 'node:dns/promises';
import type { Socket } from 'node:net';
import { Agent, buildConnector, request, type Dispatcher } from 'undici';
import { checkAddress, checkUrl, RequestRefused, type AddressGuard } from './addresses.ts';
import { acceptedEncodings, AnswerUnusable, tooLarge, unpack } from './unpack.ts';

/** The product token robots.txt files name us by. */
export const productToken = 'RigWorthBot';

/** Where a name stands, as the system or a test says. */
export type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>;

export interface FetcherOptions {
  /** Where people reach us about the crawler: a URL, in every request's User-Agent. */
  contact: string;
  guard: AddressGuard;
  resolve?: Resolve;
  /** Connections to one host at most. */
  connections?: number;
}

export interface PageRequest {
  url: string;
  accept: string;
  /** Of the answer kept: what comes back is 304 where it is still so. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Longest body, packed and unpacked; all of it within the time. */
  maxBytes: number;
  /** A longer body is cut, not refused. */
  cut?: boolean;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** What a server answered. A redirect is not followed: that is the crawl's to decide. */
export interface PageAnswer {
  status: number;
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** No usable answer: `reason` is what it is counted by. */
export class FetchFailed extends Error {
  readonly code = 'fetch_failed';
  readonly reason: 'refused' | 'timeout' | 'too_large' | 'broken' | 'network';
  constructor(reason: FetchFailed['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface Fetcher {
  /** @throws FetchFailed */
  fetch(request: PageRequest): Promise<PageAnswer>;
  close(): Promise<void>;
}

/**
 * Asks servers for pages. What may be asked is looked at three times: in the URL, in the addresses its
 * name stands for (the connection is made to those very addresses, so a name that changes its mind
 * changes nothing), and in the connection itself before a byte is sent.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { guard, resolve = resolveBySystem, connections = 1 } = options;
  const agent = new Agent({
    connections,
    allowH2: false,
    connect: guardedConnector(guard, resolve),
    maxHeaderSize: 64 * 1024,
    // Both end the wait before the answer and within it; the request's own limit ends it as a whole.
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
  const userAgent = `${productToken}/1.0 (+${options.contact})`;
  return {
    fetch: (page) => fetchPage(agent, guard, userAgent, page),
    close: () => agent.destroy(),
  };
}

async function fetchPage(
  dispatcher: Dispatcher,
  guard: AddressGuard,
  userAgent: string,
  page: PageRequest,
): Promise<PageAnswer> {
  const { accept, etag, lastModified, maxBytes, cut = false, timeoutMs } = page;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = page.signal === undefined ? timeout : AbortSignal.any([timeout, page.signal]);
  try {
    const url = checkUrl(page.url, guard);
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      headers: {
        'user-agent': userAgent,
        accept,
        'accept-encoding': acceptedEncodings,
        'accept-language': 'en-US,en;q=0.8',
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
      },
    });
    const texts = new Map(
      Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
    );
    if (!cut && Number(texts.get('content-length') ?? 0) > maxBytes) {
      body.destroy();
      throw tooLarge(maxBytes);
    }
    const bytes = await unpack(body, texts.get('content-encoding') ?? '', maxBytes, { cut });
    return { status: statusCode, headers: texts, body: bytes };
  } catch (error) {
    page.signal?.throwIfAborted();
    throw failure(error, timeout.aborted, timeoutMs);
  }
}

function failure(error: unknown, timedOut: boolean, timeoutMs: number): unknown {
  const cause = { cause: error };
  if (timedOut) return new FetchFailed('timeout', `no whole answer within ${timeoutMs} ms`, cause);
  if (error instanceof RequestRefused) return new FetchFailed('refused', error.message, cause);
  if (error instanceof AnswerUnusable) return new FetchFailed(error.reason, error.message, cause);
  if (!(error instanceof Error) || !('code' in error)) return error;
  return new FetchFailed('network', `${String(error.code)}: ${error.message}`, cause);
}

const resolveBySystem: Resolve = (host) => systemLookup(host, { all: true });

/** Makes connections whose name was resolved, and whose peer was looked at, by the guard. */
function guardedConnector(guard: AddressGuard, resolve: Resolve): buildConnector.connector {
  return (target, callback) => {
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
    const connect = buildConnector({
      timeout: 15_000,
      allowH2: false,
      lookup: (host, options, done) => {
        resolve(host).then(
          (found) => {
            try {
              const [first] = found;
              if (first === undefined) throw new Error(`${host} has no address`);
              for (const { address } of found) checkAddress(host, address, port, guard);
              if (options.all === true) done(null, [...found]);
              else done(null, first.address, first.family);
            } catch (error) {
              done(error as Error, '');
            }
          },
          (error: unknown) => done(error as Error, ''),
        );
      },
    });
    connect(target, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const peer = peerFault(socket, target.hostname, port, guard);
      if (peer === undefined) return callback(null, socket);
      socket.destroy();
      return callback(peer, null);
    });
  };
}

function peerFault(
  socket: Socket,
  host: string,
  port: number,
  guard: AddressGuard,
): Error | undefined {
  try {
    checkAddress(host, socket.remoteAddress ?? 'nowhere', port, guard);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

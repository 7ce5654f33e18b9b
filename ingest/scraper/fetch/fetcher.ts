import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { checkUrl, RequestRefused, type AddressGuard } from './addresses.ts';
import { createConnect, resolveBySystem, type Connect, type Resolve } from './connect.ts';
import { acceptedEncodings, AnswerUnusable, tooLarge, unpack } from './unpack.ts';

/** The product token robots.txt files name us by. */
export const productToken = 'RigWorthBot';

/** A server that has given its answer and does not close the connection is waited for no longer. */
const mostCloseMs = 5_000;

export interface FetcherOptions {
  /** Where people reach us about the crawler: a URL, in every request's User-Agent. */
  contact: string;
  guard: AddressGuard;
  resolve?: Resolve;
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
 * Asks servers for pages, each over a connection of its own. What may be asked is looked at three times:
 * in the URL, in the addresses its name stands for (the connection is made to those very addresses, so a
 * name that changes its mind changes nothing), and in the connection itself before a byte is sent.
 *
 * A request has ended when the server closed its connection, which it does after it noted the end in its
 * log: a busy one notes it a quarter of a second after we have the last byte (measured), and a delay that
 * counted from that byte would be too short there.
 */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { guard, resolve = resolveBySystem } = options;
  const connect = createConnect(guard, resolve);
  const userAgent = `${productToken}/1.0 (+${options.contact})`;
  const closing = new AbortController();
  return {
    async fetch(page) {
      const timeout = AbortSignal.timeout(page.timeoutMs);
      const signal = AbortSignal.any([timeout, closing.signal, page.signal ?? closing.signal]);
      try {
        return await fetchPage(page, { connect, guard, userAgent, signal });
      } catch (error) {
        page.signal?.throwIfAborted();
        throw failure(error, timeout.aborted, page.timeoutMs);
      }
    },
    close: () => Promise.resolve(closing.abort()),
  };
}

interface Asking {
  connect: Connect;
  guard: AddressGuard;
  userAgent: string;
  signal: AbortSignal;
}

async function fetchPage(page: PageRequest, asking: Asking): Promise<PageAnswer> {
  const { maxBytes, cut = false } = page;
  const response = await ask(page, asking);
  const { statusCode: status = 0, socket } = response;
  const headers = new Map(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      [value ?? ''].flat().join(', '),
    ]),
  );
  const location = headers.get('location');
  if (location !== undefined) headers.set('location', asWritten(location));
  if (!cut && Number(headers.get('content-length') ?? 0) > maxBytes) {
    response.destroy();
    throw tooLarge(maxBytes);
  }
  const body = await unpack(response, headers.get('content-encoding') ?? '', maxBytes, { cut });
  await closed(socket, asking.signal);
  return { status, headers, body };
}

/** Servers write addresses with plain letters, most in UTF-8; Node reads headers as Latin-1. */
function asWritten(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

/** The beginning of an answer; its body is still to be read. */
async function ask(
  { url: given, accept, etag, lastModified }: PageRequest,
  { connect, guard, userAgent, signal }: Asking,
): Promise<IncomingMessage> {
  const url = checkUrl(given, guard);
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({
    path: url.pathname + url.search,
    headers: {
      host: url.host,
      'user-agent': userAgent,
      accept,
      'accept-encoding': acceptedEncodings,
      'accept-language': 'en-US,en;q=0.8',
      connection: 'close',
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
    },
    maxHeaderSize: 64 * 1024,
    signal,
    createConnection: (_options, done) => {
      connect(url, signal).then(
        (socket) => {
          // It would be destroyed at the last byte of the answer: ended, it still tells of the server's end.
          socket.destroySoon = () => void socket.end();
          done(null, socket);
        },
        (error: unknown) => done(error as Error, undefined as never),
      );
      return undefined;
    },
  });
  asked.on('response', resolve);
  asked.on('error', reject);
  // The request itself tells of its end only once it has a connection.
  signal.addEventListener('abort', () => reject(signal.reason as Error));
  // Such as one that changes to another protocol.
  asked.on('close', () => reject(new FetchFailed('network', 'closed without an answer')));
  asked.end();
  return promise;
}

/** When the server has closed a connection whose answer is read; what it sends beyond that ends it, too. */
async function closed(socket: Socket, signal: AbortSignal): Promise<void> {
  if (socket.closed) return;
  socket.on('data', () => socket.destroy());
  const waiting = AbortSignal.any([signal, AbortSignal.timeout(mostCloseMs)]);
  // The answer is whole, however its connection ends.
  await once(socket, 'close', { signal: waiting }).catch(() => socket.destroy());
}

/** Whatever went wrong, it is of this page: the others are still asked for. */
function failure(error: unknown, timedOut: boolean, timeoutMs: number): FetchFailed {
  const cause = { cause: error };
  if (error instanceof FetchFailed && !timedOut) return error;
  if (timedOut) return new FetchFailed('timeout', `no whole answer within ${timeoutMs} ms`, cause);
  if (error instanceof RequestRefused) return new FetchFailed('refused', error.message, cause);
  if (error instanceof AnswerUnusable) return new FetchFailed(error.reason, error.message, cause);
  const text = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? `${String(error.code)}: ` : '';
  return new FetchFailed('network', code + text, cause);
}

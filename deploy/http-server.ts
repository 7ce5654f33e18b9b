import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressOf } from '#api/http/address.ts';
import { StartRefused } from '#platform/lifecycle.ts';
import { answerOfFault, answerOnSocket, answerPlainly } from './plain-answers.ts';
import { STARTING_HEADERS, STARTING_PAGE } from './starting-page.ts';

export interface HttpServer {
  port: number;
  /** Replaces what answers; before the first call everything answers 503. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/** How long headers, and headers and body together, may take to arrive, in milliseconds. */
interface Limits extends Required<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout'>> {
  /**
   * An answer of which none is read for so long is given up: what waits to be sent is held in memory. Node looks
   * that often whether anything was, so that it goes after up to twice as long.
   */
  unreadTimeout: number;
  /** Open at once; what comes past them is closed. */
  connections: number;
  /** Of them from one address, so that nobody alone shuts all others out. */
  connectionsOfOne: number;
}
export const LIMITS: Limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  unreadTimeout: 60_000,
  connections: 2_000,
  connectionsOfOne: 200,
};
/** Where proxies stand in front, all come from theirs; how many one person has is theirs to bound. */
export const limitsBehind = (proxies: number): Limits =>
  proxies === 0 ? LIMITS : { ...LIMITS, connectionsOfOne: LIMITS.connections };
/** How often Node looks for what is past the limits: its default, 30 s, would be added to them. */
const LOOK_EVERY_MS = 1_000;

/**
 * Listens at once, so that a port in use is known before anything else is opened and health can be
 * asked from the first moment.
 * @param options.variable names the port in the configuration
 * @throws StartRefused when the port cannot be had
 */
export async function listen(
  port: number,
  host: string | undefined,
  { limits = LIMITS, variable = 'PORT' }: { limits?: Limits; variable?: string } = {},
): Promise<HttpServer> {
  let current: RequestListener = starting;
  let closing = false;
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = createServer(
    // Without a host a request is refused below: Node's own answer has no headers and no body.
    { ...limits, connectionsCheckingInterval: LOOK_EVERY_MS, requireHostHeader: false },
    (request, response) => {
      answers.set(request.socket, response);
      // Listened to, the timeout ends nothing by itself: an answer that comes late holds nothing back.
      response.on('timeout', (socket) => {
        if (socket.writableLength > 0) socket.destroy();
      });
      // A connection that is kept alive would bring request after request and never be idle.
      if (closing) response.setHeader('Connection', 'close');
      if (request.headers.host === undefined && request.httpVersion === '1.1') noHost(response);
      else current(request, response);
    },
  );
  server.setTimeout(limits.unreadTimeout);
  server.maxConnections = limits.connections;
  boundEach(server, limits.connectionsOfOne);
  server.on('checkExpectation', (_request, response) => expectationFailed(response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Nobody listens any more, or an answer is under way: another one would be read as its rest.
    const answer = answers.get(socket);
    const isUnderWay = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isUnderWay) socket.destroy();
    else answerOnSocket(socket, answerOfFault(error.code));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(refusal(error, { port, host, variable })),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (listener) => (current = listener),
    close: () => {
      closing = true;
      return closeServer(server);
    },
  };
}

/** Closes what comes past so many open connections of one address; IPv6 counts by the /56 that one customer has. */
function boundEach(server: Server, atMost: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = addressOf({ ip: socket.remoteAddress });
    const count = open.get(address) ?? 0;
    if (count >= atMost) {
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 0) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}

const starting: RequestListener = (request, response) => {
  const { url = '/', headers } = request;
  if (!url.startsWith('/api/') && headers.accept?.includes('text/html') === true) {
    response.writeHead(503, STARTING_HEADERS).end(STARTING_PAGE);
    return;
  }
  const parts = { log: 'starting', warehouse: 'starting', users: 'starting', snapshot: 'starting' };
  const body =
    url === '/api/health'
      ? { status: 'starting', parts }
      : { code: 'starting', message: 'RigWorth is starting. Please try again in a moment.' };
  answerPlainly(response, 503, body, { 'Retry-After': '2' });
};

const noHost = (response: ServerResponse): void =>
  answerPlainly(response, 400, {
    code: 'no_host',
    message: 'The request names no host: send a Host header.',
  });

const expectationFailed = (response: ServerResponse): void =>
  answerPlainly(response, 417, {
    code: 'expectation_failed',
    message: 'The only Expect header that can be met is 100-continue.',
  });

function refusal(
  error: NodeJS.ErrnoException,
  { port, host, variable }: { port: number; host: string | undefined; variable: string },
): Error {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${port} is in use. Stop what listens there, or set ${variable} to another.`,
    );
  if (error.code === 'EACCES')
    return new StartRefused(
      `Port ${port} may not be used by this user. Set ${variable} to one above 1023.`,
    );
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new StartRefused(`HOST '${host}' is not an address of this machine.`);
  return error;
}

/** What is still open after this is cut off. */
const DRAIN_MS = 5_000;

/** No new connections; answers under way finish within their time, idle connections close. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cutOff = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cutOff);
}

import { createServer, type RequestListener, type Server } from 'node:http';
import { StartRefused } from '#platform/lifecycle.ts';

export interface HttpServer {
  port: number;
  /** Replaces what answers; before the first call everything answers 503. */
  serve(listener: RequestListener): void;
  close(): Promise<void>;
}

/**
 * Listens at once, so that a port in use is known before anything else is opened and health can be
 * asked from the first moment.
 * @throws StartRefused when the port cannot be had
 */
export async function listen(port: number, host: string | undefined): Promise<HttpServer> {
  let current: RequestListener = starting;
  let closing = false;
  // Slow headers and bodies are cut off by the limits of time (10 s and 30 s).
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000 },
    (request, response) => {
      // A connection that is kept alive would bring request after request and never be idle.
      if (closing) response.setHeader('Connection', 'close');
      current(request, response);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refusal(error, port, host)));
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

const starting: RequestListener = (request, response) => {
  const parts = { log: 'starting', warehouse: 'starting', users: 'starting', snapshot: 'starting' };
  const body =
    request.url === '/api/health'
      ? { status: 'starting', parts }
      : { code: 'starting', message: 'RigWorth is starting. Please try again in a moment.' };
  response
    .writeHead(503, {
      'Content-Type': 'application/json',
      'Retry-After': '2',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    })
    .end(JSON.stringify(body));
};

function refusal(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  if (error.code === 'EADDRINUSE')
    return new StartRefused(
      `Port ${port} is in use. Stop what listens there, or set PORT to another.`,
    );
  if (error.code === 'EACCES')
    return new StartRefused(
      `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
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

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a page of a test site is: a body, or whatever the handler does with the response itself. */
export type Served =
  | { status?: number; headers?: Record<string, string>; body?: string | Buffer }
  | ((response: ServerResponse, request: IncomingMessage) => void | Promise<void>);

/** A test site: what stands at a path with its query; undefined is a 404. */
export type TestSite = (path: string, request: IncomingMessage) => Served | undefined;

/** One request as the server saw it. */
export interface SeenRequest {
  path: string;
  userAgent: string;
  status: number;
  startedAt: number;
  endedAt: number;
  /** Requests under way when it came, itself among them. */
  atOnce: number;
}

export interface ServedSite {
  origin: string;
  /** `host:port`, for the list of allowed addresses. */
  address: string;
  /** Every request, in the order they came. */
  seen: SeenRequest[];
  close(): Promise<void>;
}

/**
 * Serves a test site on loopback; `now` is the clock of its log.
 * @param at port 0: any that is free
 */
export async function serveSite(
  site: TestSite,
  now: () => number = Date.now,
  at = { host: '127.0.0.1', port: 0 },
): Promise<ServedSite> {
  const seen: SeenRequest[] = [];
  let underWay = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const entry: SeenRequest = {
      path,
      userAgent: request.headers['user-agent'] ?? '',
      status: 0,
      startedAt: now(),
      endedAt: Number.NaN,
      atOnce: (underWay += 1),
    };
    seen.push(entry);
    // When the answer was given; its last bytes may reach the asker before the socket says so here.
    response.on('prefinish', () => (entry.endedAt = now()));
    response.on('close', () => {
      underWay -= 1;
      if (Number.isNaN(entry.endedAt)) entry.endedAt = now();
      entry.status = response.statusCode;
    });
    const served = site(path, request) ?? { status: 404, body: 'There is no such page.' };
    if (typeof served === 'function') void served(response, request);
    else {
      const { status = 200, headers = { 'content-type': 'text/html; charset=utf-8' } } = served;
      response.writeHead(status, headers).end(served.body ?? '');
    }
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const address = `${at.host}:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${address}`,
    address,
    seen,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What a polite crawler would not have done, as the server's log has it. */
export function impoliteRequests(
  { seen }: Pick<ServedSite, 'seen'>,
  rules: {
    delayMs: number;
    isForbidden: (path: string) => boolean;
    mayRepeat?: (path: string) => boolean;
  },
): string[] {
  const faults: string[] = [];
  const paths = new Set<string>();
  for (const [n, request] of seen.entries()) {
    const { path, startedAt, atOnce } = request;
    const before = seen[n - 1];
    if (rules.isForbidden(path)) faults.push(`${path} is forbidden by robots.txt`);
    if (atOnce > 1) faults.push(`${path} was asked for beside another`);
    if (before !== undefined && startedAt - before.endedAt < rules.delayMs)
      faults.push(`${path} came ${startedAt - before.endedAt} ms after ${before.path}`);
    if (paths.has(path) && !(rules.mayRepeat?.(path) ?? false)) faults.push(`${path} came twice`);
    paths.add(path);
  }
  return faults;
}

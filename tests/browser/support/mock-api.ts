import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { z } from 'zod';
import { PAYMENT_PAGES } from '#api/http/guards.ts';
import { openPortal, pageOf } from '#api/portal.ts';
import type { Call } from '#schemas/api/call.ts';
import { currentUser } from '#schemas/api/account.ts';
import { CALLS } from '#schemas/api/calls.ts';

export interface Asked {
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
}
export interface Reply {
  status: number;
  body: unknown;
}
type Handler = (asked: Asked) => Reply | Promise<Reply>;

export interface MockApi {
  url: string;
  /** Answers a call from now on; the answer is parsed by the contract, so the mock cannot drift from it. */
  answer: <T extends Call>(
    call: T,
    give: z.input<T['response']> | ((asked: Asked) => z.input<T['response']>),
  ) => void;
  /** Refuses a call from now on. */
  refuse: (call: Call, status: number, body: unknown) => void;
  /** Holds a call until the returned function is called. */
  hold: (call: Call) => () => void;
  /** How often a call was made. */
  calls: (call: Call) => number;
  /** Bodies a call was made with, oldest first. */
  bodies: (call: Call) => unknown[];
  market: 'sample' | 'real';
  reset: () => void;
  close: () => Promise<void>;
}

/** Stricter than needed on purpose: what passes under it passes under any policy the server may send. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** What pages with a card form add to it. */
const CARD_FORMS =
  "default-src 'none'; script-src 'self' https://js.stripe.com; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self' https://api.stripe.com; frame-src https://js.stripe.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const keyOf = (call: Call): string => `${call.method} ${call.path}`;
const notBuilt: Reply = {
  status: 501,
  body: { code: 'not_built', message: 'This is not built yet.' },
};

/** The built portal with a server that speaks the contracts and answers as a test says. */
export async function startMockApi(directory: string): Promise<MockApi> {
  const portal = await openPortal(directory);
  const handlers = new Map<string, Handler>();
  const refused = new Set<string>();
  const holds = new Map<string, Promise<void>>();
  const made: { key: string; body: unknown }[] = [];
  const state = { market: 'real' as 'sample' | 'real' };

  const hasSession = () => handlers.has(keyOf(currentUser)) && !refused.has(keyOf(currentUser));

  const answerCall = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const found = matchCall(request.method ?? 'GET', url.pathname);
    if (found === undefined)
      return send(response, 404, { code: 'not_found', message: 'No such call.' });
    const body = await jsonBody(request);
    const key = keyOf(found.call);
    made.push({ key, body });
    await holds.get(key);
    const reply =
      (await handlers.get(key)?.({ params: found.params, query: url.searchParams, body })) ??
      notBuilt;
    response.setHeader('X-Market-Data', state.market);
    send(
      response,
      reply.status,
      reply.status < 300 ? found.call.response.parse(reply.body) : reply.body,
    );
  };

  const serveFile = async (response: ServerResponse, { pathname: path, searchParams }: URL) => {
    if (extname(path) === '' || path.includes('..')) {
      // Who is signed in has a session's cookie.
      const { found, html } = pageOf(portal, path, searchParams.get('view'), {
        ...state,
        member: hasSession(),
      });
      response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES['.html'] });
      response.end(html);
      return;
    }
    try {
      const bytes = await readFile(join(directory, path));
      response.writeHead(200, {
        'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mock');
    response.setHeader(
      'Content-Security-Policy',
      PAYMENT_PAGES.test(url.pathname) ? CARD_FORMS : CONTENT_SECURITY_POLICY,
    );
    const work = url.pathname.startsWith('/api/')
      ? answerCall(request, response, url)
      : serveFile(response, url);
    work.catch((error: unknown) => {
      process.stderr.write(`mock api: ${String(error)}\n`);
      send(response, 500, { code: 'mock', message: String(error) });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (call, give) => {
      refused.delete(keyOf(call));
      handlers.set(keyOf(call), (asked) => ({
        status: 200,
        body: typeof give === 'function' ? (give as (asked: Asked) => unknown)(asked) : give,
      }));
    },
    refuse: (call, status, body) => {
      refused.add(keyOf(call));
      handlers.set(keyOf(call), () => ({ status, body }));
    },
    hold: (call) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(keyOf(call), promise);
      return () => {
        holds.delete(keyOf(call));
        resolve();
      };
    },
    calls: (call) => made.filter((one) => one.key === keyOf(call)).length,
    bodies: (call) => made.filter((one) => one.key === keyOf(call)).map((one) => one.body),
    get market() {
      return state.market;
    },
    set market(market) {
      state.market = market;
    },
    reset: () => {
      handlers.clear();
      refused.clear();
      holds.clear();
      made.length = 0;
      state.market = 'real';
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function matchCall(
  method: string,
  path: string,
): { call: Call; params: Record<string, string> } | undefined {
  for (const call of CALLS) {
    const pattern = new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const match = call.method === method ? pattern.exec(path) : null;
    if (match === null) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { call, params: Object.fromEntries(params) as Record<string, string> };
  }
  return undefined;
}

async function jsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const isFile = body instanceof Uint8Array;
  response.writeHead(status, { 'Content-Type': isFile ? 'application/pdf' : 'application/json' });
  response.end(isFile ? body : JSON.stringify(body));
}

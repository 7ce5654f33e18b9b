import type { z } from 'zod';
import { SIGNED_IN_AS, type Call, type ResponseOf } from '#schemas/api/call.ts';
import { ApiFailure, ConnectionFailure, MalformedAnswer } from './failures.ts';
import { asMarketMark, type MarketMark } from './market-mark.ts';

/** A call may be slow, but a screen must not wait for ever. */
const PATIENCE_MS = 60_000;

/**
 * A large answer may be wrong in each of its items: gathering every fault would keep the page still for a minute.
 * Zod's own `validate` stops by this; parsing takes it too.
 */
const FIRST_FAULT: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** Optional where the contract takes nothing, or nothing that is required. */
type Part<Name extends string, Input> = undefined extends Input
  ? { [Key in Name]?: undefined }
  : string extends keyof Input // `z.object({})` takes `Record<string, never>`
    ? { [Key in Name]?: undefined }
    : Partial<Input> extends Input
      ? { [Key in Name]?: Input }
      : { [Key in Name]: Input };

/** What a call needs: path parameters, query and body, each only where the contract has one. */
export type InputOf<T extends Call> = Part<'params', z.input<T['params']>> &
  Part<'query', z.input<T['query']>> &
  Part<'body', z.input<T['body']>>;

export interface ClientOptions {
  fetch: typeof globalThis.fetch;
  /** Id of whom the page was drawn for; null where that was a guest. */
  pageOwner: () => string | null;
  /** Told what kind of market each market answer came from. */
  onMarketMark: (mark: MarketMark) => void;
  /** Told the time of each answer, as the server has it; null where an answer does not say. */
  onServerDate: (header: string | null) => void;
}

export type Client = <T extends Call>(
  call: T,
  input: InputOf<T>,
  signal?: AbortSignal,
) => Promise<ResponseOf<T>>;

/**
 * The one way to the api: credentials sent, answers parsed by the contract.
 * Throws `ApiFailure`, `MalformedAnswer` or `ConnectionFailure`; an abort by the caller stays an `AbortError`.
 */
export function createClient(options: ClientOptions): Client {
  const { fetch, pageOwner, onMarketMark, onServerDate } = options;
  return async (call, input, signal) => {
    const { params, query, body } = input as {
      params?: Values;
      query?: Values;
      body?: unknown;
    };
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), PATIENCE_MS);
    // What is asked for in a tab left open is not done for somebody else who has signed in in another.
    const owner = call.method === 'GET' ? null : pageOwner();
    let response: Response;
    let bytes: ArrayBuffer;
    try {
      response = await fetch(urlOf(call.path, params, query), {
        method: call.method,
        credentials: 'include',
        headers: {
          Accept: call.produces ?? 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(owner === null ? {} : { [SIGNED_IN_AS]: owner }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      });
      bytes = await response.arrayBuffer();
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ConnectionFailure(deadline.signal.aborted, { cause });
    } finally {
      clearTimeout(timer);
    }
    onServerDate(response.headers.get('Date'));
    const text = () => new TextDecoder().decode(bytes);
    if (!response.ok) throw new ApiFailure(response.status, response.statusText, text());
    const mark = asMarketMark(response.headers.get('X-Market-Data'));
    if (mark !== null) onMarketMark(mark);
    return parseAnswer(
      call,
      call.produces === undefined ? jsonOf(call, text()) : new Uint8Array(bytes),
    );
  };
}

function jsonOf(call: Call, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new MalformedAnswer(`${call.path} did not answer with JSON`, { cause });
  }
}

function parseAnswer<T extends Call>(call: T, answer: unknown): ResponseOf<T> {
  const parsed = call.response.safeParse(answer, FIRST_FAULT);
  if (!parsed.success)
    throw new MalformedAnswer(
      `${call.path} answered against its contract: ${parsed.error.message}`,
    );
  return parsed.data as ResponseOf<T>;
}

type Values = Record<string, string | number | boolean | undefined>;

function urlOf(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import { nothing, type BodyOf, type Call, type ParamsOf, type QueryOf } from '#schemas/api/call.ts';
import { plainIssue } from './plain-issue.ts';
import { Problem } from './problem.ts';

export interface CallInput<C extends Call> {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  request: Request;
  response: Response;
}

export type CallHandler<C extends Call, Extra = unknown> = (
  input: CallInput<C> & Extra,
) => z.input<C['response']> | Promise<z.input<C['response']>>;

/** What is settled before anything sent is looked at, such as who asks; the handler gets what it gives. */
export type Before<Extra> = (request: Request, response: Response) => Promise<Extra>;

/**
 * Answers one call by its contract: what comes in is parsed or refused with 422 and the fields named,
 * what goes out is checked too, so that an answer outside the contract is our error, not the portal's.
 */
export function serveCall<C extends Call, Extra = unknown>(
  call: C,
  handler: CallHandler<C, Extra>,
  before?: Before<Extra>,
): RequestHandler {
  return async (request: Request, response: Response) => {
    const extra = before === undefined ? undefined : await before(request, response);
    const input = { ...extra, ...inputOf(call, request, response) } as CallInput<C> & Extra;
    const answer = await handler(input);
    const parsed = call.response.parse(answer);
    const { statusCode } = response;
    if (!call.statuses.some((status) => status === statusCode))
      throw new Error(`${call.method} ${call.path} is not to answer ${statusCode}`);
    if (call.produces === undefined) response.json(parsed);
    else response.type(call.produces).send(parsed);
  };
}

/** @throws Problem 422 that names the fields a contract refuses */
export function inputOf<C extends Call>(
  call: C,
  request: Request,
  response: Response,
): CallInput<C> {
  const sent = (part: 'params' | 'query' | 'body'): unknown => {
    const schema = call[part];
    // Whatever is sent to a call that takes none is ignored: Express reads a query when it is asked for.
    if (schema === nothing) return {};
    return schema.type === 'undefined' ? undefined : parseInput(schema, request[part]);
  };
  return {
    params: sent('params'),
    query: sent('query'),
    body: sent('body'),
    request,
    response,
  } as CallInput<C>;
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value ?? {}, { error: plainIssue });
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }));
  throw new Problem(422, 'invalid_request', details.map(({ message }) => message).join('. '), {
    details,
  });
}

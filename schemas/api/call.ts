import { z } from 'zod';

/**
 * One call of the API: the contract both sides are built on. The server parses what comes in and what
 * goes out, the portal's client parses what it gets, and the OpenAPI document is generated from it.
 */
export interface Call<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** With `{name}` for parameters: `/api/rv-models/{make}`. */
  path: string;
  summary: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /** What a good answer is, where it is not JSON; `response` are then its bytes. */
  produces: Produces | undefined;
  /** Statuses of a good answer. 202: what was asked for is not done yet. */
  statuses: readonly GoodStatus[];
}

/**
 * `premium`: signed in, and paid for. `staff`: where STAFF_EMAILS is set, those it names; else whoever is signed in,
 * as the specification has it. `staff-controls`: what goes beyond the specification's calls for staff; the same
 * people, but in production nobody where STAFF_EMAILS is not set.
 */
export type Access = 'open' | 'signed-in' | 'premium' | 'staff' | 'staff-controls';

type Produces = 'application/pdf' | 'application/octet-stream';

export type GoodStatus = 200 | 202;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Header by which a page names, by id, whom it was drawn for: what it asks to change is refused (409) where the
 * session has become somebody else's. Left out by who has one session only.
 */
export const SIGNED_IN_AS = 'X-Signed-In-As';

/** What a call takes that takes no parameters. */
export const nothing = z.object({});
type Nothing = typeof nothing;

interface CallDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Response extends z.ZodType,
> {
  summary: string;
  access?: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  produces?: Produces;
  statuses?: readonly GoodStatus[];
}

/** Defines a call by `METHOD /path`; what is left out takes nothing. */
export function defineCall<
  Response extends z.ZodType,
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Body extends z.ZodType = z.ZodUndefined,
>(
  route: `${Method} /api/${string}`,
  definition: CallDefinition<Params, Query, Body, Response>,
): Call<Params, Query, Body, Response> {
  const [method, path] = route.split(' ') as [Method, string];
  return {
    method,
    path,
    summary: definition.summary,
    access: definition.access ?? 'open',
    params: definition.params ?? (nothing as unknown as Params),
    query: definition.query ?? (nothing as unknown as Query),
    body: definition.body ?? (z.undefined() as unknown as Body),
    response: definition.response,
    produces: definition.produces,
    statuses: definition.statuses ?? [200],
  };
}

export type ParamsOf<T extends Call> = z.output<T['params']>;
export type QueryOf<T extends Call> = z.output<T['query']>;
export type BodyOf<T extends Call> = z.output<T['body']>;
export type ResponseOf<T extends Call> = z.output<T['response']>;

/** Every error answer has this body; `details` names the fields of a refused request. */
export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Nearest known names where one was not known. */
  suggestions: z.array(z.string()).optional(),
});
export type ApiError = z.output<typeof apiError>;

/** Object answers of the market carry the mark of the sample market as the header does. */
export const marketAnswer = { sample: z.boolean().optional() };
export const usd = z.number().int();
export const fraction = z.number().min(0).max(1);

import { apiError, type ApiError } from '#schemas/api/call.ts';
import { NO_ANSWER, TOO_SLOW } from '../content/brand.ts';

/**
 * An answer that was not a success. `message` has the specification's form, status, colon, space,
 * body (or status text); what a person reads is `reason`, the body's own message.
 */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly status: number;
  readonly statusText: string;
  readonly code: string | null;
  readonly reason: string | null;
  readonly suggestions: readonly string[];
  readonly details: NonNullable<ApiError['details']>;

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body === '' ? statusText : body}`);
    this.status = status;
    this.statusText = statusText;
    const known = parseErrorBody(body);
    this.code = known?.code ?? null;
    this.reason = known?.message ?? null;
    this.suggestions = known?.suggestions ?? [];
    this.details = known?.details ?? [];
  }
}

/** The answer came but is not what the contract says. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}

/** No answer came: offline, the server away, or too slow. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure';
  readonly tooSlow: boolean;

  constructor(tooSlow: boolean, options?: ErrorOptions) {
    super('No answer came from the server', options);
    this.tooSlow = tooSlow;
  }
}

/** The server has no market to answer from yet; it will have one soon. */
export const isNotReady = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'market_not_ready';

/** Nobody is signed in any more, or was. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;

/** What was asked for in this page is not done for who has signed in since, in another tab. */
export const isSomebodyElse = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code === 'somebody_else';

/** The sentence a screen shows for an error: the server's own, or that none came from it, else the screen's. */
export function reasonOf<Fallback extends string | undefined>(
  error: unknown,
  fallback: Fallback,
): string | Fallback {
  if (error instanceof ConnectionFailure) return error.tooSlow ? TOO_SLOW : NO_ANSWER;
  return error instanceof ApiFailure && error.reason !== null && error.reason !== ''
    ? error.reason
    : fallback;
}

/** The contract's error body; also a body that has only a `message` or an `error`, as a proxy may send. */
function parseErrorBody(text: string): Partial<ApiError> | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  const contract = apiError.safeParse(body);
  if (contract.success) return contract.data;
  if (typeof body !== 'object' || body === null) return null;
  const message = [
    'message' in body ? body.message : undefined,
    'error' in body ? body.error : undefined,
  ].find((value) => typeof value === 'string' && value !== '');
  return typeof message === 'string' ? { message } : null;
}

import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from '#platform/logging.ts';
import { WarehouseAway } from '#warehouse/errors.ts';
import { UserStoreError } from '../users/errors.ts';
import { UserStoreUnavailable } from '../users/store.ts';
import { PaymentProviderError, PaymentRefused } from '../payments/provider.ts';
import { Problem } from './problem.ts';

/** What express and its body parser throw carries a status and a type. */
interface HttpError {
  status: number;
  type?: string;
}

const BODY_ERRORS: Record<string, [code: string, message: string]> = {
  'entity.too.large': ['body_too_large', 'The request body is too large.'],
  'entity.parse.failed': ['bad_json', 'The request body is not valid JSON.'],
  'encoding.unsupported': ['bad_encoding', 'The encoding of the request body is not supported.'],
  'charset.unsupported': ['bad_charset', 'The charset of the request body is not supported.'],
  'request.aborted': ['aborted', 'The request ended before its body was complete.'],
};

/** A part that is away comes back by itself, mostly after a restart. */
const RETRY_SECONDS = 10;

/** Turns whatever was thrown into the one error body; our own faults keep their text in the log. */
export function answerErrors(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const problem = toProblem(error);
    if (problem.status >= 500 && !(error instanceof Problem))
      logger.error(
        { err: error, requestId: response.locals['requestId'], path: request.path },
        'request failed',
      );
    if (problem.status === 503) response.setHeader('Retry-After', String(RETRY_SECONDS));
    response.status(problem.status).json(problem.toBody());
  };
}

export const unknownCall: RequestHandler = (request, _response, next) => {
  next(
    new Problem(
      404,
      'unknown_call',
      `There is no ${request.method} ${request.originalUrl.split('?')[0]}. See /api/docs.`,
    ),
  );
};

/** Methods nobody answers outside the API, and every path where the portal is not served. */
export const nothingHere: RequestHandler = (request, _response, next) => {
  next(new Problem(404, 'nothing_here', `There is no ${request.method} ${request.path}.`));
};

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UserStoreUnavailable)
    return new Problem(
      503,
      'accounts_unavailable',
      'Accounts cannot be reached at this moment. Please try again in a minute.',
    );
  if (error instanceof WarehouseAway)
    return new Problem(
      503,
      'market_unavailable',
      'The market cannot be searched at this moment. Please try again in a minute.',
    );
  if (error instanceof PaymentRefused)
    return new Problem(
      502,
      'payment_refused',
      `The payment provider refused this (${error.reason}), so it was not done. Asking again helps only once the reason is gone.`,
    );
  if (error instanceof PaymentProviderError)
    return new Problem(
      503,
      'payments_unavailable',
      'The payment provider cannot be reached at this moment. Please try again in a minute.',
    );
  // The account was deleted between the look at the session and the statement.
  if (error instanceof UserStoreError && error.constraint?.endsWith('_user_id_fkey'))
    return new Problem(401, 'signed_out', 'You are not signed in.');
  if (error instanceof URIError)
    return new Problem(400, 'bad_path', 'The path is not valid percent-encoding.');
  if (isHttpError(error) && error.status < 500) {
    const [code, message] = BODY_ERRORS[error.type ?? ''] ?? [
      'bad_request',
      'The request could not be read.',
    ];
    return new Problem(error.status, code, message);
  }
  return new Problem(500, 'internal', 'Something went wrong on our side. Please try again.');
}

function isHttpError(error: unknown): error is HttpError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'status' in error &&
    typeof error.status === 'number'
  );
}

import { CALCULATOR } from '../../content/calculator.ts';
import { ApiFailure, MalformedAnswer, reasonOf } from '../../client/failures.ts';
import { refusedFields } from '../../client/field-errors.ts';
import type { FieldErrors } from './analysis-form.ts';

/** Why an analysis gave no result: what a person reads, and the nearest names when one was not known. */
export interface AnalysisProblem {
  message: string;
  suggestions: readonly string[];
  /** What the server has against a field, where that is why. */
  fields: FieldErrors;
}

/** The specification's messages (section 8, Analysis). */
export function problemOf(error: unknown): AnalysisProblem {
  const { errors } = CALCULATOR;
  const nothing = { suggestions: [], fields: {} };
  if (error instanceof MalformedAnswer) return { message: errors.malformed, ...nothing };
  if (!(error instanceof ApiFailure))
    return { message: reasonOf(error, errors.unexpected), ...nothing };
  return {
    message: reasonOf(error, errors.failed(error.status, error.statusText)),
    suggestions: error.suggestions,
    fields: refusedFields(error),
  };
}

/** Whether a member is refused for having used the allowance up, so that the upgrade prompt opens. */
export const isUsageLimit = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 403 || error.code === 'usage_limit_reached');

/** Whether it is our server that says so, and no gateway on the way to it. */
export const isOfServer = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code !== null;

import { CALCULATOR } from '../../content/calculator.ts';
import { ApiFailure, MalformedAnswer, reasonOf } from '../../client/failures.ts';

/** Why an analysis gave no result: what a person reads, and the nearest names when one was not known. */
export interface AnalysisProblem {
  message: string;
  suggestions: readonly string[];
}

/** The specification's messages (section 8, Analysis). */
export function problemOf(error: unknown): AnalysisProblem {
  const { errors } = CALCULATOR;
  if (error instanceof MalformedAnswer) return { message: errors.malformed, suggestions: [] };
  if (!(error instanceof ApiFailure))
    return { message: reasonOf(error, errors.unexpected), suggestions: [] };
  return {
    message: reasonOf(error, errors.failed(error.status, error.statusText)),
    suggestions: error.suggestions,
  };
}

/** Whether a member is refused for having used the allowance up, so that the upgrade prompt opens. */
export const isUsageLimit = (error: unknown): boolean =>
  error instanceof ApiFailure && (error.status === 403 || error.code === 'usage_limit_reached');

/** Whether it is our server that says so, and no gateway on the way to it. */
export const isOfServer = (error: unknown): boolean =>
  error instanceof ApiFailure && error.code !== null;

import { describe, expect, it } from 'vitest';
import { ApiFailure, ConnectionFailure, MalformedAnswer } from '../../client/failures.ts';
import { NO_ANSWER, TOO_SLOW } from '../../content/brand.ts';
import { isUsageLimit, problemOf } from './analysis-problem.ts';

describe('why an analysis gave no result', () => {
  it('is the server’s own message, with its suggestions', () => {
    const body = '{"code":"unknown_make","message":"No such make.","suggestions":["Jayco"]}';
    expect(problemOf(new ApiFailure(422, 'Unprocessable Entity', body))).toEqual({
      message: 'No such make.',
      suggestions: ['Jayco'],
      fields: {},
    });
  });

  it.each([
    [new ApiFailure(502, 'Bad Gateway', '<html>'), 'Analysis failed: 502 Bad Gateway'],
    [new MalformedAnswer('x'), 'Invalid response format from server'],
    [new ConnectionFailure(false), NO_ANSWER],
    [new ConnectionFailure(true), TOO_SLOW],
    [new RangeError('x'), 'An unexpected error occurred. Please try again.'],
  ])('has the specification’s words: %s', (error, message) => {
    expect(problemOf(error).message).toBe(message);
  });

  it('is the allowance on 403 or its code, and on nothing else', () => {
    const withCode = (code: string) => JSON.stringify({ code, message: 'm' });
    expect(isUsageLimit(new ApiFailure(403, '', ''))).toBe(true);
    expect(isUsageLimit(new ApiFailure(429, '', withCode('usage_limit_reached')))).toBe(true);
    expect(isUsageLimit(new ApiFailure(429, '', withCode('too_many_requests')))).toBe(false);
  });
});

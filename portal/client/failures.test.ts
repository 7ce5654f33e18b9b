import { describe, expect, it } from 'vitest';
import { ApiFailure, ConnectionFailure, reasonOf } from './failures.ts';

describe('a failed answer', () => {
  it('has the status, a colon, a space and the body as its message', () => {
    expect(new ApiFailure(503, 'Service Unavailable', 'down').message).toBe('503: down');
  });

  it('has the status text where the body is empty', () => {
    expect(new ApiFailure(404, 'Not Found', '').message).toBe('404: Not Found');
  });

  it('shows a person the body’s own message and suggestions, never JSON', () => {
    const body = { code: 'unknown_make', message: 'No such make.', suggestions: ['Jayco'] };
    const failure = new ApiFailure(422, 'Unprocessable Entity', JSON.stringify(body));
    expect(reasonOf(failure, 'fallback')).toBe('No such make.');
    expect(failure.code).toBe('unknown_make');
    expect(failure.suggestions).toEqual(['Jayco']);
  });

  it('takes the error field of a body that is not ours', () => {
    expect(reasonOf(new ApiFailure(502, '', '{"error":"upstream"}'), 'fallback')).toBe('upstream');
  });

  it.each([
    [true, /^RigWorth did not answer within a minute\..* check your connection/],
    [false, /^No answer came from the server\..* check your connection/],
  ])('says that none came, and what to do: too slow %s', (tooSlow, words) => {
    expect(reasonOf(new ConnectionFailure(tooSlow), 'fallback')).toMatch(words);
  });

  it.each(['<html>', '[]', 'null', '{"message":""}', '{"message":7}'])(
    'falls back where the body says nothing: %s',
    (body) => expect(reasonOf(new ApiFailure(500, '', body), 'fallback')).toBe('fallback'),
  );
});

import { describe, expect, it } from 'vitest';
import { judgeRobots } from './policy.ts';

const body = Buffer.from('User-agent: *\nDisallow: /\n');
const allowed = (status: number): boolean | 'unreachable' => {
  const verdict = judgeRobots({ status, body }, 'RigWorthBot');
  return 'rules' in verdict ? verdict.rules.allows('https://rv.example/rv') : 'unreachable';
};

describe('a robots.txt that was asked for', () => {
  it('holds where it is there', () => expect(allowed(200)).toBe(false));

  it.each([301, 400, 401, 403, 404, 410])('allows all where it is not: %d', (status) =>
    expect(allowed(status)).toBe(true),
  );

  it.each([429, 500, 503])('allows nothing where the server cannot say: %d', (status) =>
    expect(allowed(status)).toBe('unreachable'),
  );

  it('allows nothing where there is no answer', () =>
    expect(judgeRobots({ failure: 'no answer in 15 s' }, 'RigWorthBot')).toEqual({
      unreachable: 'no answer in 15 s',
    }));
});

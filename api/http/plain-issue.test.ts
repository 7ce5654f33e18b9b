import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainIssue } from './plain-issue.ts';

const schema = z.strictObject({
  name: z.string().min(2).max(4),
  years: z.enum(['5', '10']),
  count: z.number().int().min(1).max(9),
  tags: z.array(z.string()).max(1),
  place: z.object({ zip: z.string().regex(/^\d{5}$/, 'The ZIP has five digits') }),
  since: z.iso.datetime().optional(),
  day: z.iso.date().optional(),
  mail: z.email().optional(),
});
const good = { name: 'Ada', years: '5', count: 3, tags: [], place: { zip: '12345' } };

it.each([
  [{ name: undefined }, 'name is missing'],
  [{ name: 7 }, 'name must be a text'],
  [{ name: 'A' }, 'name must have at least 2 characters, not 1'],
  [{ name: '' }, 'name is empty: give at least 2 characters'],
  [{ name: 'Augusta' }, 'name must have at most 4 characters, not 7'],
  [{ years: '7' }, 'years must be one of 5, 10, not 7'],
  [{ years: undefined }, 'years is missing; one of 5, 10'],
  [{ years: 'x'.repeat(100) }, `years must be one of 5, 10, not ${'x'.repeat(60)}…`],
  [{ years: null }, 'years must be one of 5, 10, not null'],
  [{ years: ['7'] }, 'years must be one of 5, 10, not a list'],
  // What has no text, as a program of ill will can send.
  [{ years: { toString: 1, valueOf: 1 } }, 'years must be one of 5, 10, not an object'],
  [{ count: 1.5 }, 'count must be a whole number'],
  [{ count: 0 }, 'count must be at least 1, not 0'],
  [{ count: 10 }, 'count must be at most 9, not 10'],
  [{ tags: ['a', 'b'] }, 'tags must have at most 1 entry, not 2'],
  [{ place: {} }, 'place.zip is missing'],
  [{ extra: 1 }, 'The request knows no extra: leave it out'],
  [{ place: { zip: 'none' } }, 'The ZIP has five digits'],
  [{ since: 'yesterday' }, 'since must be an instant such as 2026-11-21T06:00:00Z, not yesterday'],
  [{ day: '11/21' }, 'day must be a date such as 2026-11-21, not 11/21'],
  [{ mail: 'ada' }, 'mail is not a valid email'],
])('says of %j what is wrong', (change, message) => {
  const parsed = schema.safeParse({ ...good, ...change }, { error: plainIssue });
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('says it of a list without end too', () => {
  const years: unknown = JSON.parse('['.repeat(40_000) + ']'.repeat(40_000));
  const parsed = schema.safeParse({ ...good, years }, { error: plainIssue });
  expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
    'years must be one of 5, 10, not a list',
  ]);
});

it('never repeats what may be a secret', () => {
  const parsed = z
    .object({ password: z.string() })
    .safeParse({ password: 87_654_321 }, { error: plainIssue });
  expect(parsed.error?.issues[0]?.message).toBe('password must be a text');
});

import type { z } from 'zod';

/**
 * What is wrong with a request, in words for whoever sent it: the field and what is expected of it.
 * Only for faults whose schema has no words of its own; those come first and stay. What was sent is
 * repeated of choices, numbers and times alone, since any other field may hold a secret.
 */
export const plainIssue: z.core.$ZodErrorMap = (issue) => {
  const field = (issue.path ?? []).join('.') || 'The request';
  const isAbsent = issue.input === undefined;
  switch (issue.code) {
    case 'invalid_type':
      return isAbsent
        ? `${field} is missing`
        : `${field} must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value': {
      const choices = issue.values.map(String).join(', ');
      return isAbsent
        ? `${field} is missing; one of ${choices}`
        : `${field} must be one of ${choices}, not ${cut(issue.input)}`;
    }
    case 'too_small':
      return issue.input === ''
        ? `${field} is empty: give ${amount('at least', issue.minimum, issue.origin)}`
        : `${field} must ${bound('at least', issue.minimum, issue)}`;
    case 'too_big':
      return `${field} must ${bound('at most', issue.maximum, issue)}`;
    case 'unrecognized_keys':
      return `${field} knows no ${issue.keys.map(cut).join(', ')}: leave it out`;
    case 'invalid_format':
      return issue.format in TIMES
        ? `${field} must be ${TIMES[issue.format]}, not ${cut(issue.input)}`
        : `${field} is not a valid ${issue.format}`;
    default:
      return undefined;
  }
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const TIMES: Readonly<Record<string, string>> = {
  datetime: 'an instant such as 2026-11-21T06:00:00Z',
  date: 'a date such as 2026-11-21',
};

const UNITS: Readonly<Record<string, [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

const amount = (words: string, limit: number | bigint, origin: string): string => {
  const unit = UNITS[origin]?.[limit === 1 ? 0 : 1];
  return unit === undefined ? `${words} ${limit}` : `${words} ${limit} ${unit}`;
};

/** Of a text or a list its length is told, of a number what it is. */
function bound(
  words: string,
  limit: number | bigint,
  { origin, input }: { origin: string; input?: unknown },
): string {
  const sized = typeof input === 'string' || Array.isArray(input) ? input.length : undefined;
  const given = sized ?? (typeof input === 'number' ? input : undefined);
  const not = given === undefined ? '' : `, not ${given}`;
  return `${origin in UNITS ? 'have' : 'be'} ${amount(words, limit, origin)}${not}`;
}

/** A list or an object may be too deep to be written, or have no text at all. */
function cut(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'an object';
  const text = String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

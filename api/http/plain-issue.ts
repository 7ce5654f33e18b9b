import type { z } from 'zod';

/**
 * What is wrong with a request, in words for whoever sent it: the field and what is expected of it.
 * Only for faults whose schema has no words of its own; those come first and stay. What was sent is
 * repeated of choices alone, since any other field may hold a secret.
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
      return `${field} must ${bound('at least', issue.minimum, issue.origin)}`;
    case 'too_big':
      return `${field} must ${bound('at most', issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return `${field} knows no ${issue.keys.map(cut).join(', ')}: leave it out`;
    case 'invalid_format':
      return `${field} is not a valid ${issue.format}`;
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

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };

function bound(words: string, limit: number | bigint, origin: string): string {
  const unit = UNITS[origin];
  return `${unit === undefined ? 'be' : 'have'} ${words} ${limit}${unit ?? ''}`;
}

function cut(value: unknown): string {
  const text = String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

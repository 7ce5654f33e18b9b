import type { z } from 'zod';

/** Says "is missing" of what is missing, and in plain words what something is not. */
export const plainMessage: z.core.$ZodErrorMap = (issue) => {
  const isMissing = issue.input === undefined;
  if (issue.code === 'invalid_value') {
    const values = issue.values.join(', ');
    return isMissing
      ? `is missing; one of ${values}`
      : `is ${JSON.stringify(issue.input)}; must be ${issue.values.length > 1 ? 'one of ' : ''}${values}`;
  }
  if (issue.code !== 'invalid_type') return undefined;
  return isMissing
    ? 'is missing'
    : `must be ${inWords[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}`;
};

const inWords: Record<string, string> = {
  object: 'keys with their values',
  record: 'keys with their values',
  array: 'a list',
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
};

const kinds: Record<string, string> = {
  object: 'keys with values',
  string: 'text',
  number: 'such a number',
  boolean: 'true or false',
};

function kindOf(input: unknown): string {
  if (input === null) return 'empty';
  if (Array.isArray(input)) return 'a list';
  return kinds[typeof input] ?? typeof input;
}

import type { z } from 'zod';
import { ApiFailure } from './failures.ts';

/** What a contract says against a form: for each field the first thing, in the contract's words. */
export function fieldErrors<Field extends string>(
  error: z.ZodError | undefined,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error?.issues ?? []) errors[path[0] as Field] ??= message;
  return errors;
}

/** The same of what the server refused, by its own clock; nothing where it failed for another reason. */
export function refusedFields<Field extends string>(
  error: unknown,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  const details = error instanceof ApiFailure ? error.details : [];
  for (const { path, message } of details) errors[path as Field] ??= message;
  return errors;
}

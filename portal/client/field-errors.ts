import type { z } from 'zod';

/** What a contract says against a form: for each field the first thing, in the contract's words. */
export function fieldErrors<Field extends string>(
  error: z.ZodError | undefined,
): Partial<Record<Field, string>> {
  const errors: Partial<Record<Field, string>> = {};
  for (const { path, message } of error?.issues ?? []) errors[path[0] as Field] ??= message;
  return errors;
}

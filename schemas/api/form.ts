import { z } from 'zod';
import { findState } from '../vocabulary.ts';

/** A form sends digits as text, and nothing for an empty field; whatever else is no number stays none. */
export const fromForm = (value: unknown): unknown => {
  const filled = notEmpty(value);
  return typeof filled === 'string' ? Number(filled) : filled;
};

/** A form may send a price as it was typed: `$31,450`, `60k`. */
export const moneyFromForm = (value: unknown): unknown =>
  fromForm(
    typeof value === 'string' ? value.replace(/[$,\s]/g, '').replace(/(?<=\d)k$/i, 'e3') : value,
  );

/** And miles as they are written: `45,000 mi`. */
export const milesFromForm = (value: unknown): unknown =>
  fromForm(typeof value === 'string' ? value.replace(/[,\s]|mi(les)?\.?$/gi, '') : value);

/** An empty field, or one that was never chosen, says nothing. */
export const notEmpty = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** What is said where nothing was sent: of a field that is not there as of one that is empty. */
export const required = (what: string) => ({
  error: ({ code, input }: { code?: string; input?: unknown }) =>
    code === 'invalid_type' && (input === undefined || input === null)
      ? `${what} is required`
      : undefined,
});

/** Text that must be there, refused in words that name the field. */
export const requiredText = (what: string, max: number) =>
  z
    .string(required(what))
    .trim()
    .min(1, `${what} is required`)
    .max(max, {
      error: ({ input }) =>
        `${what} must have at most ${max} characters` +
        (typeof input === 'string' ? `, not ${input.length}` : ''),
    });

/** NUL and half of a character are in no name, and no database keeps them. */
const whole = [
  /^[^\0\ud800-\udfff]*$/u,
  'Text may hold no NUL and no half of a character',
] as const;

/** Text a person typed. */
export const typed = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(...whole);

export const typedName = (what: string, max: number) => requiredText(what, max).regex(...whole);

/** One of the 50 states or DC, by its code or name in any case; its code comes out. */
export const usState = z
  .string()
  .max(100)
  .transform((text, context) => {
    const state = findState(text);
    if (state !== undefined) return state.code;
    context.addIssue(`"${text}" is no US state: write it as TX or Texas`);
    return z.NEVER;
  });

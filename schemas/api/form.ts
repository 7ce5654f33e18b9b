import { z } from 'zod';

/** A form sends digits as text, and nothing for an empty field; whatever else is no number stays none. */
export const fromForm = (value: unknown): unknown => {
  const filled = notEmpty(value);
  return typeof filled === 'string' ? Number(filled) : filled;
};

/** A form may send a price as it was typed: `$31,450`. */
export const moneyFromForm = (value: unknown): unknown =>
  fromForm(typeof value === 'string' ? value.replace(/[$,\s]/g, '') : value);

/** An empty field, or one that was never chosen, says nothing. */
export const notEmpty = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;

/** Text a person typed. NUL and half of a character are in no name, and no database keeps them. */
export const typed = (max: number, required?: string) =>
  z
    .string(required)
    .trim()
    .max(max)
    .regex(/^[^\0\ud800-\udfff]*$/u, 'Text may hold no NUL and no half of a character');

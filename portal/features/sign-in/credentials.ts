import type { z } from 'zod';
import { login, register } from '#schemas/api/account.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import type { SignInMode } from '../../client/sign-in-prompt.ts';

export type CredentialField = keyof z.input<typeof register.body>;
export type CredentialErrors = Partial<Record<CredentialField, string>>;

type Checked =
  | { ok: true; mode: 'sign-in'; body: z.output<typeof login.body> }
  | { ok: true; mode: 'register'; body: z.output<typeof register.body> }
  | { ok: false; errors: CredentialErrors };

export type CredentialsMode = Exclude<SignInMode, 'forgot'>;

/** What the form holds, checked by the contract of the mode's call; errors in the contract's words. */
export function credentialsOf(mode: CredentialsMode, form: FormData): Checked {
  const typed = Object.fromEntries(form);
  if (mode === 'register') {
    const parsed = register.body.safeParse(typed);
    return parsed.success
      ? { ok: true, mode, body: parsed.data }
      : { ok: false, errors: fieldErrors(parsed.error) };
  }
  const parsed = login.body.safeParse(typed);
  return parsed.success
    ? { ok: true, mode, body: parsed.data }
    : { ok: false, errors: fieldErrors(parsed.error) };
}

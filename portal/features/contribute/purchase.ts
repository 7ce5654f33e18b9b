import type { z } from 'zod';
import { contributionForm } from '#schemas/api/contribution.ts';
import { fieldErrors } from '../../client/field-errors.ts';

type Field = keyof z.input<typeof contributionForm>;
export type PurchaseErrors = Partial<Record<Field, string>>;
type Checked =
  { ok: true; body: z.output<typeof contributionForm> } | { ok: false; errors: PurchaseErrors };

/** What the form holds, checked by the contract; errors in the contract's words, one for each field. */
export function purchaseOf(form: FormData): Checked {
  const parsed = contributionForm.safeParse(Object.fromEntries(form));
  return parsed.success
    ? { ok: true, body: parsed.data }
    : { ok: false, errors: fieldErrors(parsed.error) };
}

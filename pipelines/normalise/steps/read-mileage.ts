import { MOTORHOME_TYPES } from '#schemas/vocabulary.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { readMiles } from '../text/miles.ts';
import type { WithCondition } from './read-condition.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithType } from './read-type.ts';
import type { WithYear } from './read-year.ts';

export interface WithMileage {
  /** Miles on the odometer; motorhomes only. */
  readonly mileage: number | null;
}

const MOST = 500_000;
const PLACEHOLDERS = new Set([1, 99_999, 999_999, 123_456, 111_111]);

/** Miles driven. A trailer has none; zero on a used motorhome means "not stated". */
export function readMileage<T extends Received & WithTexts & WithYear & WithType & WithCondition>(
  input: T,
): Outcome<T & WithMileage> {
  const miles = readMiles(input.texts.fields.mileage, input.raw.units.mileage);
  if (miles === null) return ok({ ...input, mileage: null });
  const refusal = whyNot(miles, input);
  if (refusal === '') return ok({ ...input, mileage: miles });
  const remarks = miles === 0 ? input.remarks : remark(input.remarks, `mileage:${refusal}`);
  return ok({ ...input, mileage: null, remarks });
}

function whyNot(
  miles: number,
  { type, category, condition, year, observedYear }: WithType & WithCondition & WithYear & Received,
): string {
  if (type !== '' ? !MOTORHOME_TYPES.has(type) : category === 'towable') return 'on_a_towable';
  if (Number.isNaN(miles)) return 'unreadable';
  if (miles < 0 || miles > MOST) return 'impossible';
  if (condition === 'new') return '';
  // Called used, it was driven; whether a unit of this year is used its condition may leave open.
  if (miles === 0 && condition !== 'unknown') return 'placeholder';
  return PLACEHOLDERS.has(miles) || (miles < 10 && observedYear - year >= 1) ? 'placeholder' : '';
}

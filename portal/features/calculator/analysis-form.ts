import type { z } from 'zod';
import { analysisRequest, buyingDecisionRequest } from '#schemas/api/analysis.ts';
import { milesFromForm, moneyFromForm } from '#schemas/api/form.ts';
import { CONDITIONS, type Condition } from '#schemas/vocabulary.ts';
import { idsFromUrl } from '../../client/listing-rules.ts';
import { nameKey } from '#schemas/names.ts';
import { CALCULATOR } from '../../content/calculator.ts';

/** The form as typed; a URL holds the same. The offer is asked for only where an offer is judged. */
export interface AnalysisForm {
  make: string;
  model: string;
  year: string;
  condition: Condition;
  mileage: string;
  askingPrice: string;
  location: string;
  /** Of the listing whose price it asks about, where that led here; nobody types it. */
  listingId: string;
}

/** What an offer's value is of beside the RV; empty where it is of none. */
export interface Judged {
  /** Two letters of the state that the place asked for is in. */
  state: string;
  listingId: string;
}

export const EMPTY_FORM: AnalysisForm = {
  make: '',
  model: '',
  year: '',
  condition: 'used',
  mileage: '',
  askingPrice: '',
  location: '',
  listingId: '',
};

const FIELDS = Object.keys(EMPTY_FORM) as (keyof AnalysisForm)[];
/** Longer than any name the contract takes; a URL is anybody's text. */
const LONGEST = 200;
/** What the field of the year can show; the console warns of anything else. */
const IS_NUMBER = /^-?\d+(\.\d+)?$/;

/** What a URL says of the form; unknown conditions and absent fields are the defaults. */
export function formFromUrl(params: URLSearchParams): AnalysisForm {
  const text = (name: keyof AnalysisForm) => (params.get(name) ?? '').slice(0, LONGEST);
  const condition = CONDITIONS.find((known) => known === params.get('condition'));
  return {
    make: text('make'),
    model: text('model'),
    year: IS_NUMBER.test(text('year')) ? text('year') : EMPTY_FORM.year,
    condition: condition ?? EMPTY_FORM.condition,
    mileage: text('mileage'),
    askingPrice: text('askingPrice'),
    location: text('location'),
    listingId: idsFromUrl(params.get('listingId'))[0] ?? EMPTY_FORM.listingId,
  };
}

/** `params` with the form in it: defaults left out, what belongs to others kept. */
export function formToUrl(form: AnalysisForm, params = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const field of FIELDS) {
    const value = form[field].trim();
    if (value === EMPTY_FORM[field]) next.delete(field);
    else next.set(field, value);
  }
  return next;
}

/** The same for two forms that the address says alike. */
export const formKey = (form: AnalysisForm): string => formToUrl(form).toString();

/** The same for two forms that ask the same, also where they spell its names otherwise. */
export const questionKey = (form: AnalysisForm): string =>
  formKey({ ...form, make: nameKey(form.make), model: nameKey(form.model) });

/** A form that was changed; the listing that led there is of its own RV, whatever its price, place and miles are put at. */
export const ofSameListing = (changed: AnalysisForm, before: AnalysisForm): AnalysisForm => {
  const rv = ({ make, model, year }: AnalysisForm) =>
    [nameKey(make), nameKey(model), year].join('\n');
  return rv(changed) === rv(before) ? changed : { ...changed, listingId: EMPTY_FORM.listingId };
};

export type FieldErrors = Partial<Record<keyof AnalysisForm, string>>;
export type CheckedForm<Request> =
  { ok: true; request: Request } | { ok: false; errors: FieldErrors };

/** The analysis the form asks for, or what is wrong with which field, in the contract's words. */
export const checkForm = (form: AnalysisForm): CheckedForm<z.input<typeof analysisRequest>> =>
  checked(form, ['make', 'model', 'year'], analysisRequest, rvOf(form));

/** The same of the buying decision it asks for. */
export const checkOffer = (
  form: AnalysisForm,
): CheckedForm<z.input<typeof buyingDecisionRequest>> =>
  checked(form, ['make', 'model', 'year', 'askingPrice'], buyingDecisionRequest, {
    ...rvOf(form),
    askingPrice: moneyFromForm(form.askingPrice),
    location: form.location.trim(),
    ...(form.listingId === '' ? {} : { listingId: form.listingId }),
  });

const rvOf = (form: AnalysisForm) => ({
  make: form.make.trim(),
  model: form.model.trim(),
  year: Number(form.year),
  condition: form.condition,
  mileage: milesFromForm(form.mileage),
});

function checked<Request>(
  form: AnalysisForm,
  needed: readonly (keyof typeof CALCULATOR.form.required)[],
  schema: z.ZodType<unknown, Request>,
  request: Request,
): CheckedForm<Request> {
  const { required } = CALCULATOR.form;
  const errors: FieldErrors = {};
  for (const field of needed) if (form[field].trim() === '') errors[field] = required[field];
  for (const issue of schema.safeParse(request).error?.issues ?? []) {
    const field = FIELDS.find((name) => name === issue.path[0]);
    if (field !== undefined) errors[field] ??= issue.message;
  }
  // The model's field is closed until there is a make: nothing to mend there yet.
  if (form.make.trim() === '') delete errors.model;
  return Object.keys(errors).length === 0 ? { ok: true, request } : { ok: false, errors };
}

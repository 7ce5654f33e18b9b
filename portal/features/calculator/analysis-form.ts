import type { z } from 'zod';
import { analysisRequest } from '#schemas/api/analysis.ts';
import { CONDITIONS, type Condition } from '#schemas/vocabulary.ts';
import { CALCULATOR } from '../../content/calculator.ts';

/** The form as typed; a URL holds the same. */
export interface AnalysisForm {
  make: string;
  model: string;
  year: string;
  condition: Condition;
  mileage: string;
}

export const EMPTY_FORM: AnalysisForm = {
  make: '',
  model: '',
  year: '',
  condition: 'used',
  mileage: '',
};

const FIELDS = Object.keys(EMPTY_FORM) as (keyof AnalysisForm)[];
/** Longer than any name the contract takes; a URL is anybody's text. */
const LONGEST = 200;

/** What a URL says of the form; unknown conditions and absent fields are the defaults. */
export function formFromUrl(params: URLSearchParams): AnalysisForm {
  const text = (name: keyof AnalysisForm) => (params.get(name) ?? '').slice(0, LONGEST);
  const condition = CONDITIONS.find((known) => known === params.get('condition'));
  return {
    make: text('make'),
    model: text('model'),
    year: text('year'),
    condition: condition ?? EMPTY_FORM.condition,
    mileage: text('mileage'),
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

/** The same for two forms that ask the same. */
export const formKey = (form: AnalysisForm): string => formToUrl(form).toString();

export type FieldErrors = Partial<Record<keyof AnalysisForm, string>>;
export type CheckedForm =
  { ok: true; request: z.input<typeof analysisRequest> } | { ok: false; errors: FieldErrors };

/** The request the form asks for, or what is wrong with which field, in the contract's words. */
export function checkForm(form: AnalysisForm): CheckedForm {
  const { required } = CALCULATOR.form;
  const errors: FieldErrors = {};
  for (const field of ['make', 'model', 'year'] as const)
    if (form[field].trim() === '') errors[field] = required[field];

  const request = {
    make: form.make.trim(),
    model: form.model.trim(),
    year: Number(form.year),
    condition: form.condition,
    mileage: form.mileage.trim() === '' ? undefined : milesOf(form.mileage),
  };
  for (const issue of analysisRequest.safeParse(request).error?.issues ?? []) {
    const field = FIELDS.find((name) => name === issue.path[0]);
    if (field !== undefined) errors[field] ??= issue.message;
  }
  return Object.keys(errors).length === 0 ? { ok: true, request } : { ok: false, errors };
}

/** `45,000 mi` is 45000; what is no number is NaN, which the contract refuses with its own words. */
const milesOf = (text: string): number => Number(text.replace(/[,\s]|mi(les)?\.?$/gi, ''));

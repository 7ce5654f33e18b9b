import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONDITIONS } from '#schemas/vocabulary.ts';
import {
  type AnalysisForm,
  checkForm,
  checkOffer,
  EMPTY_FORM,
  formFromUrl,
  formKey,
  formToUrl,
  questionKey,
  ofSameListing,
} from './analysis-form.ts';

const FORM = { ...EMPTY_FORM, make: 'Jayco', model: 'Jay Flight 28QZX', year: '2019' };
const text = fc.string({ maxLength: 100 }).map((value) => value.trim());

describe('the form in a URL', () => {
  it('comes back as it went', () => {
    const form = fc.record({
      make: text,
      model: text,
      year: fc.option(fc.integer().map(String), { nil: '' }),
      condition: fc.constantFrom(...CONDITIONS),
      mileage: text,
      askingPrice: text,
      location: text,
      listingId: fc.stringMatching(/^[a-f0-9]{0,32}$/),
    });
    fc.assert(
      fc.property(form, (any) => {
        const url = new URLSearchParams(formToUrl(any).toString());
        expect(formFromUrl(url)).toEqual(any);
      }),
    );
  });

  it('leaves out what is empty or usual', () => {
    expect(formToUrl(FORM).toString()).toBe('make=Jayco&model=Jay+Flight+28QZX&year=2019');
  });

  it('keeps what others put there', () => {
    const next = formToUrl(FORM, new URLSearchParams('view=browse&make=Thor&mileage=9'));
    expect(next.get('view')).toBe('browse');
    expect(next.get('make')).toBe('Jayco');
    expect(next.has('mileage')).toBe(false);
  });

  it('is the usual condition where the URL has an unknown one', () => {
    expect(formFromUrl(new URLSearchParams('condition=wrecked')).condition).toBe('used');
  });

  it('has no year where the URL has none that the field could show', () => {
    for (const year of ['abc', '2019x', '', ' ', '1e3', '٢٠١٩'])
      expect(formFromUrl(new URLSearchParams({ year })).year).toBe('');
    expect(formFromUrl(new URLSearchParams('year=2019')).year).toBe('2019');
  });

  it('asks the same with and without spaces around', () => {
    expect(formKey({ ...FORM, make: ' Jayco ' })).toBe(formKey(FORM));
  });
});

describe('a question', () => {
  const isAsked = (change: Partial<AnalysisForm>) =>
    questionKey({ ...FORM, ...change }) === questionKey(FORM);

  it.each([
    { make: 'JAYCO ' },
    { model: 'jay-flight 28qzx' },
    { model: ' Jay Flight 28QZX ' },
    { mileage: ' ' },
  ])('is the same with %o', (change) => {
    expect(isAsked(change)).toBe(true);
  });

  it.each([{ make: 'Jay' }, { model: '' }, { model: 'Jay Feather' }, { year: '2020' }])(
    'is another with %o',
    (change) => {
      expect(isAsked(change)).toBe(false);
    },
  );

  it('is another with another name that has no Latin letter', () => {
    expect(questionKey({ ...FORM, model: '風' })).not.toBe(questionKey({ ...FORM, model: '山' }));
  });
});

describe('what is asked', () => {
  it('is the contract’s request', () => {
    expect(checkForm({ ...FORM, mileage: '45,000 mi' })).toEqual({
      ok: true,
      request: {
        make: 'Jayco',
        model: 'Jay Flight 28QZX',
        year: 2019,
        condition: 'used',
        mileage: 45_000,
      },
    });
  });

  it('needs make, model and year, the model once there is a make to have it', () => {
    expect(checkForm(EMPTY_FORM)).toEqual({
      ok: false,
      errors: { make: 'Make is required', year: 'Year is required' },
    });
    expect(checkForm({ ...EMPTY_FORM, make: 'Jayco' })).toEqual({
      ok: false,
      errors: { model: 'Model is required', year: 'Year is required' },
    });
  });

  it.each([
    ['year', '1989', `Year must be from 1990 to ${new Date().getUTCFullYear() + 1}`],
    ['year', '2019.5', 'Year must be a whole number'],
    ['mileage', 'many', 'Mileage must be a number'],
    ['mileage', '-4', 'Mileage must be from 0 to 999,999 miles'],
  ] as const)('refuses %s %s in the contract’s words', (field, value, message) => {
    expect(checkForm({ ...FORM, [field]: value })).toEqual({
      ok: false,
      errors: { [field]: message },
    });
  });
});

describe('an offer', () => {
  const OFFER = { ...FORM, askingPrice: '$31,450', location: ' Texas ' };

  it('is asked about with its price and place', () => {
    expect(checkOffer(OFFER)).toEqual({
      ok: true,
      request: {
        make: 'Jayco',
        model: 'Jay Flight 28QZX',
        year: 2019,
        condition: 'used',
        mileage: undefined,
        askingPrice: 31_450,
        location: 'Texas',
      },
    });
  });

  it.each([
    ['', 'Asking price is required'],
    ['cheap', 'Asking price must be a number'],
    ['-5', 'Asking price must be above $0'],
  ])('refuses the price %j in the contract’s words', (askingPrice, message) => {
    expect(checkOffer({ ...OFFER, askingPrice })).toEqual({
      ok: false,
      errors: { askingPrice: message },
    });
  });

  it('is asked about with the listing it is of, where its address names one', () => {
    const listed = (listingId: string) => ({
      ...OFFER,
      listingId: formFromUrl(new URLSearchParams({ listingId })).listingId,
    });
    expect(checkOffer(listed('0a1b'))).toMatchObject({ request: { listingId: '0a1b' } });
    expect(checkOffer(listed('<b>'))).toEqual(checkOffer(OFFER));
  });

  it('is asked about with that listing no more once it is another RV', () => {
    const before = { ...OFFER, listingId: '0a1b' };
    const changed = (change: Partial<typeof OFFER>) =>
      ofSameListing({ ...before, ...change }, before).listingId;
    for (const change of [{ model: 'Eagle 99' }, { make: 'Thor' }, { year: '1999' }])
      expect(changed(change)).toBe('');
    for (const same of [{ mileage: '7' }, { askingPrice: '9' }, { location: 'TX' }])
      expect(changed(same)).toBe('0a1b');
    expect(changed({ make: before.make.toUpperCase() })).toBe('0a1b');
  });

  it('needs no place', () => {
    expect(checkOffer({ ...OFFER, location: '' })).toMatchObject({ ok: true });
  });
});

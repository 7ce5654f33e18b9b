import { describe, expect, it } from 'vitest';
import { purchaseOf } from './purchase.ts';

const FILLED = {
  make: 'Jayco',
  model: 'Eagle',
  year: '2021',
  rvType: 'Fifth Wheel',
  purchasePrice: '$47,500',
  purchaseDate: '2024-10-03',
  purchaseType: 'dealer',
  location: 'Boise, ID',
  condition: 'used',
  mileage: '',
};
const formOf = (values: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

describe('the contribution form', () => {
  it('is the body of the call, what was left empty left out', () => {
    expect(purchaseOf(formOf(FILLED))).toEqual({
      ok: true,
      body: {
        ...FILLED,
        year: 2021,
        rvType: 'fifth-wheel',
        purchasePrice: 47_500,
        mileage: undefined,
      },
    });
  });

  it.each(['12,000', '12 000 mi', '12000 Miles'])(
    'takes miles as they are written: %s',
    (mileage) => {
      expect(purchaseOf(formOf({ ...FILLED, mileage }))).toMatchObject({
        body: { mileage: 12_000 },
      });
    },
  );

  it.each([
    ['make', 'RV make is required'],
    ['model', 'RV model is required'],
    ['rvType', 'RV type is required'],
    ['purchasePrice', 'Purchase price must be at least $1,000'],
    ['purchaseDate', 'Purchase date is required'],
    ['purchaseType', 'Purchase type is required'],
    ['location', 'Purchase location is required'],
    ['condition', 'Condition is required'],
  ])('asks for %s in the specification’s words', (name, words) => {
    expect(purchaseOf(formOf({ ...FILLED, [name]: '' }))).toEqual({
      ok: false,
      errors: { [name]: words },
    });
  });

  it('says of each field what is wrong, once', () => {
    expect(purchaseOf(formOf({ ...FILLED, make: ' ', purchasePrice: '999' }))).toEqual({
      ok: false,
      errors: {
        make: 'RV make is required',
        purchasePrice: 'Purchase price must be at least $1,000',
      },
    });
  });
});

import { describe, expect, it } from 'vitest';
import { analysisRequest, buyingDecisionRequest } from './analysis.ts';
import { contributionForm } from './account.ts';
import { CALLS, SPECIFIED_CALLS } from './calls.ts';
import { searchQuery } from './listings.ts';

describe('the calls', () => {
  it("are the specification's 38 and those added to them, each once", () => {
    expect(SPECIFIED_CALLS).toHaveLength(38);
    const routes = CALLS.map((call) => `${call.method} ${call.path}`);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('name every parameter of their path', () => {
    for (const call of CALLS) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys(call.params.shape)).toEqual(inPath);
    }
  });
});

describe('an analysis request', () => {
  const request = { make: 'Jayco', model: 'Eagle', year: 2021 };

  it('is of a used RV unless it says otherwise, and its mileage may be empty', () => {
    expect(analysisRequest.parse({ ...request, mileage: '' })).toMatchObject({
      condition: 'used',
      mileage: undefined,
    });
  });

  it('takes no text of any length for a state, nor says it back', () => {
    const state = 'x'.repeat(50_000);
    const { error } = analysisRequest.safeParse({ ...request, state });
    expect(error?.issues).toHaveLength(1);
    expect(error?.message).not.toContain(state);
  });

  it('names the range of a year outside it', () => {
    expect(analysisRequest.safeParse({ ...request, year: 1989 }).error?.issues[0]?.message).toBe(
      'Year must be 1990 or later',
    );
    expect(analysisRequest.safeParse({ ...request, year: 2199 }).error?.issues[0]?.message).toMatch(
      /^Year must be \d{4} or earlier$/,
    );
  });

  it.each([[false], [[]], [[2021]], [{}]])('takes %j for no number', (value) => {
    expect(analysisRequest.safeParse({ ...request, year: value }).success).toBe(false);
    expect(analysisRequest.safeParse({ ...request, mileage: value }).success).toBe(false);
  });

  it('takes a state by code or name, and names one that there is not', () => {
    const read = (state: string) => analysisRequest.safeParse({ ...request, state });
    for (const text of ['TX', 'tx', 'Texas']) expect(read(text).data?.state).toBe('TX');
    expect(read('ZZ').error?.issues[0]?.message).toBe(
      '"ZZ" is no US state: write it as TX or Texas',
    );
  });

  it('takes a blank mileage for none, not for zero', () => {
    expect(analysisRequest.parse({ ...request, mileage: '  ' }).mileage).toBeUndefined();
  });

  it('refuses a negative mileage', () => {
    expect(analysisRequest.safeParse({ ...request, mileage: -1 }).error?.issues[0]?.message).toBe(
      'Mileage must not be negative',
    );
  });
});

describe('a request for a buying decision', () => {
  const request = { make: 'Jayco', model: 'Eagle', year: 2021, askingPrice: 31_450 };
  const messageOf = (askingPrice: unknown) =>
    buyingDecisionRequest.safeParse({ ...request, askingPrice }).error?.issues[0]?.message;

  it('takes a price as a form has it, and no place for the whole country', () => {
    for (const askingPrice of [31_450, '31450', '$31,450'])
      expect(buyingDecisionRequest.parse({ ...request, askingPrice })).toMatchObject({
        askingPrice: 31_450,
        condition: 'used',
        location: '',
      });
  });

  it.each([
    [undefined, 'Asking price is required'],
    ['', 'Asking price is required'],
    ['much', 'Asking price must be a number'],
    [0, 'Asking price must be above $0'],
    [1e9, 'Asking price must be at most $100,000,000'],
  ])('refuses the price %j', (askingPrice, message) => {
    expect(messageOf(askingPrice)).toBe(message);
  });
});

describe('a search', () => {
  it('takes an empty value and "all" as no filter', () => {
    expect(searchQuery.parse({ condition: 'all', make: '', priceMin: '' })).toEqual({
      condition: undefined,
      make: undefined,
      priceMin: undefined,
      limit: 12,
      offset: 0,
    });
  });

  it('refuses a year that no column holds', () => {
    expect(searchQuery.safeParse({ yearMin: '2147483648' }).success).toBe(false);
  });

  it('refuses a location that is not a ZIP code', () => {
    expect(searchQuery.safeParse({ location: 'Boise' }).success).toBe(false);
  });
});

describe('a contribution', () => {
  it("says what is missing in the specification's words", () => {
    const messages = contributionForm
      .safeParse({
        make: '',
        model: '',
        year: 2020,
        rvType: '',
        purchasePrice: 999,
        purchaseDate: '',
        purchaseType: '',
        location: '',
        condition: '',
      })
      .error?.issues.map((issue) => issue.message);
    expect(messages).toEqual([
      'RV make is required',
      'RV model is required',
      'RV type is required',
      'Purchase price must be at least $1,000',
      'Purchase date is required',
      'Purchase type is required',
      'Purchase location is required',
      'Condition is required',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { login, register, updateProfile } from './account.ts';
import { analysisRequest, buyingDecisionRequest } from './analysis.ts';
import { CALLS, SPECIFIED_CALLS } from './calls.ts';
import { contributionForm, purchase } from './contribution.ts';
import { scraperSpecific } from './data.ts';
import { searchQuery } from './listings.ts';
import { deleteAccount } from './profile.ts';
import { decideAlias } from './staff-data.ts';

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
    const next = new Date().getUTCFullYear() + 1;
    for (const year of [1989, -3, 2199])
      expect(analysisRequest.safeParse({ ...request, year }).error?.issues[0]?.message).toBe(
        `Year must be from 1990 to ${next}`,
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

  it('says of a name that is too long how long it may be', () => {
    const named = { ...request, make: 'x'.repeat(101), model: 'x'.repeat(5_000) };
    expect(analysisRequest.safeParse(named).error?.issues.map(({ message }) => message)).toEqual([
      'Make must have at most 100 characters, not 101',
      'Model must have at most 200 characters, not 5000',
    ]);
  });

  it('names the range of a mileage outside it', () => {
    for (const mileage of [-1, 1_000_000])
      expect(analysisRequest.safeParse({ ...request, mileage }).error?.issues[0]?.message).toBe(
        'Mileage must be from 0 to 999,999 miles',
      );
  });
});

describe('an account', () => {
  const messagesOf = (schema: z.ZodType, input: object) =>
    schema.safeParse(input).error?.issues.map(({ message }) => message);
  const missing = { email: 'ada@example.com', password: 'a caravan in the rain' };

  it('says what is missing, whether it is empty or not there', () => {
    for (const firstName of ['', ' ', undefined])
      expect(messagesOf(register.body, { ...missing, firstName })).toEqual([
        'First name is required',
      ]);
    for (const password of ['', undefined]) {
      expect(messagesOf(login.body, { ...missing, password })).toEqual(['Password is required']);
      expect(messagesOf(deleteAccount.body, { password })).toEqual(['Password is required']);
    }
  });

  it('keeps a first name, and may lose its last name', () => {
    const named = (firstName: string) =>
      messagesOf(updateProfile.body, { firstName, lastName: '' });
    expect(named('Ada')).toBeUndefined();
    expect(named(' ')).toEqual(['First name is required']);
  });
});

describe('a request for a buying decision', () => {
  const request = { make: 'Jayco', model: 'Eagle', year: 2021, askingPrice: 31_450 };
  const messageOf = (askingPrice: unknown) =>
    buyingDecisionRequest.safeParse({ ...request, askingPrice }).error?.issues[0]?.message;

  it('takes a price as a form has it, and no place for the whole country', () => {
    for (const askingPrice of [31_450, '31450', '$31,450', '31.45k', '$31.45 K'])
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

describe('what staff type', () => {
  it.each(['half \ud800', 'a NUL \0'])('is refused with what no name holds: %j', (text) => {
    const meant = { makeId: 'jayco', decision: 'accepted' };
    expect(decideAlias.body.safeParse({ ...meant, alias: text }).success).toBe(false);
    expect(scraperSpecific.body.safeParse({ make: text }).success).toBe(false);
    expect(scraperSpecific.body.safeParse({ make: 'Jayco', model: text }).success).toBe(false);
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
  const form = {
    make: 'Jayco',
    model: 'Eagle 317RLOK',
    year: 2021,
    rvType: 'Fifth Wheel',
    purchasePrice: 47_500,
    purchaseDate: '2024-10-03',
    purchaseType: 'dealer',
    location: 'Boise, ID 83702',
    condition: 'used',
  };
  const messagesOf = (over: object) =>
    contributionForm.safeParse({ ...form, ...over }).error?.issues.map(({ message }) => message);

  it('takes what a form sends: digits as text, a price as typed, nothing for an empty field', () => {
    const read = contributionForm.parse({
      ...form,
      year: '2021',
      purchasePrice: '$47,500.40',
      mileage: '',
      listPrice: '52000',
      financingRate: '7.255',
      dealerName: ' ',
      marketConditions: '',
      seasonality: 'fall',
    });
    expect(read).toEqual({
      ...form,
      rvType: 'fifth-wheel',
      listPrice: 52_000,
      financingRate: 7.26,
      seasonality: 'fall',
    });
    expect(purchase.parse(read)).toEqual(read);
    expect(contributionForm.parse(read)).toEqual(read);
  });

  it.each([
    [
      { rvType: 'Spaceship' },
      'RV type must be one of: Class A Motorhome, Class B Motorhome, Class C Motorhome, Travel Trailer, Fifth Wheel, Toy Hauler, Pop-Up Camper',
    ],
    [{ purchasePrice: undefined }, 'Purchase price must be at least $1,000'],
    [{ purchasePrice: 'a lot' }, 'Purchase price must be at least $1,000'],
    [{ purchasePrice: 1e12 }, 'Purchase price must be at most $100,000,000'],
    [{ purchaseDate: 'last summer' }, 'Purchase date must be a date such as 2026-10-03'],
    [{ purchaseDate: '2026-02-30' }, 'Purchase date must be a date such as 2026-10-03'],
    [{ purchaseDate: '2199-01-01' }, 'Purchase date must not be in the future'],
    [{ purchaseDate: '1900-01-01' }, 'Purchase date must be 1989-01-01 or later'],
    [{ listPrice: -1 }, 'List price must not be negative'],
    [{ mileage: -1 }, 'Mileage must be from 0 to 999,999 miles'],
    [{ mileage: 1e6 }, 'Mileage must be from 0 to 999,999 miles'],
    [{ financingRate: 101 }, 'Financing rate must be at most 100 percent'],
    [{ model: 'half \ud83d' }, 'Text may hold no NUL and no half of a character'],
  ])('refuses %j', (over, message) => {
    expect(messagesOf(over)).toEqual([message]);
  });

  it.each([
    ['make', 100, 'RV make'],
    ['model', 200, 'RV model'],
    ['rvType', 100, 'RV type'],
    ['location', 100, 'Purchase location'],
  ])('says of a %s that is too long how long it may be', (field, max, what) => {
    expect(messagesOf({ [field]: 'x'.repeat(max + 1) })).toEqual([
      `${what} must have at most ${max} characters, not ${max + 1}`,
    ]);
    expect(messagesOf({ [field]: undefined })).toEqual([`${what} is required`]);
  });

  it('names every field that is missing', () => {
    expect(contributionForm.safeParse({}).error?.issues.map(({ path }) => path[0])).toEqual(
      Object.keys(form),
    );
  });

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

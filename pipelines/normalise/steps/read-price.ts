import type { PriceState } from '#schemas/vocabulary.ts';
import { drop, ok, type Outcome } from '../../outcome.ts';
import { mostAsked } from '../dearest.ts';
import { remark, type Received } from '../draft.ts';
import { namesForeignMoney, readCurrency, readSums, withoutCodesOfSums } from '../text/money.ts';
import type { Sum } from '../text/sum-roles.ts';
import type { WithPlace } from './read-where.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithType } from './read-type.ts';
import type { WithYear } from './read-year.ts';
import type { WithName } from './resolve-name.ts';

export interface WithPrice {
  readonly price: {
    readonly state: PriceState;
    /** Whole US dollars; null unless listed. */
    readonly amount: number | null;
    /** A sticker price named in the price text itself ("MSRP $60,000"). */
    readonly namedSticker: number | null;
  };
}

/** Nobody asks less for an RV. */
const LEAST = 500;

const CALL =
  /\bcall\b|\bcontact\b|\binquire\b|\benquire\b|\brequest\b|\bquote\b|\btbd\b|\bp\.?o\.?a\b|\bask (?:us|for|dealer|about)\b|\bupon\b|\bon application\b|\be-?mail\b|\btext us\b|\bget (?:our |your |the |today'?s |best |lower )*(?:e-?|internet |sale |lowest )?price\b|\bunlock\b|\bsee dealer\b|\bin[- ]store\b|\bcoming soon\b|\bclick for\b|\b(?:make (?:an )?|best )offer\b|\bobo\b|\bnegotiable\b|\btoo low\b|\btext for\b|\b(?:log ?|sign )in (?:for|to)\b/;

/**
 * The price in its three states. Listed: one sum that can be what is asked. Call: the words say that
 * the dealer wants to be asked. Hidden: nothing, zero, a placeholder or digits nobody can read;
 * which of these is remarked. A sum in another currency drops the listing.
 */
export function readPrice<
  T extends Received & WithTexts & WithName & WithYear & WithType & WithPlace,
>(input: T): Outcome<T & WithPrice> {
  const { fields, lower } = input.texts;
  const sums = inDollars(withoutCounts(readSums(fields.price)), fields.price);
  const currency = currencyOf(input, sums);
  const isAbroad = input.place.isCanada && currency !== 'USD';
  if (currency === 'foreign' || isAbroad) return drop('not_usd');

  const namedSticker = stickerOf(sums);
  const asked = isYearAndName(input) ? 'glued' : askedOf(sums, fields.msrp);
  const refusal = typeof asked === 'string' ? asked : whyNot(asked, fields.msrp, input);
  if (refusal === '' && typeof asked === 'number')
    return ok({ ...input, price: { state: 'listed', amount: Math.round(asked), namedSticker } });
  const state = CALL.test(lower.price) ? 'call' : 'hidden';
  const isSilent = refusal === 'absent' || state === 'call';
  const remarks = isSilent ? input.remarks : remark(input.remarks, `price:${refusal}`);
  return ok({ ...input, price: { state, amount: null, namedSticker }, remarks });
}

/** Beside a sum with a currency, a percentage, a count or a year without one is no sum. */
function withoutCounts(sums: readonly Sum[]): readonly Sum[] {
  if (sums.every(({ currency }) => currency === '')) return sums;
  return sums.filter(
    ({ currency, amount }) =>
      currency !== '' || Number.isNaN(amount) || (amount >= LEAST && !looksLikeYear(amount)),
  );
}

const looksLikeYear = (amount: number): boolean =>
  Number.isInteger(amount) && amount >= 1_950 && amount <= 2_100;

/** Of a price told in dollars and in another currency too, the former. */
const inDollars = (sums: readonly Sum[], price: string): readonly Sum[] =>
  sums.some(({ currency }) => currency === 'USD') || hasOneDollarSum(sums, price)
    ? sums.filter(({ currency }) => currency !== 'foreign')
    : sums;

/** `€12,000 / $13,000`. With a second `$`, or words of another country, it may be that country's. */
const hasOneDollarSum = (sums: readonly Sum[], price: string): boolean =>
  sums.some(({ currency }) => currency === 'dollar') &&
  price.split('$').length === 2 &&
  !namesForeignMoney(withoutCodesOfSums(price));

/** What any sum says comes before the currency field: "US$" on a Canadian page is US dollars. */
function currencyOf(
  { texts, place }: WithTexts & WithPlace,
  sums: readonly Sum[],
): Sum['currency'] {
  const { currency, price } = texts.fields;
  const said = new Set(sums.map((sum) => sum.currency));
  if (said.has('foreign')) return 'foreign';
  if (said.has('USD')) return 'USD';
  // "$54,995 CA" of what stands in California.
  const words = place.state === 'CA' ? price.replace(/\bCA$/, '') : price;
  if (sums.length > 0 && namesForeignMoney(withoutCodesOfSums(words))) return 'foreign';
  return readCurrency(currency) || (said.has('dollar') ? 'dollar' : '');
}

/** The one sum that is asked, or why there is none. */
function askedOf(sums: readonly Sum[], msrp: string): number | string {
  if (sums.length === 0) return 'absent';
  if (sums.some((sum) => Number.isNaN(sum.amount))) return 'glued';
  const prices = sums.filter((sum) => sum.role !== 'saving' && sum.role !== 'payment');
  if (prices.length === 0) return 'not_a_price';
  if (prices.some((sum) => sum.rangeEnd)) return 'range';
  for (const role of ['ask', 'plain', 'list'] as const) {
    const amounts = [
      ...new Set(prices.filter((sum) => sum.role === role).map((sum) => sum.amount)),
    ];
    const [only] = amounts;
    if (only === undefined) continue;
    if (amounts.length > 1) return lessTheSaving(amounts, sums) ?? theOtherOf(amounts, msrp);
    // What is asked is no small part of a sum beside it: then it is a saving or a deposit.
    const isPart = sums.some(
      ({ role, amount }) =>
        (role === 'plain' || role === 'saving') && Math.abs(amount) > 3 * Math.abs(only),
    );
    return isPart ? 'several' : only;
  }
  return 'only_a_reference';
}

/**
 * `$60,000 $45,000 Save $15,000`: of two bare sums the one that the saving leaves of the other;
 * `MSRP $60,000 -$15,000 $45,000`: the one that is left of what stood there before.
 */
function lessTheSaving(amounts: readonly number[], sums: readonly Sum[]): number | undefined {
  const savings = sums
    .filter(({ role }) => role === 'saving')
    .map(({ amount }) => Math.abs(amount));
  const most = Math.max(...amounts);
  const rest = Math.min(...amounts);
  if (amounts.length !== 2) return undefined;
  if (savings.includes(most - rest)) return rest;
  const isLeft = sums.some(({ role, amount }) => BEFORE.has(role) && amount === most + rest);
  return isLeft ? most : undefined;
}

/** What was asked, or should have been. */
const BEFORE: ReadonlySet<Sum['role']> = new Set(['sticker', 'reference', 'list']);

/** Two bare sums, one of which the MSRP field repeats: the other is asked. Else nobody can tell. */
function theOtherOf(amounts: readonly number[], msrp: string): number | string {
  const sticker = readSums(msrp)[0]?.amount;
  const rest = amounts.filter((amount) => amount !== sticker);
  const [only] = rest;
  return rest.length === 1 && only !== undefined && amounts.length === 2 ? only : 'several';
}

/** `202416.1` on a "2024 … NB16.1": a scraper glued the digits of the name together. */
function isYearAndName({ texts, year }: WithTexts & WithYear): boolean {
  const digits = texts.fields.price;
  if (!digits.startsWith(String(year)) || !/^\d{6,}(?:\.\d+)?$/.test(digits)) return false;
  const code = digits.slice(4).replaceAll('.', '\\.');
  const { title, model } = texts.lower;
  return new RegExp(`(?<!\\d)${code}(?!\\d)`).test(`${title} ${model} ${texts.fields.floorplan}`);
}

function stickerOf(sums: readonly Sum[]): number | null {
  const named = sums.filter((sum) => sum.role === 'sticker' && sum.amount > LEAST);
  return named.length === 1 ? (named[0]?.amount ?? null) : null;
}

function whyNot(
  amount: number,
  msrp: string,
  unit: Received & WithName & WithYear & WithType,
): string {
  if (amount === 0) return 'absent';
  if (amount < 0) return 'negative';
  if (isPlaceholder(Math.round(amount), msrp, unit)) return 'placeholder';
  if (amount < leastOf(unit) || amount > mostAsked(unit)) return 'implausible';
  return '';
}

const COUNTED_UP = new Set([123, 1_234, 12_345, 123_456, 1_234_567, 12_345_678]);

/**
 * What is typed where a form demands a number: 1000, 12345, 111111, the model year. A row of nines is
 * also how shops end a price: $99,999 for a motorhome is meant, for a pop-up it is not.
 */
function isPlaceholder(
  amount: number,
  msrp: string,
  unit: Received & WithYear & WithType,
): boolean {
  const age = unit.observedYear - unit.year;
  if (amount === 1_000 || COUNTED_UP.has(amount)) return true;
  if (Math.abs(amount - unit.year) <= 1) return true;
  if (looksLikeYear(amount) && age < 5) return true;
  if (!/^(\d)\1{3,}$/.test(String(amount))) return false;
  const sticker = readSums(msrp)[0]?.amount ?? Number.NaN;
  if (sticker > amount && sticker < amount * MOST_STICKER) return false;
  return !NINES[amount]?.(unit, age);
}

/** A sticker price beside it backs a price of equal digits up to this multiple. */
const MOST_STICKER = 2.5;

const NINES: Readonly<Record<number, (unit: WithType, age: number) => boolean>> = {
  9_999: ({ type, category }, age) =>
    age >= 5
      ? category !== 'motorhome' || age >= 15
      : type === 'travel-trailer' || type === 'pop-up',
  99_999: ({ type, category }, age) =>
    category === 'motorhome' || (age <= 6 && (type === 'fifth-wheel' || type === 'toy-hauler')),
  999_999: ({ type }, age) => type === 'class-a' && age <= 5,
};

/** Lowest ask that can be meant: young units and motorhomes are never sold for a few hundred dollars. */
function leastOf({ category, year, observedYear }: Received & WithYear & WithType): number {
  const age = observedYear - year;
  if (category === 'motorhome' && age <= 10) return 5_000;
  return age <= 3 ? 2_000 : LEAST;
}

import { hasLetterForDigit, numberOf } from './money.ts';

/** Units the mapping states for numbers without one, and those we keep. */
export type LengthUnit = 'ft' | 'in' | 'm' | 'cm';

const FEET_PER: Readonly<Record<LengthUnit, number>> = {
  ft: 1,
  in: 1 / 12,
  m: 1 / 0.3048,
  cm: 1 / 30.48,
};
const FEET = /(\d+(?:\.\d+)?)\s*(?:-\s*)?(?:ft|feet|foot|'(?!'))/i;
const INCHES = /(\d+(?:\.\d+)?)\s*(?:in(?:ch(?:es)?)?\b|"|'')/i;
const METRES = /(\d+(?:[.,]\d+)?)\s*([cm])?m(?:et(?:er|re)s?)?\b/i;
const FEET_AND_INCHES = /^\s*(\d{1,2})\s?-\s?(\d{1,2})\s*(?:"|'')?\s*$/;
const BARE = /^(\d+(?:\.\d+)?)$/;

/**
 * Feet in a length as written: `42 ft 6 in`, `36'11"`, `36-11`, `436 in`, `9.5 m`, `31.5`. Null where none is stated,
 * NaN where digits are there that nobody can read.
 */
export function readFeet(written: string, unit: LengthUnit | undefined): number | null {
  if (written === '') return null;
  if (hasLetterForDigit(written)) return Number.NaN;
  // Of length, width and height, `8'6" x 32'`, the length is the most.
  const read = written.split(BY).flatMap((side) => feetOf(side, unit) ?? []);
  return read.length === 0 ? null : Math.max(...read);
}

const BY = /\s+x\s+|(?<=\d)x(?=\d)/i;

function feetOf(written: string, unit: LengthUnit | undefined): number | null {
  const text = inDecimals(written);
  if (isRange(text)) return null;
  const hyphened = FEET_AND_INCHES.exec(text)?.slice(1).map(Number);
  if (hyphened !== undefined) {
    const [whole = 0, rest = 0] = hyphened;
    // `9-10` may be from nine to ten.
    return rest < 12 && rest < whole ? whole + rest / 12 : null;
  }
  const feet = FEET.exec(text);
  const inches = INCHES.exec(feet === null ? text : text.slice(feet.index + feet[0].length));
  if (feet !== null) return feetOrInches(Number(feet[1])) + inchesBeside(text, feet, inches);
  if (inches !== null) return Number(inches[1]) / 12;
  const metres = METRES.exec(text);
  if (metres !== null) return metresOf(metres) * FEET_PER.m;
  const bare = BARE.exec(text.replace(',', ''));
  return bare === null ? null : ofBareNumber(Number(bare[1]), unit);
}

/** `9.5 m`, `950 cm`, `9,500 mm` in metres. */
function metresOf([, number = '', part]: RegExpExecArray): number {
  if (part === undefined) return Number(number.replace(',', '.'));
  const whole = Number(number.replace(/,(?=\d{3}$)/, '').replace(',', '.'));
  return part.toLowerCase() === 'c' ? whole / 100 : whole / 1_000;
}

const FRACTIONS: Readonly<Record<string, string>> = { '1/2': '.5', '1/4': '.25', '3/4': '.75' };

/** `32 1/2` and `32,5` as `32.5`. */
const inDecimals = (text: string): string =>
  text
    .replace(
      /(\d)[ -](1\/2|1\/4|3\/4)/g,
      (_, digit: string, part: string) => digit + FRACTIONS[part],
    )
    .replace(/(\d),(?=\d\d?(?!\d))/g, '$1.');

const RANGE =
  /(\d{2}(?:\.\d+)?)\s?(?:ft|feet|foot|')?\s?(?:-|to)\s?(\d{2}(?:\.\d+)?)\s?(?:ft|feet|foot|'(?!'))/i;

/** `30-34 ft`: what a search offers, not what a unit has. */
function isRange(text: string): boolean {
  const [, from, to] = RANGE.exec(text) ?? [];
  return from !== undefined && Number(to) > Number(from);
}

/** `278 ft`: inches under a wrong label. */
const feetOrInches = (value: number): number => (value > MOST_FEET ? value / 12 : value);

/** Without any unit it is feet, unless no RV is that long. */
function ofBareNumber(value: number, unit: LengthUnit | undefined): number {
  return value * FEET_PER[unit ?? (value > MOST_FEET ? 'in' : 'ft')];
}

const MOST_FEET = 100;

/** Inches belong to the feet only right behind them: `36' 11`, never `25 ft, tank 40 in`. */
function inchesBeside(text: string, feet: RegExpExecArray, inches: RegExpExecArray | null): number {
  const rest = text.slice(feet.index + feet[0].length);
  const value =
    inches !== null && inches.index <= 3
      ? Number(inches[1])
      : Number(/^[.,]?\s*(\d{1,2}(?:\.\d+)?)\s*$/.exec(rest)?.[1] ?? 0);
  return value < 12 ? value / 12 : 0;
}

const NUMBER = /\d{1,3}(?:[ ']\d{3})+(?!\d)|\d[\d,.]*/;
/** `45,xxx`: a dealer's way not to say it. */
const HIDDEN_DIGITS = /^[x*]{2}/i;

/** A comma that no three digits follow: `12,34` of miles is no twelve. Behind points it parts the decimals. */
const CUT_GROUP = /^[^.]*,(?!\d{3}(?!\d))\d/;
/** `1.2345E+04`, as a spreadsheet writes: it has rounded the number. */
const HAS_POWER = /\de\+?\d/i;

/**
 * A count or quantity, the first number of a text: `12,345 mi`, `12 345`, `Sleeps 6`, `11k`. Null without one, NaN
 * where digits are there that nobody can read.
 */
export function readQuantity(text: string): number | null {
  const match = NUMBER.exec(text);
  if (match === null) return null;
  const value = numberOf(match[0]);
  const rest = text.slice(match.index + match[0].length);
  if (HIDDEN_DIGITS.test(rest)) return null;
  const isThousands = /^\s?(?:k|thousand)\b/i.test(rest);
  const isCut = CUT_GROUP.test(match[0]) && !isThousands;
  if (isCut || hasLetterForDigit(text) || HAS_POWER.test(text)) return Number.NaN;
  const signed = text.charAt(match.index - 1) === '-' && match.index === 1 ? -value : value;
  return isThousands ? signed * 1_000 : signed;
}

/** Of a quantity told in two units, such as `31,200 mi / 50,211 km`, the part with `unit`; else the whole text. */
export const partIn = (text: string, unit: RegExp): string =>
  text.split(/[/(|;]/).find((part) => /\d/.test(part) && unit.test(part)) ?? text;

const COUNTS: Readonly<Record<string, number>> = {
  one: 1, single: 1, two: 2, double: 2, three: 3, triple: 3, four: 4, quad: 4, quadruple: 4, five: 5, six: 6,
  seven: 7, eight: 8, nine: 9, ten: 10,
}; // prettier-ignore
const COUNT = new RegExp(`\\b(?:${Object.keys(COUNTS).join('|')})\\b`);

/** A small count in digits or as a word: `3`, `Three slides`, `Double`. */
export const readCount = (text: string): number | null =>
  readQuantity(text) ?? COUNTS[COUNT.exec(text.toLowerCase())?.[0] ?? ''] ?? null;

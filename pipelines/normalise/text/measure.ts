import { numberOf } from './money.ts';

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
const METRES = /(\d+(?:[.,]\d+)?)\s*(c)?m(?:et(?:er|re)s?)?\b/i;
const BARE = /^(\d+(?:\.\d+)?)$/;

/** Feet in a length as written: `42 ft 6 in`, `36'11"`, `436 in`, `9.5 m`, `31.5`. Null where none is stated. */
export function readFeet(text: string, unit: LengthUnit | undefined): number | null {
  if (text === '') return null;
  const feet = FEET.exec(text);
  const inches = INCHES.exec(feet === null ? text : text.slice(feet.index + feet[0].length));
  if (feet !== null) return feetOrInches(Number(feet[1])) + inchesBeside(text, feet, inches);
  if (inches !== null) return Number(inches[1]) / 12;
  const metres = METRES.exec(text);
  if (metres !== null)
    return (
      Number((metres[1] ?? '').replace(',', '.')) * FEET_PER[metres[2] === undefined ? 'm' : 'cm']
    );
  const bare = BARE.exec(text.replace(',', ''));
  return bare === null ? null : ofBareNumber(Number(bare[1]), unit);
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

const NUMBER = /\d[\d,.]*/;

/** A count or quantity, the first number of a text: `12,345 mi`, `Sleeps 6`, `11k`. Null without one. */
export function readQuantity(text: string): number | null {
  const match = NUMBER.exec(text);
  if (match === null || /e\+\d/i.test(text)) return null;
  const value = numberOf(match[0]);
  if (!Number.isFinite(value)) return null;
  const isThousands = /^\s?k\b/i.test(text.slice(match.index + match[0].length));
  const signed = text.charAt(match.index - 1) === '-' && match.index === 1 ? -value : value;
  return isThousands ? signed * 1_000 : signed;
}

/** ISO 3779 / 49 CFR 565: no I, O, Q. */
const SHAPE = /^[A-HJ-NPR-Z0-9]{17}$/;
/** The characters that count as 0, 1, 2 … 9 (49 CFR 565.15, table III). */
const CHARACTERS_BY_VALUE = [
  '0',
  '1AJ',
  '2BKS',
  '3CLT',
  '4DMU',
  '5ENV',
  '6FW',
  '7GPX',
  '8HY',
  '9RZ',
];
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * A vehicle identification number as written, with the verdict of its check digit (49 CFR 565.15(c)).
 * Null where the text has not 17 characters of the VIN's alphabet. Placeholders (one character throughout,
 * though their sum may come out right) are not valid.
 */
export function checkVin(text: string): { vin: string; valid: boolean } | null {
  const vin = text.toUpperCase().replaceAll(/[\s-]/g, '');
  if (!SHAPE.test(vin)) return null;
  return { vin, valid: new Set(vin).size > 3 && checkDigit(vin) === vin[8] };
}

/** The ninth character that the other sixteen demand. */
export function checkDigit(vin: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += valueOf(vin.charAt(i)) * (WEIGHTS[i] ?? 0);
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}

function valueOf(character: string): number {
  return CHARACTERS_BY_VALUE.findIndex((characters) => characters.includes(character));
}

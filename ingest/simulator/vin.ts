/** Digits and letters a VIN may hold; 33 of them, so a serial is a number in base 33. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
/** Value of each letter for the check digit (49 CFR 565.15, table III). */
const VALUES: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
/** Weight of each position (table IV); the ninth is the check digit itself. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * A VIN that no vehicle can have, with a right check digit: `0SM` is nobody's manufacturer (no region
 * is assigned the 0) and `RV5X7` nobody's model. Year in the tenth place, `unit` in the last six.
 */
export function simulatedVin(modelYear: number, unit: number): string {
  let serial = '';
  for (let rest = unit, place = 0; place < 6; place += 1, rest = Math.floor(rest / 33))
    serial = `${ALPHABET[rest % 33] ?? '0'}${serial}`;
  const year = YEAR_CODES[(((modelYear - 1980) % 30) + 30) % 30] ?? 'A';
  const [front, back] = ['0SMRV5X7', `${year}X${serial}`];
  return `${front}${checkDigit(`${front}0${back}`)}${back}`;
}

/** The character that belongs in the ninth place of a VIN. */
export function checkDigit(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, place) => {
    const character = vin[place] ?? '0';
    return total + weight * (VALUES[character] ?? Number(character));
  }, 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

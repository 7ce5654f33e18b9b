import { checkDigit } from '#domain/names/vin.ts';

/** Letters and digits a VIN may hold; 33 of them. */
const ALPHABET = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';

/**
 * A VIN that no vehicle can have, with a right check digit: `0SM` is nobody's manufacturer (no region
 * is assigned the 0) and `RV5X7` nobody's model. Year in the tenth place; `unit`, below 359 million, in
 * the last seven, of which the last four are digits (49 CFR 565.15(d)): else none would be taken for one.
 */
export function simulatedVin(modelYear: number, unit: number): string {
  let serial = String(unit % 10_000).padStart(4, '0');
  for (let rest = Math.floor(unit / 10_000), place = 0; place < 3; place += 1) {
    serial = `${ALPHABET[rest % ALPHABET.length] ?? '0'}${serial}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  const year = YEAR_CODES[(((modelYear - 1980) % 30) + 30) % 30] ?? 'A';
  const [front, back] = ['0SMRV5X7', `${year}${serial}`];
  return `${front}${checkDigit(`${front}0${back}`)}${back}`;
}

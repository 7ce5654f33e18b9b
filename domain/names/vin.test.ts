import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit, checkVin } from './vin.ts';

const ALPHABET = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'.split('');
const seventeen = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 17, maxLength: 17 })
  .map((letters) => letters.join(''));

describe('a VIN as somebody wrote it', () => {
  it('is valid when its ninth character is the check digit', () => {
    // The worked example of the federal rule's own table.
    expect(checkVin('1M8GDM9AXKP042788')).toEqual({ vin: '1M8GDM9AXKP042788', valid: true });
  });

  it('is read in lower case and with hyphens', () => {
    expect(checkVin('1m8gdm9a-xkp042788 ')?.valid).toBe(true);
  });

  it('is none where the length or an I, O or Q is wrong', () => {
    for (const text of ['', '1M8GDM9AXKP04278', 'IM8GDM9AXKP042788', 'x'.repeat(359)])
      expect(checkVin(text)).toBeNull();
  });

  it('is not valid as a placeholder, even where the sum comes out right', () => {
    expect(checkVin('1'.repeat(17))).toEqual({ vin: '1'.repeat(17), valid: false });
    expect(checkVin('0'.repeat(17))?.valid).toBe(false);
  });

  it('stops being valid when one digit of the serial number is another', () => {
    fc.assert(
      fc.property(seventeen, fc.integer({ min: 11, max: 16 }), (text, at) => {
        const unchecked = `${text.slice(0, 11)}123456`;
        const vin = unchecked.slice(0, 8) + checkDigit(unchecked) + unchecked.slice(9);
        const changed = vin.slice(0, at) + ((Number(vin[at]) + 1) % 10) + vin.slice(at + 1);
        fc.pre(new Set(vin).size > 3);
        expect(checkVin(vin)?.valid).toBe(true);
        expect(checkVin(changed)?.valid).toBe(false);
      }),
    );
  });
});

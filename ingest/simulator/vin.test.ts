import { expect, it } from 'vitest';
import { checkDigit } from '#domain/names/vin.ts';
import { simulatedVin } from './vin.ts';

it('carries its model year and its unit, is right, and ends in four digits as every VIN does', () => {
  const units = [0, 7, 12_345, 12_346, 90_012_345, 90_022_345, 90_032_345];
  const vins = units.map((unit) => simulatedVin(2021, unit));
  for (const vin of vins) {
    expect(vin).toMatch(/^0SMRV5X7[0-9X]M[A-HJ-NPR-Z0-9]{3}\d{4}$/);
    expect(vin[8]).toBe(checkDigit(vin));
  }
  expect(new Set(vins).size).toBe(units.length);
});

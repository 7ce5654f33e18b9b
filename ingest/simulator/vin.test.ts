import { describe, expect, it } from 'vitest';
import { checkDigit, simulatedVin } from './vin.ts';

describe('the check digit of a VIN', () => {
  it.each(['1M8GDM9AXKP042788', '11111111111111111', '5GZCZ43D13S812715'])(
    'is as published for %s',
    (vin) => {
      expect(checkDigit(vin)).toBe(vin[8]);
    },
  );
});

describe('a simulated VIN', () => {
  it('carries its model year and its unit, and is right', () => {
    const vin = simulatedVin(2021, 12_345);
    expect(vin).toHaveLength(17);
    expect(vin[9]).toBe('M');
    expect(vin[8]).toBe(checkDigit(vin));
    expect(simulatedVin(2021, 12_346)).not.toBe(vin);
  });
});

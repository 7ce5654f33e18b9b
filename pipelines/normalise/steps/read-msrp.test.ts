import { describe, expect, test } from 'vitest';
import { MONTANA, sightingOf } from '../testing/listing.ts';

const NEW_UNIT = {
  ...MONTANA,
  title: 'New 2026 Keystone Montana 3121RL',
  year: '2026',
  condition: 'New',
};

describe('the sticker price', () => {
  test('of a new unit is kept', () => {
    expect(sightingOf({ ...NEW_UNIT, msrp: '$82,110' }).msrp).toBe(82_110);
  });

  test('may stand in the price text', () => {
    const price = 'MSRP $82,110 Sale $54,995';
    expect(sightingOf({ ...NEW_UNIT, price })).toMatchObject({ price: 54_995, msrp: 82_110 });
  });

  test('is kept where the price is hidden', () => {
    expect(sightingOf({ ...NEW_UNIT, price: '', msrp: '82110' }).msrp).toBe(82_110);
  });

  test('of a used unit is a crossed-out asking price, so it is left out', () => {
    expect(sightingOf({ ...MONTANA, msrp: '$61,995' })).toMatchObject({
      msrp: null,
      remarks: ['msrp:not_of_a_new_unit'],
    });
  });

  test.each([
    ['0.175486', 'implausible'],
    ['1.249016462670101e+100', 'implausible'],
    ['$12,000', 'does_not_fit_the_price'],
    ['$220,000', 'does_not_fit_the_price'],
    ['$60,000 CAD', 'not_usd'],
    ['C$60,000', 'not_usd'],
    ['CAD 60,000', 'not_usd'],
  ])('%s is refused as %s', (msrp, why) => {
    expect(sightingOf({ ...NEW_UNIT, msrp })).toMatchObject({
      msrp: null,
      remarks: [`msrp:${why}`],
    });
  });

  test.each(['', '0', '$0.00', 'N/A'])('%j is none', (msrp) => {
    expect(sightingOf({ ...NEW_UNIT, msrp })).toMatchObject({ msrp: null, remarks: [] });
  });
});

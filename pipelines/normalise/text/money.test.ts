import { describe, expect, test } from 'vitest';
import { numberOf, readCurrency, readSums } from './money.ts';

describe('numbers with separators', () => {
  test.each([
    ['54995', 54_995],
    ['54,995', 54_995],
    ['1,054,995.50', 1_054_995.5],
    ['54.995,00', 54_995],
    ['1.054.995', 1_054_995],
    ['44.995', 44_995],
    ['54995.00', 54_995],
    ['54 995', 54_995],
    ['260,5', 260.5],
    // More than three digits before a point are no group of thousands, as floats are written.
    ['54995.000', 54_995],
    ['32345.999', 32_345.999],
    ['8995.000', 8_995],
    // What is left of a float beyond its cents.
    ['54994.99999999', 54_994.99999999],
    ['54995.10000000001', 54_995.10000000001],
  ])('%s', (text, value) => {
    expect(numberOf(text)).toBe(value);
  });

  test.each(['175.43215300', '1,23,45', '54,9955,1', '54995,000', '54995.43215'])(
    '%s has no certain reading',
    (text) => {
      expect(numberOf(text)).toBeNaN();
    },
  );
});

describe('sums in a text', () => {
  test('are named by the words before them', () => {
    const sums = readSums(
      'MSRP: $60,000 Sale Price: $44,995 You Save: $15,005 Est. payment $299/mo',
    );
    expect(sums.map(({ amount, role }) => [role, amount])).toEqual([
      ['sticker', 60_000],
      ['ask', 44_995],
      ['saving', 15_005],
      ['payment', 299],
    ]);
  });

  test.each([
    '60 months @ $599',
    '84 months at $599',
    '$599 x 60 months',
    '$599 for 144 mos',
    '$599.00 × 60 months',
  ])('are payments by the months they are made for: %s', (text) => {
    const sums = readSums(text).filter(({ currency }) => currency !== '');
    expect(sums.map(({ amount, role }) => [role, amount])).toEqual([['payment', 599]]);
  });

  test.each([
    '$44,995 @ 7.99% for 240 months',
    '$44,995 for 240 months OAC',
    '$44,995 for 5 months only',
  ])('are no payments where months say something else: %s', (text) =>
    expect(readSums(text)[0]).toMatchObject({ amount: 44_995, role: 'plain' }),
  );

  test('are not floorplans, chassis, stock numbers or phone extensions', () => {
    expect(readSums('Montana 3121RL on F350, stock #4711A')).toEqual([]);
  });

  test.each([
    ['US$ 54,995', 'USD'],
    ['54,995 USD', 'USD'],
    ['$54,995', 'dollar'],
    ['C$54,995', 'foreign'],
    ['54,995 €', 'foreign'],
    ['54,995', ''],
  ] as const)('%s is in %j', (text, currency) => {
    expect(readSums(text)).toMatchObject([{ amount: 54_995, currency }]);
  });

  test.each([
    ['USD', 'USD'],
    ['cad', 'foreign'],
    ['CDN', 'foreign'],
    ['CAN', 'foreign'],
    ['THB', 'foreign'],
    ['xbt', 'foreign'],
    ['руб.', 'foreign'],
    ['kr', 'foreign'],
    ['USA', 'USD'],
    ['US Dollars', 'USD'],
    ['$', 'dollar'],
    ['Dollars', 'dollar'],
    ['Price', ''],
    ['', ''],
  ] as const)('a currency field %j is %j', (text, currency) => {
    expect(readCurrency(text)).toBe(currency);
  });
});

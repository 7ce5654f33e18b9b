import { array, assert, constantFrom, integer, oneof, property, tuple } from 'fast-check';
import { expect, it } from 'vitest';
import { boundsApart as boundsUntil } from './named-bounds.ts';

const NEWEST = 2026;
const boundsApart = (text: string, newest = NEWEST) => boundsUntil(text, newest);

const words = (text: string) => text.split(/\s+/).filter(Boolean).join(' ');
const read = (text: string) => {
  const { bounds, rest } = boundsApart(text);
  return { ...bounds, rest: words(rest) };
};

it.each([
  ['class c under 60k in ohio', { priceMax: 60_000, rest: 'class c in ohio' }],
  ['Under $60,000', { priceMax: 60_000, rest: '' }],
  ['jayco up to 80000', { priceMax: 80_000, rest: 'jayco' }],
  ['less than $ 900.50.', { priceMax: 901, rest: '.' }],
  ['below 59.9 K', { priceMax: 59_900, rest: '' }],
  ['over 100k, texas', { priceMin: 100_000, rest: ', texas' }],
  ['at least 75201', { priceMin: 75_201, rest: '' }],
  ['between 40k and 60k', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['class a between 40-60k', { priceMin: 40_000, priceMax: 60_000, rest: 'class a' }],
  ['40k-60k', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['jayco $40k - $60k', { priceMin: 40_000, priceMax: 60_000, rest: 'jayco' }],
  ['max 50k', { priceMax: 50_000, rest: '' }],
  ['under 30k keystone', { priceMax: 30_000, rest: 'keystone' }],
  ['under 30000 kz', { priceMax: 30_000, rest: 'kz' }],
  ['20k-30k Keystone', { priceMin: 20_000, priceMax: 30_000, rest: 'Keystone' }],
  ['from 2020 kentucky', { yearMin: 2020, rest: 'kentucky' }],
  ['$25k kz', { priceMax: 25_000, rest: 'kz' }],
  ['class c within 50 miles of dallas', { rest: 'class c dallas' }],
  ['within 100 mi of me', { rest: '' }],
  ['jayco within 100 mi of me', { rest: 'jayco' }],
  ['maximum of 50 thousand dollars', { priceMax: 50_000, rest: '' }],
  ['40k-60', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['20-40k', { priceMin: 20_000, priceMax: 40_000, rest: '' }],
  ['40000 to 60000', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['5000 - 10000', { priceMin: 5_000, priceMax: 10_000, rest: '' }],
  ['class c 9000-30000', { priceMin: 9_000, priceMax: 30_000, rest: 'class c' }],
  ['5000 - $8000', { priceMin: 5_000, priceMax: 8_000, rest: '' }],
  ['travel trailer 4000 to 8000', { priceMin: 4_000, priceMax: 8_000, rest: 'travel trailer' }],
  ['5000 to 9999', { priceMin: 5_000, priceMax: 9_999, rest: '' }],
  ['4995 to 8950', { priceMin: 4_995, priceMax: 8_950, rest: '' }],
  ['4950 to 8950', { priceMin: 4_950, priceMax: 8_950, rest: '' }],
  ['40,000-60,000 jayco', { priceMin: 40_000, priceMax: 60_000, rest: 'jayco' }],
  ['<= 30k', { priceMax: 30_000, rest: '' }],
  ['jayco 50k max', { priceMax: 50_000, rest: 'jayco' }],
  ['$50,000 or less in ohio', { priceMax: 50_000, rest: 'in ohio' }],
  ['100k and up', { priceMin: 100_000, rest: '' }],
  ['class a $100,000+', { priceMin: 100_000, rest: 'class a' }],
  ['from 40k', { priceMin: 40_000, rest: '' }],
  ['jayco priced under 40k', { priceMax: 40_000, rest: 'jayco' }],
  ['class c no less than 40k', { priceMin: 40_000, rest: 'class c' }],
  ['not over 40k', { priceMax: 40_000, rest: '' }],
  ['class c or over 40k', { priceMin: 40_000, rest: 'class c' }],
  [
    'fifth wheel in between 40k and 60',
    { priceMin: 40_000, priceMax: 60_000, rest: 'fifth wheel' },
  ],
  ['from $40,000 to $90,000 in texas', { priceMin: 40_000, priceMax: 90_000, rest: 'in texas' }],
  ['2019, 2020, 2021 jayco', { yearMin: 2019, yearMax: 2021, rest: 'jayco' }],
  ['class c 2021, 2020', { yearMin: 2020, yearMax: 2021, rest: 'class c' }],
  ['2019 or 2020 or 2021', { yearMin: 2019, yearMax: 2021, rest: '' }],
  ['2019, 2020, or 2021 under 40k', { yearMin: 2019, yearMax: 2021, priceMax: 40_000, rest: '' }],
  ['class c 2020, 2021+', { yearMin: 2021, rest: 'class c 2020,' }],
  ['2019, 2020 or newer', { yearMin: 2020, rest: '2019,' }],
  ['2019, 2020, 2021-2023', { yearMin: 2021, yearMax: 2023, rest: '2019, 2020,' }],
  ['2018/2019 montana', { yearMin: 2018, yearMax: 2019, rest: 'montana' }],
  ['over 500k', { priceMin: 500_000, rest: '' }],
  ['class c in 60000', { priceMax: 60_000, rest: 'class c' }],
  ['0-20k', { priceMax: 20_000, rest: '' }],
  ['class c $0 - $20,000', { priceMax: 20_000, rest: 'class c' }],
  ['class c price: 20k', { priceMax: 20_000, rest: 'class c' }],
  ['jayco priced at 20k', { priceMax: 20_000, rest: 'jayco' }],
  ['price: under 20k', { priceMax: 20_000, rest: '' }],
  ['under USD 20000', { priceMax: 20_000, rest: '' }],
  ['usd20000 or less', { priceMax: 20_000, rest: '' }],
  ['class c usd 20k', { priceMax: 20_000, rest: 'class c' }],
  ['class a 40000 miles under 60000', { priceMax: 60_000, rest: 'class a 40000 miles' }],
  ['class a 50k miles 1998-2005', { yearMax: 2005, rest: 'class a 50k miles' }],
  ['20,000 usd or less', { priceMax: 20_000, rest: '' }],
  ['class c 60000', { priceMax: 60_000, rest: 'class c' }],
  ['40k–90k', { priceMin: 40_000, priceMax: 90_000, rest: '' }],
  ['over 40k under 90k', { priceMin: 40_000, priceMax: 90_000, rest: '' }],
  ['2018 and under 60k', { priceMax: 60_000, rest: '2018' }],
  ['jayco mileage from 2018 and 60k', { priceMax: 60_000, rest: 'jayco' }],
  ['from 2018 and 60k', { yearMin: 2018, priceMax: 60_000, rest: '' }],
  ['2018 or newer and 60k', { yearMin: 2018, priceMax: 60_000, rest: '' }],
  ['class c and 60k', { priceMax: 60_000, rest: 'class c' }],
  ['class c with 15k btu', { rest: 'class c with 15k btu' }],
  ['10k generator', { rest: '10k generator' }],
  ['14k axles under 60k', { priceMax: 60_000, rest: '14k axles' }],
  ['class a under 60k generator', { priceMax: 60_000, rest: 'class a generator' }],
  ['class a $60,000 generator', { priceMax: 60_000, rest: 'class a generator' }],
  ['class a from 2018 generator', { yearMin: 2018, rest: 'class a generator' }],
  ['jayco or 60k', { rest: 'jayco or 60k' }],
  ['jayco to 60k', { rest: 'jayco to 60k' }],
  ['from 2018 or 60k', { rest: 'from 2018 or 60k' }],
  ['from 2018 or 2022', { rest: 'from 2018 or 2022' }],
  ['2018 or newer or 60k', { yearMin: 2018, rest: 'or 60k' }],
  ['40k and up to 60k', { priceMax: 60_000, rest: '40k' }],
  ['class c 60k', { priceMax: 60_000, rest: 'class c' }],
  ['$60,000 jayco', { priceMax: 60_000, rest: 'jayco' }],
  ['jayco for 60 thousand dollars', { priceMax: 60_000, rest: 'jayco' }],
  ['thunder 60k', { priceMax: 60_000, rest: 'thunder' }],
  ['50k maxx', { priceMax: 50_000, rest: 'maxx' }],
  ['min price 20k', { priceMin: 20_000, rest: '' }],
  ['minimum price of $20,000', { priceMin: 20_000, rest: '' }],
  ['class a greater than 100k', { priceMin: 100_000, rest: 'class a' }],
  ['50k & up', { priceMin: 50_000, rest: '' }],
  ['100k plus', { priceMin: 100_000, rest: '' }],
  ['nothing over 50k', { priceMax: 50_000, rest: '' }],
  ["don't want over 50k", { priceMax: 50_000, rest: '' }],
  ['83k and over 2800BH', { priceMin: 83_000, rest: '2800BH' }],
  ['from 45k to $ 60,000', { priceMin: 45_000, priceMax: 60_000, rest: '' }],
  ['between $40,000 and 60k', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['$40k to 60,000', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['$40-60k', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['motor 60k', { priceMax: 60_000, rest: 'motor' }],
  ['low miles under 60k class a', { priceMax: 60_000, rest: 'low miles class a' }],
  ['60k plus tax', { priceMax: 60_000, rest: 'plus tax' }],
  ['<50000', { priceMax: 50_000, rest: '' }],
  ['between $40,000 and $60,000', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
])('reads the price in %j', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  ['2015 to 2018', { yearMin: 2015, yearMax: 2018, rest: '' }],
  ['low miles 2018-2020 jayco', { yearMin: 2018, yearMax: 2020, rest: 'low miles jayco' }],
  ['jayco 2015-2018 in ohio', { yearMin: 2015, yearMax: 2018, rest: 'jayco in ohio' }],
  ['between 2018 and 2015', { yearMin: 2015, yearMax: 2018, rest: '' }],
  ['class c from 2015 to 2018', { yearMin: 2015, yearMax: 2018, rest: 'class c' }],
  ['model years 2015 through 2018', { yearMin: 2015, yearMax: 2018, rest: '' }],
  ['2019 or newer', { yearMin: 2019, rest: '' }],
  ['jayco 2019+', { yearMin: 2019, rest: 'jayco' }],
  ['since 2019', { yearMin: 2019, rest: '' }],
  ['jayco from 2019', { yearMin: 2019, rest: 'jayco' }],
  ['at least 2019', { yearMin: 2019, rest: '' }],
  ['>= 2019', { yearMin: 2019, rest: '' }],
  ['> 2019', { yearMin: 2020, rest: '' }],
  ['2018 & up', { yearMin: 2018, rest: '' }],
  ['min year 2018', { yearMin: 2018, rest: '' }],
  ['nothing older than 2018', { yearMin: 2018, rest: '' }],
  ['2018 or 2019 class c', { yearMin: 2018, yearMax: 2019, rest: 'class c' }],
  ['2018 thru 2020', { yearMin: 2018, yearMax: 2020, rest: '' }],
  // The filter goes no further: what is newer is a word.
  ['2027 or newer', { rest: '2027' }],
  ['class c newer than 2026', { rest: 'class c 2027' }],
  ['2020-2026', { yearMin: 2020, rest: '' }],
  ['2018 to present', { yearMin: 2018, rest: '' }],
  ['2018 or above', { yearMin: 2018, rest: '' }],
  ['2010 and older class a', { yearMax: 2010, rest: 'class a' }],
  ['jayco no older than 2018', { yearMin: 2018, rest: 'jayco' }],
  ['not newer than 2015', { yearMax: 2015, rest: '' }],
  ['not before 2018', { yearMin: 2018, rest: '' }],
  ['jayco in 2015-2018', { yearMin: 2015, yearMax: 2018, rest: 'jayco' }],
  ['2018 or newer, texas', { yearMin: 2018, rest: ', texas' }],
  ['(2018 or newer) jayco', { yearMin: 2018, rest: '( ) jayco' }],
  ['class c before 2015.', { yearMax: 2014, rest: 'class c .' }],
  ['pre 2010 class a', { yearMax: 2009, rest: 'class a' }],
  ['Pre-2010 class a', { yearMax: 2009, rest: 'class a' }],
  ['newer than 2018', { yearMin: 2019, rest: '' }],
  ['before 2012', { yearMax: 2011, rest: '' }],
  ['over 2018 or newer class c', { yearMin: 2018, rest: 'over class c' }],
])('reads the model years in %j', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  ['class c newer than 2018 and under 60k', { yearMin: 2019, priceMax: 60_000, rest: 'class c' }],
  ['before 2018 and over 40k', { yearMax: 2017, priceMin: 40_000, rest: '' }],
  ['between 2018 and 2020 under 50k', { yearMin: 2018, yearMax: 2020, priceMax: 50_000, rest: '' }],
  ['100k+ 2019 or newer', { priceMin: 100_000, yearMin: 2019, rest: '' }],
  ['50k or less 2018 and up', { priceMax: 50_000, yearMin: 2018, rest: '' }],
])('reads years and prices in %j', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  'over 2019',
  'under 30',
  'under 30 ft',
  'under 30k miles',
  'under 30,000 miles',
  'less than 7,500 lbs',
  `under 3000'`,
  '1995 or newer',
  '40k-6',
  '40k to',
  '5k generator',
  '60',
  '03301-4567',
  '75201-1234',
  'under $60',
  'between $40 and $60',
  'between 60k and 40k',
  '30+',
  'low mileage 75201',
  'light weight 2020',
  'montana 3120+',
  '2018 or 2022',
  'jayco 00k',
  'not more 60k than',
  '150k miles or less',
  '3550-4000',
  '2500-3500',
  '2500-12000',
  '2500 to 4000',
  '3550 to 4000',
  'montana 3120 to 3855',
  'gvwr 7000-10000',
  'weight from 2000 to 4000',
  'bighorn 3500 to 3950',
  'jayco 3195 to 3250',
  'dry weight 4000 to 8000',
  'mileage 5000 to 20000',
  'tow capacity 5000 - 10000',
  '4000 to 5500 watt generator',
  '3550 and 4000',
  'montana 3550 and 40000',
  '75201 to 8000',
  '2019',
  'class c 60000 mileage texas',
  '60000 original miles class c',
  'toy hauler gvwr 14000',
  'jayco tow 10000',
  'miles: 60000',
  '2018, 2020, 2022',
  '2018, 2022 jayco',
  '2018, 2020, 2021 jayco',
  '2019 jayco',
  '2019 or jayco',
])('reads no bound in %j', (text) => expect(boundsApart(text).bounds).toEqual({}));

it.each([
  ['towing capacity 5000 to 7000 class c', 'class c', 'towing capacity 5000 to 7000'],
  ['class c under', 'class c', 'under'],
  ['class c in ohio under 60', 'class c in ohio', 'under 60'],
  ['jayco between 40 and', 'jayco', 'between 40 and'],
  ['class c between 40k and', 'class c', 'between 40k and'],
  ['jayco 25 ft or under', 'jayco', '25 ft or under'],
  ['class c under 30,000 miles in ohio', 'class c in ohio', 'under 30,000 miles'],
  [`jayco under 30' over`, 'jayco', `under 30' over`],
  ['jayco 40k - 6', 'jayco', '40k - 6'],
  ['class c 40k-', 'class c', '40k-'],
  ['class c 20000 -', 'class c', '20000 -'],
  ['class c 20000 to', 'class c', '20000 to'],
  ['class c $', 'class c', '$'],
  ['jayco under 40k $25k', 'jayco', '$25k'],
  ['toy hauler $40,000 - $', 'toy hauler', '$40,000 - $'],
  ['class c before 2027', 'class c', 'before 2027'],
  ['class a under 500k', 'class a', 'under 500k'],
  ['over 600k', '', 'over 600k'],
  ['class a before 1998', 'class a', 'before 1998'],
  ['2000 or newer', '', '2000 or newer'],
  ['class a mileage under 30k', 'class a', 'mileage under 30k'],
  ['class c 2018 miles under 30k', 'class c 2018', 'miles under 30k'],
  ['montana 3855 weight under 14000', 'montana 3855', 'weight under 14000'],
  ['travel trailer dry weight under 5000', 'travel trailer', 'dry weight under 5000'],
  ['under 7500 gvwr', '', 'under 7500 gvwr'],
  ['under 30 ft', '', 'under 30 ft'],
  ['jayco in between', 'jayco', 'in between'],
  ['jayco no newer than 20', 'jayco', 'no newer than 20'],
  ['jayco from', 'jayco', 'from'],
  ['jayco over 2018', 'jayco', 'over 2018'],
  ['2018 or newer under $6', '', 'under $6'],
  ['over 2018 and under 60k', '', 'over 2018'],
])('leaves out the bound that is being typed, or is of no filter, from %j', (text, rest, bound) => {
  const apart = boundsApart(text);
  expect([words(apart.rest), apart.leftOut]).toEqual([rest, bound]);
});

it.each([
  ['300k to 500k', { priceMin: 300_000 }, '500k', '300k to'],
  [
    'between $300,000 and $500,000 class a',
    { priceMin: 300_000 },
    '$500,000',
    'between $300,000 and',
  ],
  ['500k-900k', { priceMin: 500_000 }, '900k', '500k-'],
  ['1998-2005', { yearMax: 2005 }, '1998', '-2005'],
  ['tiffin 2005 to 1995', { yearMax: 2005 }, '1995', '2005 to'],
  ['between 2010 and 1998 class a', { yearMax: 2010 }, '1998', 'between 2010 and'],
  ['$500,000 to 500,000', { priceMin: 500_000 }, '500,000', '$500,000 to'],
  ['1999, 2000, 2001', { yearMax: 2001 }, '1999', ', 2000, 2001'],
  ['tiffin 1995 to 2005', { yearMax: 2005 }, '1995', 'to 2005'],
])('says which end of %j is past that of the filter', (text, bounds, leftOut, said) =>
  expect(boundsApart(text)).toMatchObject({ bounds, leftOut, said }),
);

it.each(['jayco', 'jayco pre', 'thunder 60', '30 ft', 'over land', 'under $6', 'maxx'])(
  'reads and leaves out nothing of %j',
  (text) => expect(boundsApart(text)).toEqual({ bounds: {}, rest: text }),
);

it.each([
  ['winnebago travato 59k', '59k'],
  ['travato  under 40k in ohio', 'under 40k'],
  ['jayco 2018  to 2020, under 60k slides', '2018 to 2020 under 60k'],
  ['jayco under 60k under 30 ft', 'under 60k'],
])('says which words of %j name its bounds', (text, said) =>
  expect(boundsApart(text).said).toBe(said),
);

it('reads a number in thousands alone as a price only where it may guess', () => {
  for (const [text, bounds] of [
    ['travato 59k', {}],
    ['travato 59k 2020 or newer', { yearMin: 2020 }],
    ['travato $59k', { priceMax: 59_000 }],
    ['travato under 59k', { priceMax: 59_000 }],
  ] as const)
    expect(boundsUntil(text, NEWEST, false).bounds).toEqual(bounds);
});

const price = integer({ min: 10, max: 400 }).chain((k) =>
  constantFrom(`${k}k`, `$${k},000`, `${k}000`, `${k} thousand dollars`),
);
const year = integer({ min: 2002, max: 2024 }).map(String);
const priceBound = oneof(
  tuple(constantFrom('under', 'over', 'at least', 'up to', '<', '>='), price),
  tuple(price, constantFrom('or less', 'and up', 'or more', '+', 'max')),
);
const yearBound = oneof(
  tuple(constantFrom('before', 'after', 'since', 'older than', 'at most', '>'), year),
  tuple(year, constantFrom('or newer', 'and older', 'or later', '+')),
);
const bound = oneof(priceBound, yearBound).map((said) => said.join(' '));

it('reads a bound alike among words, behind joining words and in any letters', () => {
  assert(
    property(
      bound,
      constantFrom('', 'and ', 'or ', 'in ', 'or in '),
      constantFrom('', 'jayco ', 'class c, '),
      constantFrom('', ' ohio', ', texas'),
      (said, joined, before, behind) => {
        const { bounds } = boundsApart(said);
        expect(Object.keys(bounds)).toHaveLength(1);
        expect(boundsApart(`${before}${joined}${said.toUpperCase()}${behind}`)).toEqual({
          bounds,
          said: `${joined}${said.toUpperCase()}`,
          rest: expect.toSatisfy((rest: string) => words(rest) === words(before + behind)),
        });
      },
    ),
  );
});

it('turns a bound to its other side by "no" or "not" alone', () => {
  const ofPrice = tuple(constantFrom('over', 'under', 'more than', 'at least', '<'), price);
  const ofYear = tuple(constantFrom('older than', 'before', 'after', 'at most', '>'), year);
  const sides = (text: string) => Object.keys(boundsApart(text).bounds).join();
  assert(
    property(oneof(ofPrice, ofYear), constantFrom('no', 'not'), (said, no) => {
      const plain = sides(said.join(' '));
      const turned = plain.replace(/Min|Max/, (side) => (side === 'Min' ? 'Max' : 'Min'));
      expect(plain).not.toBe('');
      expect(sides(`${no} ${said.join(' ')}`)).toBe(turned);
    }),
  );
});

it('reads a bound of years and one of prices alike in either order', () => {
  const said = tuple(
    priceBound.map((one) => one.join(' ')),
    yearBound.map((one) => one.join(' ')),
    constantFrom(' ', ' and ', ', '),
  );
  assert(
    property(said, ([ofPrice, ofYear, between]) => {
      const both = { ...boundsApart(ofPrice).bounds, ...boundsApart(ofYear).bounds };
      expect(boundsApart(`${ofPrice}${between}${ofYear}`).bounds).toEqual(both);
      expect(boundsApart(`${ofYear}${between}${ofPrice}`).bounds).toEqual(both);
    }),
  );
});

it('leaves in their order the words that it does not read', () => {
  const piece = oneof(
    bound,
    price,
    year,
    constantFrom('and', 'or', 'not', 'to', 'between', 'from', '-', 'jayco', '30', 'ft'),
  );
  assert(
    property(array(piece, { maxLength: 7 }), (pieces) => {
      const text = pieces.join(' ');
      const { rest, leftOut = '' } = boundsApart(text);
      let at = 0;
      for (const word of words(`${rest} ${leftOut}`).split(' ')) {
        at = text.indexOf(word, at);
        expect(at).toBeGreaterThanOrEqual(0);
        at += word.length;
      }
    }),
  );
});

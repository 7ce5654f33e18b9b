import { describe, expect, test } from 'vitest';
import type { ListingFields } from '#schemas/events/raw-listing.ts';
import { GREYHAWK, MONTANA, outcomeOf, sightingOf } from '../testing/listing.ts';

const NEW_UNIT: ListingFields = { ...MONTANA, title: '', year: '2026', condition: 'New' };
const priceOf = (price: string, unit = MONTANA) => {
  const { price_state, price: amount, remarks } = sightingOf({ ...unit, price });
  return { state: price_state, amount, remarks };
};

describe('a price that is listed', () => {
  test.each([
    ['54995', 54_995],
    ['$54,995', 54_995],
    ['$54995.00', 54_995],
    ['$54,994.60', 54_995],
    ['USD 54,995', 54_995],
    ['US$54,995', 54_995],
    ['54.995,00', 54_995],
    ['54995.000', 54_995],
    ['54994.99999999', 54_995],
    ['$54k', 54_000],
    ['$54.9K', 54_900],
    ['Sale Price: $44,995 MSRP $60,000', 44_995],
    ['MSRP: $60,000 Our Price: $44,995', 44_995],
    ['Bid $12,000 or Buy It Now $44,995', 44_995],
    ['Bid or buy now for $44,995', 44_995],
    ['- $44,995', 44_995],
    ['Was $49,995 Now $44,995', 44_995],
    ['$60,000 MSRP $44,995 Sale Price', 44_995],
    ['$44,995 You save $15,005', 44_995],
    ['Sale: $44,995 or $299/mo', 44_995],
    ['$44,995 $44,995', 44_995],
    ['$44,995 plus $150 doc fee', 44_995],
    ['List Price: $44,995', 44_995],
    ['<span class="price">$44,995</span>', 44_995],
    ['$44,995 - call for details', 44_995],
    ['$44,995 - call 800-555-0150', 44_995],
    ['$44,995, can be financed', 44_995],
    ['$44,995 CAN BE FINANCED', 44_995],
    ['$44,995 cash, $46,995 financed', 44_995],
    ['$44,995 - financing available', 44_995],
    ['$44,995 in Bakersfield, CA', 44_995],
    ['$44,995 - ASK FOR BOB', 44_995],
    ['44,995 (F-450 SLE)', 44_995],
    ['44,995 call (800) 555-0150', 44_995],
    ['$44,995 <s>$49,995</s>', 44_995],
    ['<del class="was">$49,995</del> $44,995', 44_995],
    // Thousands parted as Europeans and the Swiss write them.
    ['44 995,00', 44_995],
    ['$ 44 995.00', 44_995],
    ["44'995", 44_995],
    ['44’995.00', 44_995],
    ['asking 45 thousand', 45_000],
    // A page's markup leaves blanks beside a separator.
    ['$44, 995', 44_995],
    ['$44 ,995.00', 44_995],
    ['$44,995 .00', 44_995],
    ['Class C $44,995', 44_995],
    ['a $44,995 RV', 44_995],
    ['$49,995 → $44,995', 44_995],
    ['49,995 -> 44,995', 44_995],
    // What comes on top is not what the sum is.
    ['$44,995.00 USD plus tax & license', 44_995],
    ['44995.00 plus fees', 44_995],
    ['US$ 44,995.00 (incl. freight)', 44_995],
    ['$44,995 excluding taxes', 44_995],
    ['$44,995 Excludes tax, tag, $899 doc fee', 44_995],
    ['$44,995 + $1,200 freight', 44_995],
    ['$44,995 *price excludes taxes and fees', 44_995],
    ['$44,995. Prices do not include freight', 44_995],
    ['$44,995 Reduced from $49,995', 44_995],
    ['Reduced from $49,995 to $44,995', 44_995],
    ['$60,000 $44,995 Save $15,005', 44_995],
    ['$44,995 after rebates', 44_995],
    // A word right behind a sum is that sum's, whatever comes next.
    ['$5,000 down, $44,995', 44_995],
    ['$5,000 OFF! Now $44,995', 44_995],
    ['$5,000 rebate; $44,995', 44_995],
    ['Was $49,995, down to $44,995', 44_995],
    ['$49,995 Discount $5,000 Sale $44,995', 44_995],
    ['Reduced by $5,000 to $44,995', 44_995],
    // Reduced to it, unless it is small beside another sum or as prices go.
    ['Reduced to $44,995', 44_995],
    ['Reduced $44,995', 44_995],
    ['Price reduced: $44,995', 44_995],
    ['Price reduced! $44,995', 44_995],
    ['Reduced price $4,995', 4_995],
    ['Reduced! $4,995', 4_995],
    ['Price drop! $4,995', 4_995],
    ['Price dropped to $4,995', 4_995],
    ['Price drop: $44,995', 44_995],
    ['Marked down to $4,995', 4_995],
    ['Marked down: $44,995', 44_995],
    ['$44,995 marked down', 44_995],
    ['$44,995 Price Drop', 44_995],
    ['Was $10,995 Reduced $8,995', 8_995],
    ['Reduced $8,995 was $10,995', 8_995],
    ['MSRP $80,000 Reduced $44,995', 44_995],
    ['Reduced $5,000! $44,995', 44_995],
    ['$44,995 Price drop: $2,000', 44_995],
    ['Sale $44,995, reduced another $15,000', 44_995],
    ['$60,000 $44,995 price cut $15,005', 44_995],
    // Percent, counts and years beside a sum are no sums.
    ['10% off! $44,995', 44_995],
    ['2021 $44,995', 44_995],
    ['$44,995 incl. 2 slides', 44_995],
    ['Price: 44995 (firm)', 44_995],
    ['Price:44995', 44_995],
    ['$44,995OBO', 44_995],
    ['$44,995O.B.O.', 44_995],
    ['$44,995.00 - $44,995.00', 44_995],
    // The name of a sticker or list price between two bare sums is that of the greater.
    ['$60,000 MSRP $44,995', 44_995],
    ['$60,000 M.S.R.P. $44,995', 44_995],
    ['$60,000 (MSRP) $44,995', 44_995],
    ['$60,000 MSRP $44,995 Save $15,005', 44_995],
    ['$60,000 MSRP $44,995 or $299/mo', 44_995],
    ['$60,000 list $44,995', 44_995],
    ['$60,000 factory MSRP $44,995', 44_995],
    ['$60,000 suggested retail price $44,995', 44_995],
    ['$44,995 MSRP $60,000', 44_995],
    ['$44,995 was $60,000', 44_995],
    ['Price $44,995 MSRP: $40,000', 44_995],
    // Right behind the first it is that one's, where what comes next names the ask.
    ['$60,000 MSRP | Our Price: $44,995', 44_995],
    ['$60,000 MSRP Sale Price: $44,995 Save $15,005', 44_995],
    ['$60,000 (MSRP) Our Price: $44,995', 44_995],
    ['$60,000 M.S.R.P. Our Price: $44,995', 44_995],
    ['$60,000 retail, Now: $44,995', 44_995],
    ['$60,000 retail, You pay: $44,995', 44_995],
    ['$60,000 NADA | Our Price: $44,995', 44_995],
    ['$43,000 NADA, Our Price: $44,995', 44_995],
    ['$43,000 NADA. Price: $44,995', 44_995],
    ['$60,000 was, $44,995', 44_995],
    ['$60,000 was Now $44,995', 44_995],
    // Else it is the second's: a book value, a bid or a price before a rise may well be less than is asked.
    ['$44,995 NADA $43,000', 44_995],
    ['$44,995 NADA: $43,000', 44_995],
    ['$44,995 NADA price: $43,000', 44_995],
    ['$44,995 NADA retail $43,100', 44_995],
    ['$44,995 (NADA retail value: $43,100)', 44_995],
    ["$44,995 NADA today's value: $43,100", 44_995],
    ['$44,995, NADA value $41,250', 44_995],
    ['$44,995 OBO, NADA is $41,000', 44_995],
    ['$44,995 - NADA low $39,000', 44_995],
    ['$44,995 bid $40,000', 44_995],
    ['$44,995 | Retail $43,000', 44_995],
    ['$44,995 (MSRP $43,000)', 44_995],
    ['$44,995 M.S.R.P.: $43,000', 44_995],
    ['$44,995 was $43,000', 44_995],
    ['$44,995 was asking $43,000', 44_995],
    ['$44,995 was asking $49,995', 44_995],
    ['$44,995 reg $42,000', 44_995],
    ['$44,995 reg. $42,000', 44_995],
    ['$44,995 reg. price: $42,000', 44_995],
    // What is added, taken away or paid by the month is none of it.
    ['$44,995 + $500 doc', 44_995],
    ['$44,995 + $500 doc + $200 prep', 44_995],
    ['$44,995 plus a $2,500 delivery', 44_995],
    ['was $60,000 plus tax, now $44,995', 44_995],
    ['MSRP $60,000 less $15,005 = $44,995', 44_995],
    ['$49,995 less $5,000 rebate = $44,995', 44_995],
    ['$60,000 MSRP - $15,005 = $44,995', 44_995],
    ['$44,995 or 84 mo. at $599', 44_995],
    ['$44,995 or $599/mo*', 44_995],
    ['$44,995 10% down', 44_995],
    ['25% off MSRP! $44,995', 44_995],
    ['25% off MSRP $60,000 $44,995', 44_995],
    ['$44,995 View payment options', 44_995],
    ['$44,995 - 12,345 miles', 44_995],
    ['Stock #: 44321 $44,995', 44_995],
    ['$44,995*', 44_995],
    // Dealers near the border write both.
    ['USD $44,995 / CAD $61,000', 44_995],
    ['$61,000 CAD ($44,995 USD)', 44_995],
  ])('%s is read', (text, amount) => {
    expect(priceOf(text)).toEqual({ state: 'listed', amount, remarks: [] });
  });

  test('of two bare prices the one that the MSRP field does not repeat is asked', () => {
    const unit = { ...NEW_UNIT, msrp: '$68,995' };
    expect(priceOf('$68,995$54,995', unit).amount).toBe(54_995);
  });
});

describe('a price that the dealer wants to be asked for', () => {
  test.each([
    'Call for Price',
    'CALL',
    'Contact us',
    'TBD',
    'P.O.A.',
    'POA',
    'Request a Quote',
    'Price on request',
    'Get Our Best Price',
    'Get Lower Price',
    'MSRP $60,000 - Call for our price',
    'Call for price: $0.00',
    'Best offer',
    'OBO',
    'CALL OR TEXT 800-555-0150 FOR PRICE',
    'Call (800) 555-0150',
    'Call 1.800.555.0150',
    'Call +1 800 555 0150',
    'Log in for price',
    'Text for price',
  ])('%s', (text) => {
    expect(priceOf(text)).toEqual({ state: 'call', amount: null, remarks: [] });
  });
});

describe('a price that is not exposed', () => {
  test.each(['', '0', '$0.00', '$', 'N/A', '--'])(
    '%j is nothing at all, and nothing to remark',
    (text) => {
      expect(priceOf(text)).toEqual({ state: 'hidden', amount: null, remarks: [] });
    },
  );

  test.each([
    ['1', 'implausible'],
    ['98', 'implausible'],
    ['6000000', 'implausible'],
    ['1000', 'placeholder'],
    ['12345', 'placeholder'],
    ['123456', 'placeholder'],
    ['11111', 'placeholder'],
    ['111111', 'placeholder'],
    ['2021', 'placeholder'],
    ['2022', 'placeholder'],
    ['-54995', 'negative'],
    ['1.0000210000150002e+224', 'glued'],
    ['202616.43215300', 'glued'],
    // A letter for a digit: $1,299 is not what it says.
    ['$1299O', 'glued'],
    ['$12,9OO', 'glued'],
    ['$1O5,000', 'glued'],
    ['881507488012160', 'implausible'],
    ['$54,995$49,995', 'several'],
    ['$45,000 - $70,000', 'range'],
    ['$45,000-70,000', 'range'],
    ['45-50k', 'range'],
    // What a price is reduced by.
    ['Price reduced $2,000', 'not_a_price'],
    ['Reduced $2,000!', 'not_a_price'],
    ['Just reduced - $5,000', 'not_a_price'],
    ['Reduced by $15,000', 'not_a_price'],
    ['Reduced another $15,000', 'not_a_price'],
    ['Price drop: $2,000', 'not_a_price'],
    ['Price drop of $15,000', 'not_a_price'],
    ['Price dropped $2,000 or $299/mo', 'not_a_price'],
    ['Price cut $1,505', 'not_a_price'],
    ['Price slashed by $15,000', 'not_a_price'],
    ['Price reduction: $3,000', 'not_a_price'],
    ['Marked down $2,000', 'not_a_price'],
    ['Discounted $2,000', 'not_a_price'],
    ['$2,000 off', 'not_a_price'],
    ['Was $49,995 reduced $5,000', 'only_a_reference'],
    // Digits that are not told.
    ['$44,9xx', 'glued'],
    ['$44,XXX', 'glued'],
    ['$4x,xxx', 'glued'],
    ['$44,9**', 'glued'],
    ['$44,99?', 'glued'],
    ['$299/mo', 'not_a_price'],
    ['84 mo. at $599', 'not_a_price'],
    ['84 mths @ $599', 'not_a_price'],
    ['84-month term at $599', 'not_a_price'],
    ['$599 @ 84 mo.', 'not_a_price'],
    ['As low as $599', 'not_a_price'],
    ['$599 monthly payment', 'not_a_price'],
    ['$399 240 payments', 'not_a_price'],
    ['from $599 a month', 'not_a_price'],
    ['Take $5,000 off $49,995', 'only_a_reference'],
    ['$60,000 MSRP $15,005 off $44,995', 'only_a_reference'],
    ['$15,005 below MSRP $60,000', 'only_a_reference'],
    // Whether it is taken off already, nobody can tell.
    ['$49,995 less $5,000', 'only_a_reference'],
    ['$49,995 minus $5,000', 'only_a_reference'],
    ['$49,995 less a $5,000 trade-in', 'only_a_reference'],
    ['$60,000 MSRP, $599/mo', 'only_a_reference'],
    ['$599 down $44,995', 'several'],
    ['$299 per month', 'not_a_price'],
    ['$299 p/m', 'not_a_price'],
    ['Save $5,000!', 'not_a_price'],
    ['Was: $54,995', 'only_a_reference'],
    ['Current bid: $12,000', 'only_a_reference'],
    ['$12,000 starting bid', 'only_a_reference'],
  ])('%s is refused as %s', (text, why) => {
    expect(priceOf(text)).toEqual({ state: 'hidden', amount: null, remarks: [`price:${why}`] });
  });

  test('the model year of a new unit is no price', () => {
    expect(priceOf('2026', NEW_UNIT).remarks).toEqual(['price:placeholder']);
  });
});

describe('more than anybody asks for its type, such as a price in cents,', () => {
  const unit = (type: string, year = '2025'): ListingFields => ({ year, type });

  test.each([
    ['Travel Trailer', '3499500'],
    ['Pop-Up', '1499500'],
    ['Truck Camper', '2999500'],
    ['Fifth Wheel', '3499500'],
    ['Toy Hauler', '4499500'],
    ['Park Model', '4499500'],
    ['Fish House', '2999500'],
    ['Class B', '4999500'],
  ])('%s at %s is refused', (type, price) => {
    expect(priceOf(price, unit(type))).toEqual({
      state: 'hidden',
      amount: null,
      remarks: ['price:implausible'],
    });
  });

  test('is less of an older one', () => {
    expect(priceOf('3499500', unit('Class A', '2012')).amount).toBeNull();
    expect(priceOf('2499500', unit('Class C', '2008')).amount).toBeNull();
    expect(priceOf('999500', unit('Class B', '2006')).amount).toBeNull();
    expect(priceOf('799500', unit('Travel Trailer', '2014')).amount).toBeNull();
  });

  test.each([
    // Custom bus conversions, expedition trucks, the dearest trailers of each kind.
    ['Class A', '2026', 3_495_000],
    ['Class A', '2016', 1_150_000],
    ['Class A', '2006', 449_000],
    ['Class B', '2026', 799_784],
    ['Class C', '2025', 2_200_000],
    ['Class C', '2016', 650_000],
    ['Travel Trailer', '2026', 599_995],
    ['Travel Trailer', '1964', 189_000],
    ['Fifth Wheel', '2026', 697_500],
    ['Toy Hauler', '2026', 449_000],
    ['Truck Camper', '2026', 249_000],
    ['Park Model', '2026', 299_000],
    ['Pop-Up', '2025', 99_000],
    ['Fish House', '2026', 149_000],
  ])('a %s of %s is believed at $%i', (type, year, price) => {
    expect(priceOf(String(price), unit(type, year)).amount).toBe(price);
  });

  describe('but for who collects or builds more than its type says', () => {
    const airstream = (year: string): ListingFields => ({
      title: `${year} Airstream Flying Cloud 22`,
      type: 'Travel Trailer',
    });
    const earthRoamer = { title: '2020 EarthRoamer LTi 019', type: 'Truck Camper' };

    test('a restored classic of a make that is collected', () => {
      expect(priceOf('235000', airstream('1957')).amount).toBe(235_000);
      expect(priceOf('235000', airstream('2006')).amount).toBeNull();
      expect(priceOf('235000', unit('Travel Trailer', '1957')).amount).toBeNull();
      expect(priceOf('449500', airstream('1972')).amount).toBeNull();
    });

    test('an expedition truck that its seller calls a truck camper', () => {
      expect(priceOf('245000', earthRoamer).amount).toBe(245_000);
      expect(priceOf('495000', earthRoamer).amount).toBe(495_000);
      expect(priceOf('49500000', earthRoamer).amount).toBeNull();
      expect(
        priceOf('2450000', { title: '2020 Lance 1172', type: 'Truck Camper' }).amount,
      ).toBeNull();
    });
  });

  test('is no sticker price either', () => {
    const { msrp, remarks } = sightingOf({ ...NEW_UNIT, price: '', msrp: '4499500' });
    expect([msrp, remarks]).toEqual([null, ['msrp:implausible']]);
  });
});

test('year and floorplan glued together are no price, a price that begins like the year is', () => {
  const unit = { ...MONTANA, title: '2021 Keystone Montana 16.1RB', model: 'Montana 16.1RB' };
  expect(priceOf('202116.1', unit).remarks).toEqual(['price:glued']);
  expect(priceOf('202150', unit).amount).toBe(202_150);
});

describe('a row of equal digits', () => {
  test('is a price where it can be meant: $99,999 for a motorhome, $9,999 for an old trailer', () => {
    expect(priceOf('99999', GREYHAWK).amount).toBe(99_999);
    const old = { year: '2009', title: '', make: 'Jayco', model: 'Jay Flight', type: 'TT' };
    expect(priceOf('9999', old).amount).toBe(9_999);
  });

  test('is a placeholder where it cannot', () => {
    const trailer = { year: '2015', title: '', make: 'Jayco', model: 'Jay Flight', type: 'TT' };
    expect(priceOf('99999', trailer).remarks).toEqual(['price:placeholder']);
    expect(priceOf('77777', NEW_UNIT).remarks).toEqual(['price:placeholder']);
  });

  test('is backed by a sticker price beside it', () => {
    expect(priceOf('77777', { ...NEW_UNIT, msrp: '$109,766' }).amount).toBe(77_777);
  });
});

describe('a price that is not in US dollars drops the listing', () => {
  test.each<ListingFields>([
    { price: 'C$54,995' },
    { price: 'CA$54,995' },
    { price: '$54,995 CAD' },
    { price: 'CAD 54,995' },
    { price: '54 995 $ CAN' },
    { price: '$54,995 CA' },
    { price: '54 995 $ canadiens' },
    { price: '€54.995' },
    { price: '£54,995' },
    { price: '54995', currency: 'CAD' },
    { price: '$54,995', location: 'Kelowna, BC' },
    { price: '54995', state: 'Ontario' },
    { price: '$54,995', location: 'Kamloops, British Columbia V2C 5N8' },
    { price: '$54,995', location: 'Calgary, AB' },
    { price: '$54,995', location: 'Montréal QC' },
    { price: '$54,995', location: 'Montréal (QC)' },
    { price: '$54,995', location: 'Calgary AB, Canada' },
    { price: '$54,995', location: 'Calgary, AB, CA' },
    { price: '$54,995', city: 'Calgary', state: 'AB' },
    { price: '$54,995', city: 'Calgary, AB' },
    { price: '$54,995', location: 'Calgary', state: 'Alberta, Canada' },
    { price: '$54,995', state: 'AB Canada' },
    { price: '54,995 CDN' },
    { price: '$54,995 CDN' },
    { price: 'CDN$54,995' },
    { price: '$54,995 Canadian' },
    { price: 'Price (CAD): $54,995' },
    { price: '54995', currency: 'THB' },
    { price: '$54,995', currency: 'CAN' },
    { price: 'PHP 54,995' },
    { price: '$54,995 SGD' },
    { price: 'kr 54.995' },
    { price: '54 995 kr' },
    { price: '54 995 Kč' },
    { price: '54 995 руб.' },
    { price: 'C $54,995.00' },
    { price: '$CA 54,995' },
    { price: '$AU 54,995' },
    { price: 'EC$54,995' },
    { price: 'SGD$54,995' },
    { price: 'COP $54.995' },
    { price: '54,995 RD$' },
    { price: '$U 54.995' },
    { price: '$549,950 pesos' },
    { price: '$54,995 plus GST' },
    { price: '54,995 + HST' },
  ])('%o', (fields) => {
    expect(outcomeOf({ ...MONTANA, ...fields })).toEqual({ kind: 'drop', reason: 'not_usd' });
  });

  test.each(['ALL IN FOR 54,995', 'TOP DEAL 54,995', '$54,995 año nuevo', 'KIT 54,995'])(
    '%s does not say another currency',
    (price) => {
      expect(sightingOf({ ...MONTANA, price }).price).toBe(54_995);
    },
  );

  test('Ontario is a city of California too', () => {
    expect(sightingOf({ ...MONTANA, price: '$54,995', location: 'Ontario, CA' })).toMatchObject({
      price: 54_995,
      state: 'CA',
    });
  });

  test('CA behind the price of what stands in California is the state', () => {
    const priced = (price: string) => ({ ...MONTANA, price, location: 'Ontario, CA' });
    expect(sightingOf(priced('$54,995 CA')).price).toBe(54_995);
    expect(outcomeOf(priced('$54,995 CAD'))).toMatchObject({ reason: 'not_usd' });
  });

  test.each([
    ['€12,000 / $13,000', 13_000],
    ['$13,000 (€12,000)', 13_000],
    ['£10,500 or $13,000 OBO', 13_000],
    ['EUR 12,000 / $13,000', 13_000],
    ['12,000 EUR - $13,000', 13_000],
    ["$13,000 (CHF 12'000)", 13_000],
  ])('unless one bare sum in dollars stands beside money that is none: %s', (price, amount) => {
    expect(sightingOf({ ...MONTANA, price }).price).toBe(amount);
    const { location, currency } = { location: 'Kelowna, BC', currency: 'CAD' };
    expect(outcomeOf({ ...MONTANA, price, location })).toMatchObject({ reason: 'not_usd' });
    expect(outcomeOf({ ...MONTANA, price, currency })).toMatchObject({ reason: 'not_usd' });
  });

  test.each([
    'C$17,000 / $13,000',
    'CAD 17,000 / $13,000',
    'MXN 240,000 / $13,000',
    'EUR 12,000 / $13,000 CAD',
    'Price in EUR: $13,000',
    '€12,000 / $13,000 CAD',
    '€12,000 / $13,000 / $18,000',
    '€12,000 / $13,000 plus GST',
  ])('where it is not certain whose dollars they are: %s', (price) => {
    expect(outcomeOf({ ...MONTANA, price })).toEqual({ kind: 'drop', reason: 'not_usd' });
  });

  test('unless US dollars are stated', () => {
    const fields = { price: 'US$54,995', location: 'Kelowna, BC' };
    expect(sightingOf({ ...MONTANA, ...fields })).toMatchObject({
      price: 54_995,
      region: 'Canada',
    });
  });
});

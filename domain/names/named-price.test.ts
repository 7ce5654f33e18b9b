import { expect, it } from 'vitest';
import { pricesApart, unfinishedApart } from './named-price.ts';

const read = (text: string) => {
  const named = pricesApart(text);
  return named && { ...named.prices, rest: named.rest.split(/\s+/).filter(Boolean).join(' ') };
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
  ['40k-60', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['20-40k', { priceMin: 20_000, priceMax: 40_000, rest: '' }],
  ['40000 to 60000', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
  ['40,000-60,000 jayco', { priceMin: 40_000, priceMax: 60_000, rest: 'jayco' }],
  ['<= 30k', { priceMax: 30_000, rest: '' }],
  ['jayco 50k max', { priceMax: 50_000, rest: 'jayco' }],
  ['$50,000 or less in ohio', { priceMax: 50_000, rest: 'in ohio' }],
  ['100k and up', { priceMin: 100_000, rest: '' }],
  ['class a $100,000+', { priceMin: 100_000, rest: 'class a' }],
  ['between 2018 and 2020 under 50k', { priceMax: 50_000, rest: 'between 2018 and 2020' }],
  ['class c no less than 40k', { priceMin: 40_000, rest: 'class c' }],
  ['not over 40k', { priceMax: 40_000, rest: '' }],
  ['class c or over 40k', { priceMin: 40_000, rest: 'class c' }],
  [
    'fifth wheel in between 40k and 60',
    { priceMin: 40_000, priceMax: 60_000, rest: 'fifth wheel' },
  ],
  ['from $40,000 to $90,000 in texas', { priceMin: 40_000, priceMax: 90_000, rest: 'in texas' }],
  ['40k–90k', { priceMin: 40_000, priceMax: 90_000, rest: '' }],
  ['over 40k under 90k', { priceMin: 40_000, priceMax: 90_000, rest: '' }],
  ['over 2018 and under 60k', { priceMax: 60_000, rest: 'over 2018' }],
  ['2018 and under 60k', { priceMax: 60_000, rest: '2018' }],
  ['<50000', { priceMax: 50_000, rest: '' }],
  ['between $40,000 and $60,000', { priceMin: 40_000, priceMax: 60_000, rest: '' }],
])('reads the price in %j', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  'class c 60k',
  'over 2019',
  'under 30',
  'under 30 ft',
  'under 30k miles',
  'under 30,000 miles',
  'less than 7,500 lbs',
  `under 3000'`,
  // No filter says it.
  'over 600k',
  'thunder 60k',
  'maxx 50k',
  '50k maxx',
  '40k-6',
  '03301-4567',
  'under $60',
  'between $40 and $60',
  'between 60k and 40k',
  '2019 or over',
  '30+',
  '150k miles or less',
  '2018-2020',
  '3550-4000',
])('reads no price in %j', (text) => expect(read(text)).toBeUndefined());

it.each([
  ['class c under', 'class c', 'under'],
  ['class c in ohio under 60', 'class c in ohio', 'under 60'],
  ['jayco between 40 and', 'jayco', 'between 40 and'],
  ['class c between 40k and', 'class c', 'between 40k and'],
  ['25 ft or under', '25 ft', 'or under'],
  ['jayco in between', 'jayco', 'in between'],
  ['under $6', '', 'under $6'],
])('takes the bound that is being typed from %j', (text, rest, bound) => {
  const apart = unfinishedApart(text);
  expect([apart?.rest.trim(), apart?.bound]).toEqual([rest, bound]);
});

it.each(['jayco', 'thunder 60', 'under 30 ft', 'over land'])(
  'finds no bound being typed in %j',
  (text) => expect(unfinishedApart(text)).toBeUndefined(),
);

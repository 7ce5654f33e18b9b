import { expect, it } from 'vitest';
import { yearsApart } from './named-years.ts';

const read = (text: string) => {
  const named = yearsApart(text);
  return named && { ...named.years, rest: named.rest.split(/\s+/).filter(Boolean).join(' ') };
};

it.each([
  ['2015 to 2018', { yearMin: 2015, yearMax: 2018, rest: '' }],
  ['jayco 2015-2018 in ohio', { yearMin: 2015, yearMax: 2018, rest: 'jayco in ohio' }],
  ['between 2018 and 2015', { yearMin: 2015, yearMax: 2018, rest: '' }],
  ['class c from 2015 to 2018', { yearMin: 2015, yearMax: 2018, rest: 'class c' }],
  ['2019 or newer', { yearMin: 2019, rest: '' }],
  ['jayco 2019+', { yearMin: 2019, rest: 'jayco' }],
  ['since 2019', { yearMin: 2019, rest: '' }],
  ['2018 or above', { yearMin: 2018, rest: '' }],
  ['2010 and older class a', { yearMax: 2010, rest: 'class a' }],
  ['jayco no older than 2018', { yearMin: 2018, rest: 'jayco' }],
  ['not newer than 2015', { yearMax: 2015, rest: '' }],
  ['class c newer than 2018 and under 60k', { yearMin: 2019, rest: 'class c and under 60k' }],
  ['class c before 2018 and over 40k', { yearMax: 2017, rest: 'class c and over 40k' }],
  ['not before 2018', { yearMin: 2018, rest: '' }],
  ['jayco in 2015-2018', { yearMin: 2015, yearMax: 2018, rest: 'jayco' }],
  ['2018 or newer, texas', { yearMin: 2018, rest: ', texas' }],
  ['(2018 or newer) jayco', { yearMin: 2018, rest: '( ) jayco' }],
  ['class c before 2015.', { yearMax: 2014, rest: 'class c .' }],
  ['newer than 2018', { yearMin: 2019, rest: '' }],
  ['before 2012', { yearMax: 2011, rest: '' }],
])('reads the model years in %j', (text, expected) => expect(read(text)).toEqual(expected));

it.each([
  '2019',
  '2019 jayco',
  '2500-3500',
  '1995 or newer',
  'over 2018',
  '2019 or jayco',
  '32019+',
])('reads no bound of years in %j', (text) => expect(read(text)).toBeUndefined());

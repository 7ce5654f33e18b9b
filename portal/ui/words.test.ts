import { expect, it } from 'vitest';
import { plainTitle, plainWord, unbroken } from './words.ts';

it.each([
  ['not_an_rv', 'not an RV'],
  ['stockNumber', 'stock number'],
  ['dropped: not_an_rv', 'dropped: not an RV'],
  ['zip in another state', 'ZIP in another state'],
  ['http_500', 'HTTP 500'],
  ['price', 'price'],
])('%s is read as %s', (word, text) => {
  expect(plainWord(word)).toBe(text);
});

it.each([
  ['not_an_rv', 'Not an RV'],
  ['vin', 'VIN'],
  ['', ''],
])('%s begins a line as %s', (word, text) => {
  expect(plainTitle(word)).toBe(text);
});

it('breaks no type within its name', () => {
  expect(unbroken('Class A, pop-up campers')).toBe('Class\u00a0A, pop\u2011up campers');
});

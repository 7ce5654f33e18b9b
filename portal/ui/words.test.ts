import { expect, it } from 'vitest';
import { plainWord } from './words.ts';

it.each([
  ['not_an_rv', 'not an RV'],
  ['stockNumber', 'stock number'],
  ['dropped: not_an_rv', 'dropped: not an RV'],
  ['zip in another state', 'ZIP in another state'],
  ['price', 'price'],
])('%s is read as %s', (word, text) => {
  expect(plainWord(word)).toBe(text);
});

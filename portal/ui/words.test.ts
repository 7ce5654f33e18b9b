import { expect, it } from 'vitest';
import { plainWord } from './words.ts';

it.each([
  ['not_an_rv', 'not an rv'],
  ['stockNumber', 'stock number'],
  ['dropped: not_an_rv', 'dropped: not an rv'],
  ['price', 'price'],
])('%s is read as %s', (word, text) => {
  expect(plainWord(word)).toBe(text);
});

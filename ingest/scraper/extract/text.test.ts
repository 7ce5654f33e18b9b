import { expect, it } from 'vitest';
import { readPage } from './page.ts';
import { parseElementName, elementTexts } from './selector.ts';
import { textOfElement } from './text.ts';

const textOf = (html: string): string => textOfElement(readPage(html).root);

it.each([
  ['<p>Now <s>$49,995</s> <b>$44,995</b></p>', 'Now $44,995'],
  ['<del>$49,995</del>$44,995', '$44,995'],
  ['<strike>$49,995</strike> $44,995', '$44,995'],
])('what is struck through is said no more: %s', (html, text) => {
  expect(textOf(html)).toBe(text);
});

it('what is struck through is said to who asks for it', () => {
  const page = readPage('<div class="price"><s>$49,995</s> $44,995</div>');
  const said = (name: string) => [...elementTexts(page.root, parseElementName(name))];
  expect(said('.price')).toEqual(['$44,995']);
  expect(said('.price s')).toEqual(['$49,995']);
});

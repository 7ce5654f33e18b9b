import { parse } from 'csv-parse/sync';
import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

const readBack = (text: string): string[][] => parse(csvOf([[text, 'last']]));

describe('a text in a CSV file', () => {
  it.each(['2019 Jayco', 'The "Big", one', 'a;b', 'two\nlines', 'ג׳ייקו 317', 'Wohnwagen 🚐'])(
    'is read back as it was: %j',
    (text) => expect(readBack(text)).toEqual([[text, 'last']]),
  );

  // A space, an invisible sign or a wide form before the rest hides a formula from who looks at the first sign.
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    ' =1+1',
    '\u00a0=1',
    '\n=1',
    '\t=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ])('is no formula: %j', (text) => expect(readBack(text)).toEqual([[`'${text}`, 'last']]));

  it('has nothing that hides or turns around what stands beside it', () => {
    expect(readBack('\u202e=1+1\u0000')).toEqual([["'=1+1", 'last']]);
    expect(readBack('Ea\u200bgle\u2066 \u0007X')).toEqual([['Eagle X', 'last']]);
  });

  it('is one cell, also where semicolons part cells', () => {
    const rows: string[][] = parse(csvOf([['a;=1+1']]), { delimiter: ';' });
    expect(rows).toEqual([['a;=1+1']]);
  });

  it('never begins with a sign of a formula, whatever it is', () => {
    const unit = constantFrom(
      '=',
      '+',
      '＝',
      'a',
      ',',
      '"',
      ' ',
      '\t',
      '\n',
      '\0',
      '\u200d',
      '\u202e',
    );
    assert(
      property(string({ unit }), (text) => {
        const [[cell = ''] = []] = readBack(text);
        expect(cell).not.toMatch(/^[\s\p{C}]*[=+＝]/u);
      }),
    );
  });
});

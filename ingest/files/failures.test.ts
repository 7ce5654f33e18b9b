import { expect, it } from 'vitest';
import { failuresInWords } from './failures.ts';

const failed = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ file: `/in/${n}.csv`, message: 'is empty' }));

it('names a few files that broke off, and counts the others', () => {
  expect(failuresInWords(failed(2))).toBe(
    '0.csv: is empty. 1.csv: is empty. Get them whole and ingest again.',
  );
  expect(failuresInWords(failed(6))).toMatch(/4\.csv: is empty\. 1 more file is not whole\./);
  expect(failuresInWords(failed(900))).toMatch(/ 895 more files are not whole\./);
});

it('writes out the signs of a name that would colour a terminal or break a line', () => {
  const named = 'lot\u001b[31m\n.csv';
  expect(failuresInWords([{ file: `/in/${named}`, message: 'is empty' }])).toMatch(
    /^lot\\u001b\[31m\\u000a\.csv: is empty\./,
  );
});

import * as fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { JsonSplitter } from './json-splitter.ts';
import { parsePath } from './names.ts';
import { textOf } from './names.ts';
import { parseJson } from './parse-json.ts';
import { readCsv } from './read-csv.ts';
import type { SourceRecord } from './record.ts';

const settings = { delimiter: ',', quote: '"', skipLines: 0, encoding: 'utf-8' } as const;

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string, size: number): Promise<string[][]> {
  const records: SourceRecord[] = await Array.fromAsync(
    readCsv(inChunks(Buffer.from(text), size), 'x.csv', settings),
  );
  return records.map(({ data, unreadable }) =>
    data?.kind === 'row' ? [...data.cells] : [unreadable ?? ''],
  );
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '😀', '') });
const quoted = (text: string): string =>
  /[",\n\r]/.test(text) || text.trim() === '' ? `"${text.replaceAll('"', '""')}"` : text;
const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
    minLength: 1,
    maxLength: 6,
  }),
);

it('the cells of a table come back as they were written, however its bytes arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom('\n', '\r\n'),
      fc.integer({ min: 1, max: 40 }),
      async (rows, lineEnd, size) => {
        const header = rows[0]?.map((_, index) => `c${index}`) ?? [];
        const text = [header, ...rows].map((row) => row.map(quoted).join(',')).join(lineEnd);
        expect(await rowsOf(text, size)).toEqual(rows);
      },
    ),
    { numRuns: 300 },
  );
});

it('what csv-parse reads without complaint is read the same', async () => {
  const anyText = fc.string({
    unit: fc.constantFrom('a', 'b', '"', ',', '\n', '""', '","', '"\n'),
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(anyText, fc.integer({ min: 1, max: 40 }), async (body, size) => {
      let expected: string[][];
      try {
        expected = parse(`h1,h2\n${body}`, { skip_empty_lines: true });
      } catch {
        return;
      }
      expect(await rowsOf(`h1,h2\n${body}`, size)).toEqual(expected.slice(1));
    }),
    { numRuns: 2_000 },
  );
});

it('the records of a JSON array are cut out whole, however its bytes arrive', () => {
  const layout = fc.constantFrom(undefined, 2, '\t');
  fc.assert(
    fc.property(
      fc.array(fc.object({ maxDepth: 3 })),
      layout,
      fc.integer({ min: 1, max: 60 }),
      (list, indent, size) => {
        const text = JSON.stringify(
          { before: [{ a: '[{"' }], inner: { list }, after: { list: [1] } },
          null,
          indent,
        );
        const bytes = Buffer.from(text);
        const splitter = new JsonSplitter({
          path: parsePath('inner.list'),
          parse: (slice) => ({ value: JSON.parse(slice.toString()) as unknown }),
        });
        const values: unknown[] = [];
        const take = (records: Iterable<{ outcome: { value: unknown } | { fault: string } }>) => {
          for (const { outcome } of records) if ('value' in outcome) values.push(outcome.value);
        };
        for (let at = 0; at < bytes.length; at += size)
          take(splitter.push(bytes.subarray(at, at + size)));
        take(splitter.end());
        expect(values).toEqual(JSON.parse(JSON.stringify(list)));
      },
    ),
    { numRuns: 300 },
  );
});

const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,20})?([eE][+-]?\d{1,3})?$/);

it('a number is written back as it was read', () => {
  fc.assert(
    fc.property(digits, (number) => {
      expect(JSON.stringify(parseJson(`{"n":${number}}`))).toBe(`{"n":${number}}`);
    }),
    { numRuns: 1_000 },
  );
});

it('a field that is a number has the same value, in plain decimals where these are not too long', () => {
  fc.assert(
    fc.property(digits, (number) => {
      const text = textOf((parseJson(`{"n":${number}}`) as { n: unknown }).n);
      expect(Number(text)).toBe(Number(number));
      const isLong = Math.abs(Number(number.split(/e/i)[1] ?? 0)) > 20;
      expect(isLong || /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './load-mapping.ts';
import { createSweep } from './sweep.ts';

const BY_NAME = `{ from: $file, pattern: '(?<value>\\d{8})', format: YYYYMMDD }`;

function sweptFrom(observedAt: string, instants: readonly string[]): string | undefined {
  const sweep = createSweep(
    parseMapping(
      `{ source: corner-rv, format: csv, fields: { title: Name }, observedAt: ${observedAt} }`,
      'corner-rv.yaml',
    ),
  );
  for (const instant of instants) sweep.note(instant);
  return sweep.from;
}

describe('a sweep', () => {
  it('is of the newest date, from the earliest of its files, in any order', () => {
    const instants = [
      '2026-05-28T09:00:00.000Z',
      '2026-05-28T14:00:00.000Z',
      '2026-05-27T23:59:00.000Z',
      '2026-03-01T10:00:00.000Z',
    ];
    const anyOrder = fc.shuffledSubarray(instants, { minLength: instants.length });
    fc.assert(
      fc.property(anyOrder, (order) => sweptFrom(BY_NAME, order) === '2026-05-28T09:00:00.000Z'),
    );
  });

  it.each([BY_NAME, '$option', `[${BY_NAME}, $option]`])(
    'is told of files dated by %s',
    (value) => {
      expect(sweptFrom(value, ['2026-05-28T00:00:00.000Z'])).toBe('2026-05-28T00:00:00.000Z');
    },
  );

  it.each(['Seen', '[Seen, $option]', `[${BY_NAME}, Seen]`, `{ template: '{Seen} {$file}' }`])(
    'is not told of records dated by %s',
    (value) => {
      expect(sweptFrom(value, ['2026-05-28T00:00:00.000Z'])).toBeUndefined();
    },
  );
});

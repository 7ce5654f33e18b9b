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
  it.each([
    [
      'dates',
      ['2026-05-28T00:00:00.000Z', '2026-05-27T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
      '2026-05-28T00:00:00.000Z',
    ],
    [
      'hours on either side of midnight',
      [
        '2026-05-29T09:00:00.000Z',
        '2026-05-29T00:00:00.000Z',
        '2026-05-28T12:00:00.001Z',
        '2026-05-28T00:00:00.001Z',
        '2026-05-27T23:00:00.000Z',
      ],
      '2026-05-28T12:00:00.001Z',
    ],
  ])('is from the earliest of the newest files that follow each other: %s', (_, instants, from) => {
    const anyOrder = fc.shuffledSubarray(instants, { minLength: instants.length });
    fc.assert(fc.property(anyOrder, (order) => sweptFrom(BY_NAME, order) === from));
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

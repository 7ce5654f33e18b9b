import { describe, expect, it } from 'vitest';
import { fieldOf, instantOf, letterQueryOf, nameOfPlace, openOf, placeOf } from './letter-state.ts';

const query = (text: string) => letterQueryOf(new URLSearchParams(text));

describe('dead letters in the address', () => {
  it('are filtered by what is understood of it', () => {
    expect(
      query('source=a&reason=no_price&since=2026-11-21T06:00:00.000Z&state=open&page=3'),
    ).toEqual({
      source: 'a',
      reason: 'no_price',
      since: '2026-11-21T06:00:00.000Z',
      state: 'open',
      page: 3,
    });
    expect(query('since=yesterday&until=&state=toString&page=-1&source=')).toEqual({ page: 1 });
    expect(query('page=1.5')).toEqual({ page: 1 });
  });

  it('are named by their place in the log', () => {
    const place = { topic: 'raw.listing.v1', partition: 3, offset: 4_100_200 };
    expect(placeOf(nameOfPlace(place))).toEqual(place);
    for (const text of [null, '', 'a/b', 'a/1/x', '../1/1', `${'a'.repeat(101)}/1/1`])
      expect(placeOf(text)).toBeNull();
  });

  it('have times that go to a field and back', () => {
    expect(fieldOf('2026-11-21T06:05:00.000Z')).toBe('2026-11-21T06:05');
    expect(instantOf('2026-11-21T06:05')).toBe('2026-11-21T06:05:00.000Z');
    expect(fieldOf(undefined)).toBe('');
    expect(instantOf('')).toBe('');
  });

  it('are counted as open by what the filter leaves', () => {
    const found = {
      byReason: [
        { reason: 'no_price', letters: 9, open: 5 },
        { reason: 'no_make', letters: 4, open: 4 },
      ],
      bySource: [{ source: 'a', letters: 8, open: 6 }],
    };
    expect(openOf(found, {})).toBe(9);
    expect(openOf(found, { source: 'a' })).toBe(6);
    // The rows by reason are of the chosen source already.
    expect(openOf(found, { source: 'a', reason: 'no_price' })).toBe(5);
    expect(openOf(found, { source: 'b' })).toBe(0);
  });
});

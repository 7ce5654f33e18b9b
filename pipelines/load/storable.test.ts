import { describe, expect, it } from 'vitest';
import type { Sighting } from '#schemas/facts.ts';
import { checkStorable } from './storable.ts';

const NOW = new Date('2026-11-21T06:00:00.000Z');

/** The numbers of a sighting; the rest of it is not looked at. */
const sighting = (over: Partial<Sighting>): Sighting =>
  ({
    observed_at: '2026-11-21 06:00:00.000',
    year: 2021,
    price: 20_000,
    msrp: null,
    mileage: null,
    length_ft: null,
    weight_lb: null,
    sleeps: null,
    slides: null,
    horsepower: null,
    days_on_lot: null,
    ...over,
  }) as Sighting;

describe('a sighting', () => {
  it.each([
    ['no number at all', { price: null, mileage: null, length_ft: null }],
    ['the largest numbers', { price: 2 ** 32 - 1, year: 65_535, sleeps: 65_535 }],
    ['an instant a day ahead', { observed_at: '2026-11-22 06:00:00.000' }],
    ['zeros and a length in parts of a foot', { price: 0, mileage: 0, length_ft: 31.5 }],
  ])('is stored with %s', (_, over) => {
    const row = sighting(over);
    expect(checkStorable(row, NOW)).toEqual({ kind: 'ok', value: row });
  });

  it.each([
    ['price', { price: 2 ** 32 }],
    ['price', { price: -1 }],
    ['mileage', { mileage: 12.5 }],
    ['year', { year: Number.NaN }],
    ['sleeps', { sleeps: 70_000 }],
    ['length_ft', { length_ft: Number.POSITIVE_INFINITY }],
  ])('that no column can hold is a dead letter naming %s', (name, over) => {
    expect(checkStorable(sighting(over), NOW)).toMatchObject({
      kind: 'dead-letter',
      reason: 'unstorable',
      detail: expect.stringContaining(`${name} is `) as string,
    });
  });

  it('seen more than a day from now is a dead letter naming both instants', () => {
    const row = sighting({ observed_at: '2026-11-22 06:00:00.001' });
    expect(checkStorable(row, NOW)).toEqual({
      kind: 'dead-letter',
      reason: 'observed_in_future',
      detail:
        'observed at 2026-11-22T06:00:00.001Z, more than a day after 2026-11-21T06:00:00.000Z',
    });
  });

  it('seen before anybody listed on the web is a dead letter naming the instant', () => {
    expect(checkStorable(sighting({ observed_at: '1980-01-01 00:00:00.000' }), NOW).kind).toBe(
      'ok',
    );
    expect(checkStorable(sighting({ observed_at: '1979-12-31 23:59:59.999' }), NOW)).toEqual({
      kind: 'dead-letter',
      reason: 'observed_too_early',
      detail: 'observed at 1979-12-31T23:59:59.999Z, before 1980-01-01T00:00:00.000Z',
    });
  });
});

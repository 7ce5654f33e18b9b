import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  count,
  date,
  decimal,
  percent,
  percentFine,
  share,
  shareOfAll,
  shortUsd,
  signedPercent,
  signedUsd,
  usd,
} from './format.ts';

const US = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat('en-US', options);
const DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const;
const amounts = fc.double({ min: -1e12, max: 1e12, noNaN: true });
const wholes = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });

describe('figures', () => {
  it('are dollars without decimals', () => expect(usd(89_450.4)).toBe('$89,450'));
  it('carry their sign where they are a change', () => {
    expect([signedUsd(1200), signedUsd(-800), signedUsd(0)]).toEqual(['+$1,200', '−$800', '$0']);
  });
  it('are short on axes', () => {
    const marks = [0, 900, 1_200, 1_500, 11_050, 20_000].map(shortUsd);
    expect(marks).toEqual(['$0', '$900', '$1.2k', '$1.5k', '$11.05k', '$20k']);
  });
  it('are rounded percent', () => expect([percent(49.6), share(0.95)]).toEqual(['50%', '95%']));
  it('are percent with one decimal, grouped', () => {
    const shown = [percentFine(6), percentFine(1070.2), signedPercent(-12_345.67)];
    expect(shown).toEqual(['6.0%', '1,070.2%', '−12,345.7%']);
  });
  it('say of all only what is of all', () => {
    expect([shareOfAll(0.9996), shareOfAll(1)]).toEqual(['99.9%', '100.0%']);
  });
  it('give an instant’s day in UTC wherever the reader is', () => {
    expect(date('2026-11-21T23:30:00.000Z')).toBe('Nov 21, 2026');
  });
  it('give a day as the United States write it', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01') }), (day) => {
        const written = day.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
        expect(date(day.toISOString())).toBe(written);
      }),
    );
  });
  it('are written as the United States write them', () => {
    fc.assert(
      fc.property(wholes, (value) => {
        expect(count(value)).toBe(US({}).format(value));
        expect(usd(value)).toBe(US(DOLLARS).format(value));
        const tenths = value / 10;
        expect(decimal(tenths)).toBe(US({ maximumFractionDigits: 1 }).format(tenths));
        const signed = US({ ...DOLLARS, signDisplay: 'exceptZero' }).format(value);
        expect(signedUsd(value)).toBe(signed.replace('-', '−'));
      }),
    );
  });
  it('are rounded to the nearest whole one, and nothing has no sign', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const shown = Number(usd(amount).replaceAll(/[$,]/g, ''));
        expect(Math.abs(shown - amount)).toBeLessThanOrEqual(0.5);
      }),
    );
    expect([usd(-0.4), signedUsd(-0.4), signedUsd(0.4)]).toEqual(['$0', '$0', '$0']);
  });
});

import { describe, expect, it } from 'vitest';
import { date, percent, share, shortUsd, signedUsd, usd } from './format.ts';

describe('figures', () => {
  it('are dollars without decimals', () => expect(usd(89_450.4)).toBe('$89,450'));
  it('carry their sign where they are a change', () => {
    expect([signedUsd(1200), signedUsd(-800), signedUsd(0)]).toEqual(['+$1,200', '−$800', '$0']);
  });
  it('are short on axes', () => expect([shortUsd(0), shortUsd(20_000)]).toEqual(['$0', '$20k']));
  it('are rounded percent', () => expect([percent(49.6), share(0.95)]).toEqual(['50%', '95%']));
  it('give an instant’s day in UTC wherever the reader is', () => {
    expect(date('2026-11-21T23:30:00.000Z')).toBe('Nov 21, 2026');
  });
});

import { describe, expect, it } from 'vitest';
import { ago, duration, when } from './when.ts';

describe('times for staff', () => {
  it('are in UTC, to the minute', () => {
    expect(when('2026-11-21T06:04:59.000Z')).toBe('Nov 21, 06:04 UTC');
    expect(when('2026-11-21T00:04:00.000Z')).toBe('Nov 21, 00:04 UTC');
  });

  it.each([
    [0, '0 s'],
    [0.42, '0.4 s'],
    [41.4, '41 s'],
    [59.7, '1 min'],
    [200, '3 min 20 s'],
    [3_900, '1 h 5 min'],
    [7_200, '2 h'],
    [187_200, '2 d 4 h'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it.each([
    ['2026-11-21T06:00:30.000Z', 'just now'],
    ['2026-11-21T06:01:30.000Z', 'just now'],
    ['2026-11-21T05:01:00.000Z', '1 h ago'],
    ['2026-11-21T05:49:00.000Z', '12 min ago'],
    ['2026-11-20T04:00:00.000Z', '26 h ago'],
    ['2026-11-17T04:00:00.000Z', '4 d ago'],
  ])('%s was %s', (instant, text) => {
    expect(ago(instant, '2026-11-21T06:01:00.000Z')).toBe(text);
  });
});

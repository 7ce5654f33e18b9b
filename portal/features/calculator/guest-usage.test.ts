import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analysesLeft, countOne, dayOf, usageToday } from './guest-usage.ts';

const TODAY = '2026-11-21';

describe('a guest’s analyses', () => {
  it('are three a day', () => {
    let usage = usageToday(null, TODAY);
    expect([usage.hasReachedLimit, analysesLeft(usage)]).toEqual([false, 3]);
    for (const left of [2, 1, 0]) {
      usage = countOne(usage, TODAY);
      expect([usage.hasReachedLimit, analysesLeft(usage)]).toEqual([left === 0, left]);
    }
  });

  it('start again on another day', () => {
    const spent = JSON.stringify({ count: 3, lastUsed: '2026-11-20', hasReachedLimit: true });
    expect(usageToday(spent, TODAY)).toEqual({ count: 0, lastUsed: TODAY, hasReachedLimit: false });
  });

  it('are kept through a reload of the same day', () => {
    const usage = countOne(usageToday(null, TODAY), TODAY);
    expect(usageToday(JSON.stringify(usage), TODAY)).toEqual(usage);
  });

  it('count midnight between two answers as a new day', () => {
    const late = { count: 2, lastUsed: '2026-11-20', hasReachedLimit: false };
    expect(countOne(late, TODAY).count).toBe(1);
  });

  it('survive whatever else stands in the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
        const usage = usageToday(stored, TODAY);
        expect(usage.lastUsed).toBe(TODAY);
        expect(usage.count).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('do not believe a stored limit that the count does not bear out', () => {
    const tampered = JSON.stringify({ count: 9, lastUsed: TODAY, hasReachedLimit: false });
    expect(usageToday(tampered, TODAY).hasReachedLimit).toBe(true);
  });

  it('go by the visitor’s own calendar', () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  });
});

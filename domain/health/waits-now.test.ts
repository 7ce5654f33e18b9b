import { describe, expect, it } from 'vitest';
import { waitsNow } from './waits-now.ts';

const waits = { why: 'asked_to', status: 503, until: '2026-11-21T06:20:00.000Z' } as const;
const alive = { at: '2026-11-21T06:10:00.000Z', waits };
const minute = (of: number) => `2026-11-21T06:${String(of).padStart(2, '0')}:00.000Z`;

describe('what a run waits for now', () => {
  it.each([
    ['until that is over', minute(19), '', waits],
    ['since it began', minute(19), minute(9), waits],
    ['and no longer than it said', minute(20), '', undefined],
    [
      'but not of before it was taken up again, or came to its end',
      minute(19),
      minute(15),
      undefined,
    ],
  ])('is what it said %s', (_, now, saidAt, expected) => {
    expect(waitsNow(alive, { saidAt, now: new Date(now) })).toEqual(expected);
  });

  it('is nothing where it said of nothing, or nothing at all', () => {
    const at = { saidAt: '', now: new Date(minute(11)) };
    expect(waitsNow({ at: alive.at }, at)).toBeUndefined();
    expect(waitsNow(undefined, at)).toBeUndefined();
  });
});

import { array, assert, constantFrom, double, integer, option, property, record } from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newPace, paceAfter, type HostPace, type PaceAnswer } from './host-pace.ts';
import { longestWaitMs, readRetryAfter } from './retry-after.ts';

const settings = { leastDelayMs: 1_000, mostDelayMs: 60_000 };
const now = Date.parse('2026-11-21T06:00:00Z');
const after = (pace: HostPace, kind: PaceAnswer['kind'], more: Partial<PaceAnswer> = {}) =>
  paceAfter(pace, { kind, startedAt: now, endedAt: now, ...more }, settings, 0);
const start = newPace(settings);

describe('the delay', () => {
  it('goes half way to the time an answer took, up and down', () => {
    const slow = after(start, 'ok', { endedAt: now + 9_000 });
    expect(slow).toMatchObject({ delayMs: 5_000, notBefore: now + 14_000 });
    expect(after(slow, 'ok', { endedAt: now + 1_000 }).delayMs).toBe(3_000);
  });

  it('stays within what the site asks for and the longest, of which the first wins', () => {
    expect(after(start, 'ok').delayMs).toBe(1_000);
    expect(after(start, 'ok', { endedAt: now + 900_000 }).delayMs).toBe(60_000);
    const crawlDelay = { leastDelayMs: 120_000, mostDelayMs: 60_000 };
    const pace = paceAfter(
      newPace(crawlDelay),
      { kind: 'ok', startedAt: now, endedAt: now },
      crawlDelay,
      0,
    );
    expect(pace).toMatchObject({ delayMs: 120_000, notBefore: now + 120_000 });
  });
});

describe('a host that asks for less', () => {
  it('is left alone for what it says', () => {
    const pace = after(start, 'slow_down', { retryAfterMs: 5_000 });
    expect(pace.notBefore).toBe(now + 5_000);
  });

  it('is left alone for a minute, doubling, a day at most, where it says nothing', () => {
    let pace = start;
    const waits = Array.from({ length: 13 }, () => {
      pace = after({ ...pace, notBefore: 0 }, 'slow_down');
      return (pace.notBefore - now) / 60_000;
    });
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
    expect(waits.at(-1)).toBe(24 * 60);
  });

  it('is forgiven after half an hour without, from the end of its wait', () => {
    const pace = after(after(start, 'slow_down'), 'slow_down');
    const at = (minutes: number) => ({ startedAt: now, endedAt: now + minutes * 60_000 });
    expect(after(pace, 'ok', at(2 + 29)).incidents).toBe(2);
    expect(after(pace, 'ok', at(2 + 30)).incidents).toBe(0);
  });

  it('is left alone ever longer where it refuses whenever it is asked, up to a day', () => {
    let pace = start;
    let at = now;
    const waits = Array.from({ length: 12 }, () => {
      pace = after(pace, 'slow_down', { startedAt: at, endedAt: at });
      const wait = pace.notBefore - at;
      at = pace.notBefore;
      return wait / 60_000;
    });
    expect(waits.slice(5, 7)).toEqual([32, 64]);
    expect(waits.at(-1)).toBe(24 * 60);
  });

  it('is not asked at once for saying so: from the second time on its wait doubles, too', () => {
    const first = after(start, 'slow_down', { retryAfterMs: 0 });
    expect(first.notBefore).toBe(now + 1_000);
    const second = after(first, 'slow_down', { retryAfterMs: 0 });
    expect(second.notBefore).toBe(now + 120_000);
    expect(after(second, 'slow_down', { retryAfterMs: 900_000 }).notBefore).toBe(now + 900_000);
  });
});

/** The laws that a step from one pace to the next breaks. */
function broken(pace: HostPace, next: HostPace, answer: PaceAnswer): string[] {
  const { kind, endedAt, retryAfterMs } = answer;
  const wait = next.notBefore - endedAt;
  const laws = {
    'the delay stays within its bounds':
      next.delayMs >= settings.leastDelayMs && next.delayMs <= settings.mostDelayMs,
    'the delay follows the end of an answer': wait >= next.delayMs,
    'a wait is never shortened': next.notBefore >= pace.notBefore,
    'a failing answer never speeds it up': kind === 'ok' || next.delayMs >= pace.delayMs,
    'what is asked for is waited': kind !== 'slow_down' || wait >= (retryAfterMs ?? 60_000),
    'no wait is longer than a day and its jitter': wait <= longestWaitMs * 1.1,
  };
  return Object.entries(laws).flatMap(([law, holds]) => (holds ? [] : [law]));
}

it('keeps its laws through any sequence of answers', () => {
  const kinds: PaceAnswer['kind'][] = ['ok', 'slow_down', 'failed'];
  const step = record({
    kind: constantFrom(...kinds),
    took: integer({ min: 0, max: 200_000 }),
    idle: integer({ min: 0, max: 4_000_000 }),
    retryAfterMs: option(integer({ min: 0, max: longestWaitMs }), { nil: undefined }),
    random: double({ min: 0, max: 1, noNaN: true }),
  });
  assert(
    property(array(step, { maxLength: 30 }), (steps) => {
      let pace = start;
      let endedAt = now;
      for (const { kind, took, idle, retryAfterMs, random } of steps) {
        const startedAt = Math.max(pace.notBefore, endedAt + idle);
        endedAt = startedAt + took;
        const answer = { kind, startedAt, endedAt, retryAfterMs };
        const next = paceAfter(pace, answer, settings, random);
        expect(broken(pace, next, answer)).toEqual([]);
        pace = next;
      }
    }),
  );
});

describe('Retry-After', () => {
  // Wherever we are: a date without a zone is in that of HTTP.
  beforeEach(() => void vi.stubEnv('TZ', 'Asia/Tokyo'));
  afterEach(() => void vi.unstubAllEnvs());
  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 7 ', 7_000],
    ['Sat, 21 Nov 2026 06:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 05:00:00 GMT', 0],
    ['999999999', longestWaitMs],
    ['Fri, 31 Dec 9999 23:59:59 GMT', longestWaitMs],
    ['Sat Nov 21 06:02:00 2026', 120_000],
    ['Saturday, 21-Nov-26 06:02:00 GMT', 120_000],
    ['soon', undefined],
    ['soon 5', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (header, wait) => expect(readRetryAfter(header, now)).toBe(wait));
});

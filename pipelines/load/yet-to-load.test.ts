import { expect, it } from 'vitest';
import type { EventLog } from '#platform/log/port.ts';
import { yetToLoad } from './yet-to-load.ts';

/** A log whose one partition ends at 5, of which the loader has committed so much. */
const logWith = (committed: number): Pick<EventLog, 'positions'> => ({
  positions: () => Promise.resolve([{ partition: 0, end: 5, committed }]),
});

it('is what lies below the ends of a run and is not committed', async () => {
  expect(await yetToLoad(logWith(2), [{ partition: 0, end: 4 }])).toBe(2);
  expect(await yetToLoad(logWith(4), [{ partition: 0, end: 4 }])).toBe(0);
});

it('is nothing more where all of the log is committed: what a run says lies past its end was in another log', async () => {
  expect(await yetToLoad(logWith(3), [{ partition: 0, end: 900 }])).toBe(2);
  expect(await yetToLoad(logWith(5), [{ partition: 0, end: 900 }])).toBe(0);
  expect(await yetToLoad(logWith(5), [{ partition: 7, end: 3 }])).toBe(0);
});

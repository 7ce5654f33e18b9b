import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeat } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('works again so long after the last time ended, also when that threw', async () => {
  const errors: unknown[] = [];
  let times = 0;
  const work = async () => {
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (times === 1) throw new Error('away');
  };
  const running = repeat(work, 1_000, (error) => errors.push(error));
  await vi.advanceTimersByTimeAsync(2_499);
  expect(times).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(times).toBe(2);
  expect(errors).toEqual([new Error('away')]);
  await vi.advanceTimersByTimeAsync(500);
  await running.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(times).toBe(2);
});

it('lets the work in hand end before it has stopped, and begins no other', async () => {
  const inHand = Promise.withResolvers<void>();
  let times = 0;
  const running = repeat(
    () => {
      times += 1;
      return inHand.promise;
    },
    1_000,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  let stopped = false;
  const stopping = running.stop().then(() => (stopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).toBe(false);
  inHand.resolve();
  await stopping;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(times).toBe(1);
});

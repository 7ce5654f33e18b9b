import { expect, it } from 'vitest';
import { Cancels } from './cancels.ts';

const cancel = (runId: string) => ({ runId, at: '2026-11-21T06:00:00.000Z' });

it('a run is given up before it begins, while it runs, and when it comes again', async () => {
  const cancels = new Cancels();
  cancels.apply(cancel('early'));
  const seen = await cancels.during('early', async (cancelled) => cancelled.aborted);
  expect(seen).toBe(true);
  await cancels.during('late', async (cancelled) => {
    cancels.apply(cancel('other'));
    expect(cancelled.aborted).toBe(false);
    cancels.apply(cancel('late'));
    expect(cancelled.aborted).toBe(true);
  });
  expect(await cancels.during('late', async (cancelled) => cancelled.aborted)).toBe(true);
});

it('of those given up the newest are remembered', async () => {
  const cancels = new Cancels();
  for (let n = 0; n <= 1_000; n += 1) cancels.apply(cancel(`run-${n}`));
  const isCancelled = (runId: string) =>
    cancels.during(runId, async (cancelled) => cancelled.aborted);
  expect([await isCancelled('run-0'), await isCancelled('run-1')]).toEqual([false, true]);
});

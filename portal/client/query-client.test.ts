import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiFailure } from './failures.ts';
import { createQueryClient } from './query-client.ts';

const failureOf = (code: string) =>
  new ApiFailure(503, 'Service Unavailable', JSON.stringify({ code, message: 'Not yet.' }));

describe('a query', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A query on the screen that fails with these codes one after the other, then has its answer. */
  function shown(...codes: string[]) {
    let asked = 0;
    const queryClient = createQueryClient();
    queryClient.mount();
    const observer = new QueryObserver<string>(queryClient, {
      queryKey: ['market'],
      queryFn: async () => {
        const code = codes[asked++];
        if (code !== undefined) throw failureOf(code);
        return 'the market';
      },
    });
    const leave = observer.subscribe(() => undefined);
    return { observer, leave, asked: () => asked };
  }

  it('is asked again while the market is being prepared, until it is there', async () => {
    const { observer, asked } = shown('market_not_ready', 'market_not_ready');
    await vi.advanceTimersByTimeAsync(25_000);
    expect(observer.getCurrentResult().data).toBe('the market');
    expect(asked()).toBe(3);
  });

  it('keeps one waiting time where it is asked by hand meanwhile', async () => {
    const { observer, asked } = shown('market_not_ready', 'market_not_ready', 'market_not_ready');
    await vi.advanceTimersByTimeAsync(5_000);
    await observer.refetch();
    await vi.advanceTimersByTimeAsync(9_000);
    expect(asked()).toBe(2);
  });

  it('is asked no more once nobody looks at it', async () => {
    const { leave, asked } = shown('market_not_ready');
    await vi.advanceTimersByTimeAsync(1_000);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(1);
  });

  it('is asked again once the device has a connection again, where it failed alone', async () => {
    const { observer, asked } = shown('unavailable');
    await vi.advanceTimersByTimeAsync(1_000);
    for (let times = 0; times < 2; times++) {
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(observer.getCurrentResult().data).toBe('the market');
      expect(asked()).toBe(2);
    }
  });

  it('is not asked again after any other failure', async () => {
    const { asked } = shown('unavailable');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(1);
  });
});

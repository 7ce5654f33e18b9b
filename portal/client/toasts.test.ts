import { describe, expect, it } from 'vitest';
import { createToastStore } from './toasts.ts';

describe('toasts', () => {
  it('are one at a time: a newer one takes the place of the older', () => {
    const store = createToastStore();
    let told = 0;
    const stop = store.subscribe(() => (told += 1));
    store.show({ title: 'RV Saved', tone: 'good' });
    store.show({ title: 'Error', tone: 'bad' });
    expect(store.current()).toMatchObject({ title: 'Error', tone: 'bad' });
    store.dismiss();
    expect(store.current()).toBeNull();
    expect(told).toBe(3);
    stop();
    store.show({ title: 'RV Saved', tone: 'good' });
    expect(told).toBe(3);
  });

  it('are told apart also where they say the same', () => {
    const store = createToastStore();
    const numbers = [1, 2].map(() => {
      store.show({ title: 'Error', tone: 'bad' });
      return store.current()?.number;
    });
    expect(new Set(numbers).size).toBe(2);
  });
});

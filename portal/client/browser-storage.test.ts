import { describe, expect, it } from 'vitest';
import { safeStorage, type KeyValue } from './browser-storage.ts';

const blocked: KeyValue = {
  getItem: () => {
    throw new Error('blocked');
  },
  setItem: () => {
    throw new Error('full');
  },
  removeItem: () => {
    throw new Error('blocked');
  },
};

describe('browser storage', () => {
  it('keeps values for the page where the browser’s storage throws', () => {
    const storage = safeStorage(() => blocked);
    storage.setItem('key', 'value');
    expect(storage.getItem('key')).toBe('value');
    storage.removeItem('key');
    expect(storage.getItem('key')).toBeNull();
  });

  it('works where even naming the storage throws', () => {
    const storage = safeStorage(() => {
      throw new Error('SecurityError');
    });
    expect(storage.getItem('key')).toBeNull();
  });
});

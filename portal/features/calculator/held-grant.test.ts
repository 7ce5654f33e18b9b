import { expect, it } from 'vitest';
import { safeStorage } from '../../client/browser-storage.ts';
import { heldGrant, holdGrant, releaseGrant } from './held-grant.ts';

const HOUR_MS = 3_600_000;

const emptyStorage = () =>
  safeStorage(() => {
    throw new Error('switched off');
  });

it('holds a grant for whose it is, an hour and no longer', () => {
  const storage = emptyStorage();
  expect(heldGrant(storage, 'ada', 0)).toBeUndefined();
  for (const state of ['unused', 'asked'] as const) {
    holdGrant(storage, 'ada', state, 0);
    expect(heldGrant(storage, 'ada', HOUR_MS - 1)).toBe(state);
    expect(heldGrant(storage, 'ada', HOUR_MS)).toBeUndefined();
    expect(heldGrant(storage, 'bob', 1)).toBeUndefined();
  }
});

it('holds it no longer for having been asked with', () => {
  const storage = emptyStorage();
  holdGrant(storage, 'ada', 'unused', 0);
  holdGrant(storage, 'ada', 'asked', HOUR_MS - 1);
  expect(heldGrant(storage, 'ada', HOUR_MS - 1)).toBe('asked');
  expect(heldGrant(storage, 'ada', HOUR_MS)).toBeUndefined();
});

it('holds none that was released, nor reads one from something else', () => {
  const storage = emptyStorage();
  holdGrant(storage, 'ada', 'unused', 0);
  releaseGrant(storage);
  expect(heldGrant(storage, 'ada', 1)).toBeUndefined();
  storage.setItem('rigworth.grant', 'ada soon');
  expect(heldGrant(storage, 'ada', 1)).toBeUndefined();
});

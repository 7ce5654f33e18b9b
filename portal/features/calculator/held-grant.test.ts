import { expect, it } from 'vitest';
import { safeStorage } from '../../client/browser-storage.ts';
import { holdGrant, holdsGrant, releaseGrant } from './held-grant.ts';

const HOUR_MS = 3_600_000;

const emptyStorage = () =>
  safeStorage(() => {
    throw new Error('switched off');
  });

it('holds a grant for whose it is, an hour and no longer', () => {
  const storage = emptyStorage();
  expect(holdsGrant(storage, 'ada', 0)).toBe(false);
  holdGrant(storage, 'ada', 0);
  expect(holdsGrant(storage, 'ada', HOUR_MS - 1)).toBe(true);
  expect(holdsGrant(storage, 'ada', HOUR_MS)).toBe(false);
  expect(holdsGrant(storage, 'bob', 1)).toBe(false);
});

it('holds none that was released, nor reads one from something else', () => {
  const storage = emptyStorage();
  holdGrant(storage, 'ada', 0);
  releaseGrant(storage);
  expect(holdsGrant(storage, 'ada', 1)).toBe(false);
  storage.setItem('rigworth.grant', 'ada soon');
  expect(holdsGrant(storage, 'ada', 1)).toBe(false);
});

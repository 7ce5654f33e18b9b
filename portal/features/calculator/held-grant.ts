import type { KeyValue } from '../../client/browser-storage.ts';

const KEY = 'rigworth.grant';
/** So long the server leaves a grant unspent whose analysis was not answered. */
const HELD_MS = 3_600_000;

/**
 * A member's grant whose analysis has not been answered yet. While it is held no other is asked for: the server
 * takes one that did not reach it for lost only after a while, and would count another before.
 */
export function holdsGrant(
  storage: KeyValue,
  member: string | null | undefined,
  now = Date.now(),
): boolean {
  const [holder, until] = (storage.getItem(KEY) ?? '').split(' ');
  return holder === member && now < Number(until);
}

export const holdGrant = (storage: KeyValue, member: string, now = Date.now()): void =>
  storage.setItem(KEY, `${member} ${now + HELD_MS}`);

export const releaseGrant = (storage: KeyValue): void => storage.removeItem(KEY);

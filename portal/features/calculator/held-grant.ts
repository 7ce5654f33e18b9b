import type { KeyValue } from '../../client/browser-storage.ts';

const KEY = 'rigworth.grant';
/** So long the server leaves a grant unspent whose analysis was not answered. */
const HELD_MS = 3_600_000;

/** `asked` once its analysis was asked for and nothing of ours came back: it may have been used up. */
export type HeldGrant = 'unused' | 'asked';

/**
 * A member's grant whose analysis has not been answered yet. While it is held no other is asked for: the server
 * takes one that did not reach it for lost only after a while, and would count another before.
 */
export const heldGrant = (
  storage: KeyValue,
  member: string | null | undefined,
  now = Date.now(),
): HeldGrant | undefined => held(storage, member, now)?.state;

/** For so long as the one is held that is, else an hour from now. */
export function holdGrant(
  storage: KeyValue,
  member: string,
  state: HeldGrant,
  now = Date.now(),
): void {
  const until = held(storage, member, now)?.until ?? now + HELD_MS;
  storage.setItem(KEY, `${member} ${until} ${state}`);
}

export const releaseGrant = (storage: KeyValue): void => storage.removeItem(KEY);

function held(storage: KeyValue, member: string | null | undefined, now: number) {
  const [holder, end, asked] = (storage.getItem(KEY) ?? '').split(' ');
  const until = Number(end);
  if (holder !== member || !(now < until)) return undefined;
  return { until, state: asked === 'asked' ? asked : 'unused' } as const;
}

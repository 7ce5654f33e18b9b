import { useSyncExternalStore } from 'react';
import { localStore } from '../../client/browser-storage.ts';
import { countOne, dayOf, usageToday, type GuestUsage } from './guest-usage.ts';

const KEY = 'rigworth.guest-usage';
const listeners = new Set<() => void>();

const today = () => dayOf(new Date());

/** Another tab's analyses count too, and a tab left open over midnight starts anew when looked at. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  window.addEventListener('focus', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
    window.removeEventListener('focus', listener);
  };
}

const snapshot = (): string => JSON.stringify(usageToday(localStore.getItem(KEY), today()));

/** The guest's usage as it stands in the browser now, not as last drawn. */
export const currentGuestUsage = (): GuestUsage => usageToday(localStore.getItem(KEY), today());

/** Counts an answer that was received. */
export function countGuestAnalysis(): void {
  localStore.setItem(KEY, JSON.stringify(countOne(currentGuestUsage(), today())));
  for (const listener of listeners) listener();
}

export const useGuestUsage = (): GuestUsage =>
  usageToday(useSyncExternalStore(subscribe, snapshot), today());

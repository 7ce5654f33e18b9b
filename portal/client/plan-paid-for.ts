import { sessionStore } from './browser-storage.ts';

/**
 * Whether what is paid in this tab is for life, noted as the card is handed over: a bank that is a page of its own
 * comes back with an address that does not say so, and without the state of our history.
 */
const KEY = 'rigworth.paid-for-life';

export const notePaidForLife = (forLife: boolean): void =>
  sessionStore.setItem(KEY, String(forLife));

export const isPaidForLife = (): boolean => sessionStore.getItem(KEY) === 'true';

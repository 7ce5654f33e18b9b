import { sessionStore } from './browser-storage.ts';
import { forgetResults } from './kept-results.ts';
import { forgetWanted } from './wanted-analysis.ts';

const KEY = 'rigworth.owner';

/** Who was the last to be signed in in this tab, which session storage outlasts the sessions of. */
export const tabOwner = (): string | null => sessionStore.getItem(KEY);

export const setTabOwner = (id: string): void => sessionStore.setItem(KEY, id);

/** Forgets what the tab holds of who was signed in in it. */
export function forgetOwner(): void {
  forgetResults(sessionStore);
  forgetWanted();
  sessionStore.removeItem(KEY);
}

import { sessionStore } from './browser-storage.ts';
import { forgetResults } from './kept-results.ts';
import { forgetWanted } from './wanted-analysis.ts';

const KEY = 'rigworth.owner';

/** Who was the last to be signed in in this tab, which session storage outlasts the sessions of. */
export const tabOwner = (): string | null => sessionStore.getItem(KEY);

let owner = tabOwner();

/**
 * Whom the page that stands here was drawn for; null while that was a guest only. Somebody else is it not before the
 * page is loaded anew: what was typed until then is not theirs.
 */
export const pageOwner = (): string | null => owner;

export function setTabOwner(id: string): void {
  owner ??= id;
  sessionStore.setItem(KEY, id);
}

/** Forgets what the tab holds of who was signed in in it, for the page that is loaded next. */
export function forgetTab(): void {
  forgetResults(sessionStore);
  forgetWanted();
  sessionStore.removeItem(KEY);
}

/** The same where they left by themselves, and the page goes on. */
export function forgetOwner(): void {
  forgetTab();
  owner = null;
}

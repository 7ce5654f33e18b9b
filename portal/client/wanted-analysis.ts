import { sessionStore } from './browser-storage.ts';

const KEY = 'rigworth.wanted';

/** Notes the analysis that is left in order to pay for it: paying ends on another page. */
export const noteWanted = (): void =>
  sessionStore.setItem(KEY, location.pathname + location.search);

/** Its address here, if one was left. */
export const wantedAnalysis = (): string | null => sessionStore.getItem(KEY);

export const forgetWanted = (): void => sessionStore.removeItem(KEY);

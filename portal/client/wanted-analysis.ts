import { sessionStore } from './browser-storage.ts';

const KEY = 'rigworth.wanted';

/** Notes the analysis that is left in order to pay for it, which ends on another page; none where no RV is named. */
export function noteWanted(params = new URLSearchParams(location.search)): void {
  forgetWanted();
  if (params.has('make')) sessionStore.setItem(KEY, `${location.pathname}?${params}`);
}

/** Its address here, once. */
export function takeWanted(): string | null {
  const address = sessionStore.getItem(KEY);
  forgetWanted();
  return address;
}

export const forgetWanted = (): void => sessionStore.removeItem(KEY);

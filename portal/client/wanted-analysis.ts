import { sessionStore } from './browser-storage.ts';

const KEY = 'rigworth.wanted';

/** Notes the analysis that is left in order to pay for it, which ends on another page; none where no RV was named. */
export function noteWanted(): void {
  forgetWanted();
  const { pathname, search } = location;
  if (new URLSearchParams(search).has('make')) sessionStore.setItem(KEY, pathname + search);
}

/** Its address here, once. */
export function takeWanted(): string | null {
  const address = sessionStore.getItem(KEY);
  forgetWanted();
  return address;
}

export const forgetWanted = (): void => sessionStore.removeItem(KEY);

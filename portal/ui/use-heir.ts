import { type RefObject, useLayoutEffect } from 'react';

/** Gives the focus to the element of that id, which has to stay, when what is focused leaves the page. */
export function useHeir(own: RefObject<HTMLElement | null>, heir: string | undefined): void {
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      // It is still in the page: afterwards the browser has given its focus to nothing.
      if (heir !== undefined && element !== null && document.activeElement === element)
        focusHeading(heir);
    };
  }, [own, heir]);
}

export const focusHeading = (id: string): void =>
  document.getElementById(id)?.focus({ preventScroll: true });

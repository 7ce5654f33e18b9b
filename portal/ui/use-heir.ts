import { type RefObject, useLayoutEffect } from 'react';

/** Gives the focus to the element of that id, which has to stay, when what is focused leaves the page. */
export function useHeir(own: RefObject<HTMLElement | null>, heir: string | undefined): void {
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      // It is still in the page: afterwards the browser has given its focus to nothing.
      if (heir !== undefined && element !== null && document.activeElement === element)
        document.getElementById(heir)?.focus({ preventScroll: true });
    };
  }, [own, heir]);
}

/** Gives the focus to the heading over what is focused, or to its part of the page, when that leaves it. */
export function useHeadingAsHeir(own: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = own.current;
    return () => {
      if (element === null || document.activeElement !== element) return;
      const heir = headingOver(element);
      if (heir?.hasAttribute('tabindex') === false) heir.tabIndex = -1;
      heir?.focus({ preventScroll: true });
    };
  }, [own]);
}

function headingOver(element: Element): HTMLElement | null {
  const part = element.closest<HTMLElement>('section, [role=region], [role=tabpanel], main');
  const headings = [...(part?.querySelectorAll<HTMLElement>('h1, h2, h3') ?? [])];
  const isOver = (heading: HTMLElement) =>
    (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return headings.findLast(isOver) ?? part;
}

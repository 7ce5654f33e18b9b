import { useLayoutEffect, useRef } from 'react';

/**
 * For a button that is disabled while what it asked for is under way: Chromium takes the focus from it then, and it
 * has it back afterwards where nothing else took it (a dialog gives it to the page's content at most).
 */
export function useKeptFocus(disabled: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const held = useRef(false);
  useLayoutEffect(() => {
    if (disabled) {
      held.current = document.activeElement === button.current;
      return;
    }
    if (held.current && document.activeElement?.matches('body, main'))
      button.current?.focus({ preventScroll: true });
    held.current = false;
  }, [disabled]);
  return button;
}

import { focusManager } from '@tanstack/react-query';

/**
 * Has what is refetched on window focus (specification, section 4) hear it also when the window was only
 * beside another one: TanStack listens to the tab being hidden and shown alone.
 */
export function hearFocus(): void {
  focusManager.setEventListener((heard) => {
    const listener = () => heard();
    window.addEventListener('focus', listener);
    window.addEventListener('visibilitychange', listener);
    return () => {
      window.removeEventListener('focus', listener);
      window.removeEventListener('visibilitychange', listener);
    };
  });
}

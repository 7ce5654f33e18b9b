import { useSyncExternalStore } from 'react';

/** As the breakpoint `lg` of the theme. */
const wide = () => matchMedia('(width >= 64rem)');

const subscribe = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** Whether there is room beside the content, for what else is folded away. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches);

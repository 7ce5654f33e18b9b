import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from '../client/toasts.ts';

const ToastCard = lazy(async () => ({
  default: (await import('../ui/toast-card.tsx')).ToastCard,
}));

/** Shows the toast there is. What draws it is loaded with the first. */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  if (toast === null) return null;
  return (
    <Suspense fallback={null}>
      <ToastCard toast={toast} onClose={toasts.dismiss} />
    </Suspense>
  );
}

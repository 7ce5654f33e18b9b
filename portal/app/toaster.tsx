import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { type Toast, toasts } from '../client/toasts.ts';
import { LAYOUT } from '../content/brand.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { later } from '../ui/later.tsx';

const ToastCard = later(async () => (await import('../ui/toast-card.tsx')).ToastCard);

/** Shows the toast there is. What draws it well is loaded with the first; what it says needs no connection. */
export function Toaster() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current);
  const { pathname } = useLocation();
  useEffect(() => toasts.turnTo(pathname), [pathname]);
  if (toast === null) return null;
  return (
    <ErrorBoundary fallback={<PlainToast toast={toast} />}>
      <Suspense fallback={null}>
        <ToastCard toast={toast} onClose={toasts.dismiss} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Stays until it is closed. */
const PlainToast = ({ toast }: { toast: Toast }) => (
  <div
    data-toast={toast.tone}
    className="no-print pointer-events-auto fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md"
  >
    <Alert
      tone={toast.tone === 'bad' ? 'destructive' : 'info'}
      live
      title={toast.title}
      action={
        <Button look="secondary" size="small" onClick={toasts.dismiss}>
          {LAYOUT.toasts.close}
        </Button>
      }
    >
      {toast.text}
    </Alert>
  </div>
);

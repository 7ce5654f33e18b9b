import { Suspense, type ReactNode, useState } from 'react';
import { toasts } from '../client/toasts.ts';
import { OVERLAY_FAILED } from '../content/brand.ts';
import { ErrorBoundary } from './error-boundary.tsx';

interface OverlayProps {
  /** It is to be taken as closed. */
  onFailed: () => void;
  /** Nobody asked for it: nothing is said where it cannot be shown. */
  unasked?: boolean;
  children: ReactNode;
}

/**
 * What opens over the page, its code loaded when it does. Where it cannot be shown the page stays, and a toast says so,
 * but not on the next page to who has gone on meanwhile.
 */
export function Overlay({ onFailed, unasked = false, children }: OverlayProps) {
  const [ofPage] = useState(location.pathname);
  return (
    <ErrorBoundary
      fallback={null}
      onError={() => {
        if (!unasked && location.pathname === ofPage)
          toasts.show({ ...OVERLAY_FAILED, tone: 'bad', ofPage });
        onFailed();
      }}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

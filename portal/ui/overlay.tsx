import { Suspense, type ReactNode } from 'react';
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

/** What opens over the page, its code loaded when it does. Where it cannot be shown the page stays, and a toast says so. */
export const Overlay = ({ onFailed, unasked = false, children }: OverlayProps) => (
  <ErrorBoundary
    fallback={null}
    onError={() => {
      if (!unasked) toasts.show({ ...OVERLAY_FAILED, tone: 'bad', ofPage: location.pathname });
      onFailed();
    }}
  >
    <Suspense fallback={null}>{children}</Suspense>
  </ErrorBoundary>
);

import { Suspense, type ReactNode } from 'react';
import { PART_NOT_LOADED } from '../content/brand.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotLoaded } from './later.tsx';
import { useRetryOnline } from './use-retry-online.ts';

interface PartProps {
  /** Stands there while its code is on its way. */
  waiting: ReactNode;
  /** What is said in place of the usual where its code does not come. */
  failure?: string;
  children: ReactNode;
}

/**
 * A part of a page whose code comes by itself. Where it does not, the rest of the page stays, and it is asked for
 * again by hand or once there is a connection again. A part that throws takes its page with it, where nothing
 * is said in its place.
 */
export const Part = ({ waiting, failure, children }: PartProps) => (
  <ErrorBoundary fallback={insteadOf(failure)}>
    <Suspense fallback={waiting}>{children}</Suspense>
  </ErrorBoundary>
);

const insteadOf = (failure: string | undefined) => (error: unknown, retry: () => void) => {
  if (failure === undefined && !(error instanceof NotLoaded)) throw error;
  return <NotThere failure={failure} retry={retry} />;
};

function NotThere({ failure, retry }: { failure: string | undefined; retry: () => void }) {
  useRetryOnline(retry);
  const again = (
    <Button look={failure === undefined ? 'primary' : 'secondary'} size="small" onClick={retry}>
      {PART_NOT_LOADED.retry}
    </Button>
  );
  if (failure === undefined)
    return (
      <Alert tone="destructive" live title={PART_NOT_LOADED.title} action={again}>
        {PART_NOT_LOADED.text}
      </Alert>
    );
  return (
    <div className="grid justify-items-start gap-3 p-4">
      <p className="text-ink-muted">{failure}</p>
      {again}
    </div>
  );
}

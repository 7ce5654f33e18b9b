import { useRef } from 'react';
import { isNotReady, reasonOf } from '../client/failures.ts';
import { WENT_WRONG } from '../content/brand.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';
import { useHeadingAsHeir } from './use-heir.ts';

interface LoadFailedProps {
  /** `text` where the screen has more to say than that it failed. */
  words: { title: string; text?: string; retry: string };
  /** The query that failed. */
  query: { error: Error | null; refetch: () => Promise<unknown> };
}

/**
 * What should stand here could not be loaded, and why; it is asked for again on demand. What the server is
 * still preparing is no fault, and is asked for again by itself.
 */
export function LoadFailed({ words, query }: LoadFailedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useHeadingAsHeir(again);
  return (
    <Alert
      tone={isNotReady(query.error) ? 'info' : 'destructive'}
      live
      title={words.title}
      action={
        <Button ref={again} size="small" onClick={() => void query.refetch()}>
          {words.retry}
        </Button>
      }
    >
      {reasonOf(query.error, words.text ?? WENT_WRONG)}
    </Alert>
  );
}

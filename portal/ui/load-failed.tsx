import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface LoadFailedProps {
  words: { title: string; text?: string; retry: string };
  /** The query that failed. */
  query: { refetch: () => Promise<unknown> };
}

/** What should stand here could not be loaded; it is asked for again on demand. */
export function LoadFailed({ words, query }: LoadFailedProps) {
  return (
    <Alert
      tone="destructive"
      live
      title={words.title}
      action={
        <Button size="small" onClick={() => void query.refetch()}>
          {words.retry}
        </Button>
      }
    >
      {words.text}
    </Alert>
  );
}

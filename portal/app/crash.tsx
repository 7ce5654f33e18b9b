import { CRASH, PAGE_NOT_LOADED } from '../content/brand.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { NotLoaded } from '../ui/later.tsx';
import { useRetryOnline } from '../ui/use-retry-online.ts';

interface CrashProps {
  error: unknown;
  retry: () => void;
}

/**
 * A page that threw, or whose code could not be loaded; the header and footer stay. The code is asked for
 * again by hand, and when the device has a connection again.
 */
export function Crash({ error, retry }: CrashProps) {
  const notLoaded = error instanceof NotLoaded;
  useRetryOnline(notLoaded ? retry : null);
  const words = notLoaded ? PAGE_NOT_LOADED : CRASH;
  return (
    <div className="frame py-16">
      <Alert
        tone="destructive"
        live
        title={words.title}
        action={
          <>
            {notLoaded && <Button onClick={retry}>{PAGE_NOT_LOADED.retry}</Button>}
            <Button look={notLoaded ? 'secondary' : 'primary'} onClick={() => location.reload()}>
              {CRASH.reload}
            </Button>
          </>
        }
      >
        {words.text}
      </Alert>
    </div>
  );
}

import { CRASH } from '../content/brand.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';

/** A page that threw, or whose code could not be loaded; the header and footer stay. */
export function Crash() {
  return (
    <div className="frame py-16">
      <Alert
        tone="destructive"
        live
        title={CRASH.title}
        action={<Button onClick={() => location.reload()}>{CRASH.reload}</Button>}
      >
        {CRASH.text}
      </Alert>
    </div>
  );
}

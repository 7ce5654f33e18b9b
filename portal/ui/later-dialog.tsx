import { useState } from 'react';
import type { DialogProps } from './dialog.tsx';
import { later } from './later.tsx';
import { Overlay } from './overlay.tsx';

const Dialog = later(async () => (await import('./dialog.tsx')).Dialog);

/** A dialog of a page that can be seen without it: its code is loaded when it first opens. */
export function LaterDialog(props: DialogProps) {
  // Mounted from the first opening on, so that it can return the focus when it closes.
  const [asked, setAsked] = useState(false);
  if (props.open && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Overlay
      onFailed={() => {
        setAsked(false);
        props.onOpenChange(false);
      }}
    >
      <Dialog {...props} />
    </Overlay>
  );
}

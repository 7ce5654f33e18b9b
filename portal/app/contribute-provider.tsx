import { useCallback, useState, type ReactNode } from 'react';
import { ContributePrompt, type ContributeReason } from '../client/contribute-prompt.ts';
import { useSession } from '../client/current-user.ts';
import { later } from '../ui/later.tsx';
import { Overlay } from '../ui/overlay.tsx';

const ContributeDialog = later(
  async () => (await import('../features/contribute/contribute-dialog.tsx')).ContributeDialog,
);

/** Holds the contribute-data dialog, which any screen may open. It goes with the session, and what was typed in it too. */
export function ContributeProvider({ children }: { children: ReactNode }) {
  const [reason, setReason] = useState<ContributeReason | null>(null);
  // Mounted from the first opening on, so that it can return the focus when it closes.
  const [opened, setOpened] = useState(false);
  const { signedIn } = useSession();
  if (opened && !signedIn) {
    setOpened(false);
    setReason(null);
  }
  const open = useCallback((why: ContributeReason) => {
    setOpened(true);
    setReason(why);
  }, []);
  const close = useCallback(() => setReason(null), []);
  return (
    <ContributePrompt value={open}>
      {children}
      {opened && (
        <Overlay unasked={reason === 'offered'} onFailed={() => setOpened(false)}>
          <ContributeDialog reason={reason} onClose={close} />
        </Overlay>
      )}
    </ContributePrompt>
  );
}

import { useEffect, useRef, useState } from 'react';
import { MODAL_CLOSE_DELAY_MS } from '#schemas/constants.ts';
import type { ContributeReason } from '../../client/contribute-prompt.ts';
import { toasts } from '../../client/toasts.ts';
import { useDraft } from '../../client/use-draft.ts';
import { useLeftByBack } from '../../client/use-left-by-back.ts';
import { CONTRIBUTE } from '../../content/contribute.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Intro } from './intro.tsx';
import { PurchaseForm } from './purchase-form.tsx';
import { useSending } from './use-sending.ts';

interface ContributeDialogProps {
  /** Null is closed. */
  reason: ContributeReason | null;
  onClose: () => void;
}

/**
 * Two steps: why, then the purchase. Opened again it begins with the first; the form is empty once it was sent, and
 * else as it was left.
 */
export function ContributeDialog({ reason, onClose }: ContributeDialogProps) {
  const [step, setStep] = useState<1 | 2>(1);
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!leaving) return undefined;
    const timer = setTimeout(() => {
      setLeaving(false);
      setStep(1);
      onClose();
    }, MODAL_CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [leaving, onClose]);

  useLeftByBack(() => step === 1 && onClose());

  const form = useRef<HTMLDivElement>(null);
  const toIntro = () => {
    setStep(1);
    // The button that was pressed is hidden along with the form.
    form.current?.closest<HTMLElement>('[role=dialog]')?.focus();
  };

  const leave = () => setLeaving(true);
  const draft = useDraft();
  const sending = useSending(() => {
    draft.forget();
    leave();
  }, leave);
  const skip = () => {
    if (reason === 'offered') toasts.show({ ...CONTRIBUTE.skipped, tone: 'good' });
    leave();
  };
  return (
    <Dialog
      open={reason !== null}
      onOpenChange={(open) => {
        if (!open) skip();
      }}
      title={CONTRIBUTE.title}
      description={step === 1 ? CONTRIBUTE.intro.description : CONTRIBUTE.form.description}
      closeLabel={CONTRIBUTE.close}
      shape="wide"
      guarded={step === 2}
      busy={sending.isPending}
      leaving={leaving}
    >
      {step === 1 && (
        <Intro
          leave={reason === 'offered' ? CONTRIBUTE.skip : CONTRIBUTE.cancel}
          onLeave={skip}
          onShare={() => setStep(2)}
        />
      )}
      {/* Hidden, not gone: who goes back to read why finds the form as it was. */}
      <div ref={form} hidden={step === 1}>
        <PurchaseForm sending={sending} draft={draft} onBack={toIntro} onSkip={skip} />
      </div>
    </Dialog>
  );
}

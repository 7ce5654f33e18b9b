import { useState } from 'react';
import { CLAIMED } from '#schemas/constants.ts';
import { UPGRADE } from '../../content/upgrade.ts';
import { CheckList } from '../../ui/check-list.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { count } from '../../ui/format.ts';
import { CheckoutLink } from './checkout-link.tsx';

interface UpgradeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  limit: number | undefined;
}

/** The prompt for members at their limit: an offer, and a joke that can be asked for again. */
export function UpgradeDialog({ open, onOpenChange, limit }: UpgradeDialogProps) {
  const [asked, setAsked] = useState(0);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={UPGRADE.title(limit)}
      description={`${UPGRADE.offer}. ${UPGRADE.offerNote}`}
      closeLabel={UPGRADE.close}
    >
      <p
        aria-live="polite"
        className="mt-4 min-h-20 rounded-card bg-accent-soft p-4 text-accent-ink"
      >
        {UPGRADE.pitches[asked % UPGRADE.pitches.length]}
      </p>
      <Button look="quiet" className="mt-1" onClick={() => setAsked(asked + 1)}>
        {asked === 0 ? UPGRADE.anotherExcuse : UPGRADE.newJoke}
      </Button>
      <CheckList items={UPGRADE.benefits} className="mt-2 gap-1.5" />
      <p className="mt-3 text-small text-ink-muted">
        {UPGRADE.customers(count(CLAIMED.happyCustomers))}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CheckoutLink className={buttonClasses('primary')}>{UPGRADE.checkout}</CheckoutLink>
        <Button look="secondary" onClick={() => onOpenChange(false)}>
          {UPGRADE.later}
        </Button>
      </div>
    </Dialog>
  );
}

import { Toast as Radix } from 'radix-ui';
import type { ShownToast } from '../client/toasts.ts';
import { LAYOUT } from '../content/brand.ts';
import { classes } from './classes.ts';
import { CheckIcon, CloseIcon, InfoIcon, WarningIcon } from './icons.tsx';

const ICONS = { good: CheckIcon, bad: WarningIcon, info: InfoIcon };

/** Long enough to be read twice; it waits while it is pointed at or focused. */
const SHOWN_MS = 6_000;

interface ToastCardProps {
  toast: ShownToast;
  onClose: () => void;
}

/** A dialog on a phone makes as much room as a toast takes (`--toast`): what was pressed in it stays in view. */
function makeRoom(toast: HTMLElement | null): (() => void) | undefined {
  if (toast === null) return undefined;
  const { style } = document.documentElement;
  const take = () => {
    style.setProperty('--toast', `${toast.offsetHeight}px`);
    document.activeElement?.closest('[role=dialog] *')?.scrollIntoView({ block: 'nearest' });
  };
  take();
  const resized = new ResizeObserver(take);
  resized.observe(toast);
  return () => {
    resized.disconnect();
    style.removeProperty('--toast');
  };
}

/**
 * A toast at the foot of the window, above what stands there (`data-foot`), told to screen readers, closed by itself
 * or by hand. While a dialog is open it stands at the top, as a dialog's buttons are at its foot; not while one fades.
 */
export function ToastCard({ toast, onClose }: ToastCardProps) {
  const bad = toast.tone === 'bad';
  const Icon = ICONS[toast.tone];
  return (
    <Radix.Provider duration={SHOWN_MS} label={LAYOUT.toasts.label}>
      <Radix.Root
        ref={makeRoom}
        // A newer toast starts its own time, and is told, also where it says the same.
        key={toast.number}
        type={bad ? 'foreground' : 'background'}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        data-toast={toast.tone}
        // An open dialog takes the pointer from all that stands beside it; Radix writes that into the style.
        style={{ pointerEvents: 'auto' }}
        className={classes(
          'arrives flex max-h-[50dvh] items-start gap-3 overflow-y-auto rounded-card border bg-surface p-4 shadow-float',
          bad ? 'border-danger/50' : 'border-edge',
        )}
      >
        <Icon className={classes('mt-0.5 size-5 shrink-0', bad ? 'text-danger' : 'text-primary')} />
        <div className="min-w-0 grow wrap-anywhere">
          {/* Told in one go: a space keeps the words apart. */}
          <Radix.Title className="font-bold">{toast.title}</Radix.Title>{' '}
          {toast.text !== undefined && (
            <Radix.Description className="text-small text-ink-muted">
              {toast.text}
            </Radix.Description>
          )}
        </div>
        <Radix.Close
          aria-label={LAYOUT.toasts.close}
          className="sticky top-0 -m-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-muted hover:bg-primary-soft"
        >
          <CloseIcon className="size-5" />
        </Radix.Close>
      </Radix.Root>
      <Radix.Viewport
        label={LAYOUT.toasts.region}
        className="no-print fixed inset-x-4 bottom-4 z-60 mx-auto max-w-md outline-none sm:right-4 sm:left-auto sm:mx-0 sm:w-96 [body:has([data-foot])_&]:bottom-36 sm:[body:has([data-foot])_&]:bottom-24 [body:has([data-dialog=open])_&]:top-4 [body:has([data-dialog=open])_&]:bottom-auto!"
      />
    </Radix.Provider>
  );
}

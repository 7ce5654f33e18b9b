import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  closeLabel: string;
  /** For forms of many fields. */
  wide?: boolean;
  /** A click beside it does not close it: what is typed in it would be lost. */
  guarded?: boolean;
  /** On its way out: it fades while its opener still holds it open. */
  leaving?: boolean;
  children: ReactNode;
}

/**
 * A modal dialog: focus is held inside and returns to where it was.
 * The ground behind it is ours, not Radix's overlay: that one locks scrolling with an inline style
 * sheet, which the Content Security Policy refuses. The theme locks scrolling by `data-dialog`.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  wide = false,
  guarded = false,
  leaving = false,
  children,
}: DialogProps) {
  // Radix returns the focus to its own trigger; these dialogs are opened from anywhere.
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div
          data-dialog=""
          className="fixed inset-0 z-50 grid place-items-center overflow-y-auto bg-[rgb(8_14_11/0.62)] p-4"
        >
          <Radix.Content
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
            onEscapeKeyDown={(event) => {
              // Escape closes a list of choices first. Radix hears the key before the list does.
              if (document.activeElement?.matches('[role=combobox][aria-expanded=true]'))
                event.preventDefault();
            }}
            onInteractOutside={(event) => {
              if (guarded) event.preventDefault();
            }}
            className={classes(
              'relative w-full rounded-card border border-edge bg-surface p-6 text-ink shadow-float',
              wide ? 'max-w-2xl' : 'max-w-md',
              leaving ? 'leaves' : 'arrives',
            )}
          >
            <Radix.Title className="pr-10 text-heading font-extrabold">{title}</Radix.Title>
            <Radix.Description className="mt-1 text-ink-muted">{description}</Radix.Description>
            {children}
            <Radix.Close
              aria-label={closeLabel}
              className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-ink-muted hover:bg-primary-soft"
            >
              <CloseIcon className="size-5" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

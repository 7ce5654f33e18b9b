import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { CloseIcon } from './icons.tsx';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  closeLabel: string;
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
            className="arrives relative w-full max-w-md rounded-card border border-edge bg-surface p-6 text-ink shadow-float"
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

import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { CloseIcon } from './icons.tsx';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  closeLabel: string;
  /** `wide` for forms of many fields; `side` stands along the right edge of the window. */
  shape?: 'usual' | 'wide' | 'side';
  /** A click beside it does not close it: one slips while one types. */
  guarded?: boolean;
  /** What was asked for in it is under way: it cannot be closed before that has ended and is told. */
  busy?: boolean;
  /** On its way out: it fades, and the ground with it, while its opener still holds it open. */
  leaving?: boolean;
  /** Id of the heading where the focus goes on once what opened it has gone; else it is the page's content. */
  heir?: string;
  /** It has closed, and the focus is back where it was. */
  onClosed?: () => void;
  children: ReactNode;
}

const SHAPES = {
  usual: 'w-full max-w-md rounded-card',
  wide: 'w-full max-w-2xl rounded-card',
  side: 'min-h-full w-[calc(100%-3.5rem)] max-w-80',
};

/** What opened a dialog; where that has gone meanwhile what else has taken the focus, else its heir. */
function backTo(opener: Element | null, heir: string | undefined): HTMLElement {
  const { body, activeElement } = document;
  for (const place of [opener, activeElement])
    if (place instanceof HTMLElement && place.isConnected && place !== body) return place;
  const heading = heir === undefined ? null : document.getElementById(heir);
  return heading ?? document.querySelector('main') ?? body;
}

/** Radix begins with the first that is no link; a menu of links begins with them. */
function focusFirstLink(event: Event): void {
  const dialog = event.currentTarget;
  const first = dialog instanceof HTMLElement ? dialog.querySelector('a') : null;
  if (first === null) return;
  event.preventDefault();
  first.focus();
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
  shape = 'usual',
  guarded = false,
  busy = false,
  leaving = false,
  heir,
  onClosed,
  children,
}: DialogProps) {
  // Radix returns the focus to its own trigger; these dialogs are opened from anywhere.
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={busy ? undefined : onOpenChange}>
      <Radix.Portal>
        <div
          data-dialog={leaving ? 'leaving' : 'open'}
          className={classes(
            'fixed inset-0 z-50 grid overflow-y-auto bg-scrim',
            // On a phone a toast lies at the top: what scrolls ends below it.
            'max-sm:in-[body:has([data-toast])]:border-t-[calc(var(--toast,5.5rem)+2rem)] max-sm:in-[body:has([data-toast])]:border-transparent',
            shape === 'side' ? 'justify-items-end' : 'place-items-center p-4',
            leaving && 'leaves',
          )}
        >
          <Radix.Content
            onOpenAutoFocus={shape === 'side' ? focusFirstLink : undefined}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              backTo(opener.current, heir).focus({ preventScroll: true });
              onClosed?.();
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
              'arrives relative border border-edge bg-surface p-6 text-ink shadow-float',
              SHAPES[shape],
            )}
          >
            <Radix.Title className="pr-10 text-heading font-extrabold">{title}</Radix.Title>
            <Radix.Description className="mt-1 text-ink-muted">{description}</Radix.Description>
            {children}
            <Radix.Close
              aria-label={closeLabel}
              aria-disabled={busy || undefined}
              className="absolute top-3 right-3 grid size-11 place-items-center rounded-control text-ink-muted hover:bg-primary-soft aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
            >
              <CloseIcon className="size-5" />
            </Radix.Close>
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

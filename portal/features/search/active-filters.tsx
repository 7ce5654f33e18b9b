import { useLayoutEffect, useRef } from 'react';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import type { Chip } from './chips.ts';

interface ActiveFiltersProps {
  chips: readonly Chip[];
  onRemove: (chip: Chip) => void;
  onClear: () => void;
  /** The last one was taken away: what had the focus is gone. */
  onGone: () => void;
}

/** The filters in use, each taken away by a press; the focus then goes to the one that takes its place. */
export function ActiveFilters({ chips, onRemove, onClear, onGone }: ActiveFiltersProps) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<number | null>(null);
  // With the filters, not after them: an effect still due from before the press would take it for done.
  useLayoutEffect(() => {
    if (pressed.current === null) return;
    const left = list.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
    const next = left[Math.min(pressed.current, left.length - 1)];
    pressed.current = null;
    if (next === undefined) onGone();
    else next.focus();
  });
  if (chips.length === 0) return null;
  return (
    <ul ref={list} aria-label={SEARCH.chips.label} className="flex flex-wrap items-center gap-1.5">
      {chips.map((chip, index) => (
        <li key={chip.key} className="min-w-0">
          <button
            type="button"
            aria-label={SEARCH.chips.remove(chip.label)}
            data-chip=""
            onClick={() => {
              pressed.current = index;
              onRemove(chip);
            }}
            className={classes(
              'read-on-paper flex min-h-11 lg:min-h-9 max-w-full items-center gap-1.5 rounded-full pr-2 pl-3 text-small font-bold print:min-h-7 print:pr-3',
              chip.wrong
                ? 'bg-danger-soft text-danger hover:outline-2'
                : 'bg-primary-soft text-primary hover:bg-primary hover:text-on-primary',
            )}
          >
            <span className="truncate print:whitespace-normal">{chip.label}</span>
            <CloseIcon className="no-print size-4 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button
          look="quiet"
          size="small"
          onClick={() => {
            pressed.current = 0;
            onClear();
          }}
        >
          {SEARCH.filters.clear}
        </Button>
      </li>
    </ul>
  );
}

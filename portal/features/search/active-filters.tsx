import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import type { Chip } from './chips.ts';

interface ActiveFiltersProps {
  chips: readonly Chip[];
  onRemove: (chip: Chip) => void;
  onClear: () => void;
}

/** The filters in use, each taken away by a press. */
export function ActiveFilters({ chips, onRemove, onClear }: ActiveFiltersProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={SEARCH.chips.label} className="no-print flex flex-wrap items-center gap-1.5">
      {chips.map((chip) => (
        <li key={chip.key} className="min-w-0">
          <button
            type="button"
            aria-label={SEARCH.chips.remove(chip.label)}
            onClick={() => onRemove(chip)}
            className="flex min-h-9 max-w-full items-center gap-1.5 rounded-full bg-primary-soft pr-2 pl-3 text-small font-bold text-primary hover:bg-primary hover:text-on-primary"
          >
            <span className="truncate">{chip.label}</span>
            <CloseIcon className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      <li>
        <Button look="quiet" size="small" onClick={onClear}>
          {SEARCH.filters.clear}
        </Button>
      </li>
    </ul>
  );
}

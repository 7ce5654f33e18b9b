import { LISTINGS } from '../content/listings.ts';
import { Button } from './button.tsx';
import { CheckIcon } from './icons.tsx';

interface CompareButtonProps {
  name: string;
  selected: boolean;
  /** As many as can be compared are selected. */
  full: boolean;
  onAdd: () => void;
  /** Absent where it is removed elsewhere: the button then does nothing more once it was added. */
  onRemove?: () => void;
}

/**
 * Picks a listing for comparing. Disabled when as many as can be are picked; once pressed it does nothing
 * more, but keeps the focus.
 */
export function CompareButton({ name, selected, full, onAdd, onRemove }: CompareButtonProps) {
  const words = LISTINGS.compare;
  return (
    <Button
      look="secondary"
      size="small"
      aria-pressed={onRemove === undefined ? undefined : selected}
      aria-label={selected ? words.addedOf(name) : words.addOf(name)}
      title={full && !selected ? words.full : undefined}
      aria-disabled={selected && onRemove === undefined ? true : undefined}
      disabled={!selected && full}
      onClick={selected ? onRemove : onAdd}
    >
      {selected && <CheckIcon className="size-4" />}
      {selected ? words.added : words.add}
    </Button>
  );
}

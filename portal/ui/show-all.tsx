import { useAddress } from '../client/use-address.ts';
import { Button } from './button.tsx';

/** So many are read at a glance. */
const GLANCE = 10;

export interface ShowAllWords {
  showAll: (count: number) => string;
  showFewer: string;
}

/**
 * The first of a long list until all are asked for, which the address keeps: `param` with `value` says so.
 * `button` stands below the list; null where the first are all there is.
 */
export function useShowAll<T>(
  items: readonly T[],
  { showAll, showFewer }: ShowAllWords,
  param: string,
  value: string,
) {
  const { params, change } = useAddress();
  const all = params.get(param) === value;
  return {
    shown: all ? items : items.slice(0, GLANCE),
    button:
      items.length <= GLANCE ? null : (
        <Button
          look="secondary"
          className="no-print mt-4"
          aria-expanded={all}
          onClick={() => change({ [param]: all ? null : value }, { replace: true })}
        >
          {all ? showFewer : showAll(items.length)}
        </Button>
      ),
  };
}

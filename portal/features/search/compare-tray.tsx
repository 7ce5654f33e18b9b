import { Link } from 'react-router-dom';
import { COMPARE_MAX } from '#schemas/constants.ts';
import { comparisonOf } from '../../client/paths.ts';
import { SEARCH } from '../../content/search.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';

interface CompareTrayProps {
  ids: readonly string[];
  onClear: () => void;
}

/** What was picked for comparing, at the foot of the window while there is any. */
export function CompareTray({ ids, onClear }: CompareTrayProps) {
  const words = SEARCH.tray;
  return (
    <div role="status" className="no-print sticky bottom-0 z-30">
      {ids.length > 0 && (
        <div
          data-foot=""
          className="arrives flex flex-wrap items-center justify-between gap-2 rounded-t-card border border-b-0 border-edge bg-surface p-3 shadow-float sm:px-5"
        >
          <p className="tabular font-bold">{words.count(ids.length, COMPARE_MAX)}</p>
          <div className="flex gap-2">
            <Button look="secondary" onClick={onClear}>
              {words.clear}
            </Button>
            <Link to={comparisonOf(ids.join(','))} className={buttonClasses()}>
              {words.compare}
            </Link>
          </div>
        </div>
      )}
    </div>
  );
}

import type { KnownName } from '#schemas/api/catalogue.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';

interface ReadAsProps {
  typed: string;
  name: KnownName;
  onUse: (name: KnownName) => void;
}

/** That a make which is none was read as another, and the way to have that in its place. */
export const ReadAs = ({ typed, name, onUse }: ReadAsProps) => (
  <p className="wrap-anywhere">
    {SEARCH.readAs(typed, name.name)}{' '}
    <Button look="quiet" size="small" className="-mx-3" onClick={() => onUse(name)}>
      {SEARCH.takeName}
    </Button>
  </p>
);

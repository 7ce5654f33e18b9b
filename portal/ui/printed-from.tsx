import { useLocation } from 'react-router-dom';
import { LAYOUT } from '../content/brand.ts';

/** On paper: whose page it is, where it was printed from, and what its values are; a foot could end alone on a sheet. */
export function PrintedFrom({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <div className="print-only pb-2 text-small">
      <p className="wrap-anywhere">
        <strong>{what}</strong>, {(globalThis.location?.origin ?? '') + pathname + search}
      </p>
      <p className="text-ink-muted">{LAYOUT.footer.about}</p>
    </div>
  );
}

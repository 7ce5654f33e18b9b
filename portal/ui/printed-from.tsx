import { useLocation } from 'react-router-dom';

/** On paper: whose page it is, and where it was printed from. */
export function PrintedFrom({ what }: { what: string }) {
  const { pathname, search } = useLocation();
  return (
    <p className="print-only pt-4 text-small wrap-anywhere">
      <strong>{what}</strong>, {(globalThis.location?.origin ?? '') + pathname + search}
    </p>
  );
}

import { SOURCES } from '../../../content/staff-sources.ts';
import { count } from '../../../ui/format.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { lettersPath } from '../address.ts';
import type { SourceRow } from '../queries.ts';

/** To the dead letters of a source: those that are open, beside their number; all of them where none is. */
export function LettersLink({
  row: { source, openLetters },
}: {
  row: Pick<SourceRow, 'source' | 'openLetters'>;
}) {
  const open = openLetters === null || openLetters === 0 ? undefined : count(openLetters);
  return (
    <TextLink
      to={lettersPath(open === undefined ? { source } : { source, state: 'open' })}
      aria-label={SOURCES.lettersOf(source, open)}
      className="sm:whitespace-nowrap"
    >
      {open === undefined ? SOURCES.letters : SOURCES.openLetters(open)}
    </TextLink>
  );
}

import { LETTER_STATES } from '#schemas/api/staff-data.ts';
import { useAddress } from '../../../client/use-address.ts';
import { LETTERS } from '../../../content/dead-letters.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { count } from '../../../ui/format.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { plainTitle } from '../../../ui/words.ts';
import type { LetterQuery, Letters } from '../queries.ts';
import { fieldOf, instantOf } from './letter-state.ts';

const words = LETTERS.filters;

interface LetterFiltersProps {
  query: LetterQuery;
  /** For the choices there are, with how many letters each has. */
  found: Letters | undefined;
}

/** Which dead letters are listed; a change begins at the first page. */
export function LetterFilters({ query, found }: LetterFiltersProps) {
  const { change } = useAddress();
  const set = (name: string) => (value: string) => change({ [name]: value, page: null });
  const isFiltered = Object.entries(query).some(([name]) => name !== 'page');
  return (
    <form
      aria-label={words.label}
      onSubmit={(event) => event.preventDefault()}
      className="no-print grid grid-cols-1 items-end gap-3 sm:grid-cols-2 lg:grid-cols-3"
    >
      <SelectField
        label={words.source}
        choose={words.anySource}
        value={query.source ?? ''}
        options={choicesOf(
          found?.bySource.map(({ source, ...row }) => ({ name: source, ...row })),
          query.source,
          (name) => name,
        )}
        onChange={(event) => set('source')(event.target.value)}
      />
      <SelectField
        label={words.reason}
        choose={words.anyReason}
        value={query.reason ?? ''}
        options={choicesOf(
          found?.byReason.map(({ reason, ...row }) => ({ name: reason, ...row })),
          query.reason,
          plainTitle,
        )}
        onChange={(event) => set('reason')(event.target.value)}
      />
      <SelectField
        label={words.state}
        choose={words.anyState}
        value={query.state ?? ''}
        options={LETTER_STATES.map((state) => ({ value: state, label: LETTERS.states[state] }))}
        onChange={(event) => set('state')(event.target.value)}
      />
      <TextField
        type="datetime-local"
        label={words.since}
        value={fieldOf(query.since)}
        onChange={(event) => set('since')(instantOf(event.target.value))}
      />
      <TextField
        type="datetime-local"
        label={words.until}
        value={fieldOf(query.until)}
        onChange={(event) => set('until')(instantOf(event.target.value))}
      />
      <Button
        look="secondary"
        disabled={!isFiltered}
        className="justify-self-start"
        onClick={() =>
          change({ source: null, reason: null, state: null, since: null, until: null, page: null })
        }
      >
        {words.clear}
      </Button>
    </form>
  );
}

interface Choice {
  name: string;
  letters: number;
  open: number;
}

/**
 * The choices there are; the one chosen is among them although nothing may be left of it, and without its numbers
 * before they are known.
 */
function choicesOf(
  rows: readonly Choice[] | undefined,
  chosen: string | undefined,
  nameOf: (name: string) => string,
): { value: string; label: string }[] {
  if (rows === undefined)
    return chosen === undefined ? [] : [{ value: chosen, label: nameOf(chosen) }];
  const missing =
    chosen !== undefined && rows.every(({ name }) => name !== chosen)
      ? [{ name: chosen, letters: 0, open: 0 }]
      : [];
  return (
    [...rows, ...missing]
      // A message that could not be read names no source, and cannot be chosen by it.
      .filter(({ name }) => name !== '')
      .map(({ name, letters, open }) => ({
        value: name,
        label: words.choice(nameOf(name), count(letters), count(open)),
      }))
  );
}

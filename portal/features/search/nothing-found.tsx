import type { ReactElement, ReactNode } from 'react';
import type { KeywordReadAs } from '#schemas/api/listings.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyCard } from '../../ui/empty-card.tsx';
import { count } from '../../ui/format.ts';
import { type Chip, chipOf, chipsOf } from './chips.ts';
import type { Found } from './queries.ts';
import { filtersOfRead, labelsOf } from './read-keyword.tsx';
import type { Filters } from './search-state.ts';

const words = SEARCH.empty;

interface NothingFoundProps {
  found: Found;
  /** What was searched for. */
  filters: Filters;
  /** Still that of the question before. */
  stale: boolean;
  /** What the keyword may have been meant as. */
  offers: readonly ReactElement<{ read: KeywordReadAs }>[];
  /** What it says most likely, beside which a name stands. */
  read: KeywordReadAs | undefined;
  onSuggestion: (filters: Partial<Filters>) => void;
  onRemove: (chip: Chip) => void;
  onClear: () => void;
}

/** That nothing was found, what may have been meant, and which filter to take away so that something is. */
export function NothingFound(props: NothingFoundProps) {
  const { found, filters, stale, offers, read, onSuggestion, onRemove, onClear } = props;
  const { suggestions = [], emptiedBy, unknownLocation = false } = found;
  // Words that find something without a filter are surer than names like them.
  const [whole, cut] = [false, true].map((isCut) =>
    offers
      .filter(({ props: { read } }) => isCut === (read.keyword === '' && Boolean(read.leftOut)))
      .map((offer) => <li key={offer.key}>{offer}</li>),
  );
  const isAll = !stale && chipsOf(filters).length === 0;
  return (
    <EmptyCard type="pop-up" words={words} level={3}>
      {isAll && <p>{words.market}</p>}
      {unknownLocation && <p>{words.unknownZip(filters.zip.trim())}</p>}
      {offers.length + suggestions.length > 0 && (
        <Choices text={SEARCH.didYouMean}>
          {whole}
          {suggestions.map((suggestion) => {
            const { name, make, model, keyword = '', leftOut, anywhere } = suggestion;
            // In place of a make, a name leaves the keyword as it is.
            const beside =
              filters.make.trim() === ''
                ? {
                    ...(read && filtersOfRead(anywhere ? { ...read, state: undefined } : read)),
                    keyword,
                  }
                : {};
            const label = [name, ...labelsOf(beside, read?.near?.city)].join(', ');
            return (
              <li key={name + keyword}>
                <Button
                  look="secondary"
                  size="small"
                  className="wrap-anywhere"
                  onClick={() => onSuggestion({ ...beside, make, model })}
                >
                  {SEARCH.leaving(label, leftOut)}
                </Button>
              </li>
            );
          })}
          {cut}
        </Choices>
      )}
      {emptiedBy !== undefined && !stale && (
        <ToBlame emptiedBy={emptiedBy} filters={filters} onRemove={onRemove} />
      )}
      <Button onClick={onClear}>{SEARCH.filters.clear}</Button>
    </EmptyCard>
  );
}

interface ToBlameProps {
  emptiedBy: NonNullable<Found['emptiedBy']>;
  filters: Filters;
  onRemove: (chip: Chip) => void;
}

function ToBlame({ emptiedBy, filters, onRemove }: ToBlameProps) {
  if (emptiedBy.length === 0) return <p>{words.emptiedTogether}</p>;
  return (
    <Choices text={words.emptiedBy}>
      {emptiedBy.map(({ filter, total }) => {
        const chip = chipOf(filter, filters);
        if (chip === undefined) return null;
        return (
          <li key={filter}>
            <Button
              look="secondary"
              size="small"
              className="wrap-anywhere"
              onClick={() => onRemove(chip)}
            >
              {words.without(chip.label, count(total))}
            </Button>
          </li>
        );
      })}
    </Choices>
  );
}

const Choices = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="no-print">
    <p>{text}</p>
    <ul className="mt-1 flex flex-wrap justify-center gap-2">{children}</ul>
  </div>
);

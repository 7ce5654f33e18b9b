import type { KeywordReadAs } from '#schemas/api/listings.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { chipsOf } from './chips.ts';
import { type Filters, NO_FILTERS } from './search-state.ts';

interface ReadKeywordProps {
  read: KeywordReadAs;
  onUse: () => void;
}

/** What a keyword says that filters say better, and the press that has them say it. */
export function ReadKeyword({ read, onUse }: ReadKeywordProps) {
  const label = labelsOf(filtersOfRead(read), read.near?.city).join(', ');
  const found = count(read.total);
  const words =
    label === '' && read.leftOut
      ? SEARCH.filters.counted(SEARCH.withoutWords(read.leftOut), found)
      : SEARCH.leaving(SEARCH.filters.counted(label, found), read.leftOut);
  return (
    <>
      <Button look="secondary" size="small" className="wrap-anywhere" onClick={onUse}>
        {words}
      </Button>
      {read.inPlace && <span className="print-only">{words}</span>}
    </>
  );
}

/** All that an offer sets. */
export const labelsOf = (set: Partial<Filters>, city?: string): string[] =>
  chipsOf({ ...NO_FILTERS, ...set }).map(({ key, label }) =>
    key === 'zip' && city ? `${label}, ${city}` : label,
  );

/** A keyword as the filters say it; what it leaves open is as it was. */
export const filtersOfRead = (read: KeywordReadAs): Partial<Filters> => ({
  keyword: read.keyword,
  ...(read.types.length > 0 && { types: read.types }),
  ...(read.condition && { condition: read.condition }),
  ...(read.near && { zip: read.near.zip }),
  ...(read.state && { state: read.state }),
  ...(read.priceMin && { priceMin: read.priceMin }),
  ...(read.priceMax && { priceMax: read.priceMax }),
  ...(read.yearMin && { yearMin: read.yearMin }),
  ...(read.yearMax && { yearMax: read.yearMax }),
});

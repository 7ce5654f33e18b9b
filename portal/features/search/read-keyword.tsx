import type { KeywordReadAs } from '#schemas/api/listings.ts';
import { SEARCH } from '../../content/search.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { chipsOf } from './chips.ts';
import { type Filters, NO_FILTERS } from './search-state.ts';

interface ReadKeywordProps {
  read: KeywordReadAs;
  onUse: (read: KeywordReadAs) => void;
}

/** What a keyword says that filters say better, and the press that has them say it. */
export const ReadKeyword = ({ read, onUse }: ReadKeywordProps) => (
  <Button look="secondary" size="small" className="wrap-anywhere" onClick={() => onUse(read)}>
    {SEARCH.leaving(SEARCH.filters.counted(labelOfRead(read), count(read.total)), read.leftOut)}
  </Button>
);
/** All that it sets. */
export const labelOfRead = (read: KeywordReadAs): string =>
  chipsOf({ ...NO_FILTERS, ...filtersOfRead(read) })
    .map(({ key, label }) =>
      key === 'zip' && read.near
        ? `${label}, ${read.near.city}`
        : key === 'state'
          ? SEARCH.inState(label)
          : label,
    )
    .join(', ');

/** A keyword as the filters say it; what it leaves open is as it was. */
export const filtersOfRead = (read: KeywordReadAs): Partial<Filters> => ({
  keyword: read.keyword,
  ...(read.types.length > 0 && { types: read.types }),
  ...(read.condition && { condition: read.condition }),
  ...(read.near && { zip: read.near.zip }),
  ...(read.state && { state: read.state }),
  ...(read.priceMin && { priceMin: read.priceMin }),
  ...(read.priceMax && { priceMax: read.priceMax }),
});

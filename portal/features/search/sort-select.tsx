import { useId } from 'react';
import { SEARCH_SORTS } from '#schemas/api/listings.ts';
import { SEARCH } from '../../content/search.ts';
import { Select } from '../../ui/select.tsx';
import { isZip, type Sort } from './search-state.ts';

interface SortSelectProps {
  zip: string;
  value: Sort | null;
  onChange: (sort: Sort | null) => void;
}

/** The order of what is found; nearest first only where a place is asked for, and then by itself. */
export function SortSelect({ zip, value, onChange }: SortSelectProps) {
  const id = useId();
  const words = SEARCH.sort;
  const near = isZip(zip);
  const usual: Sort = near ? 'distance' : 'newest';
  const choices = SEARCH_SORTS.filter((sort) => sort !== 'distance' || near);
  return (
    <div className="no-print ml-auto flex items-center gap-2">
      <label htmlFor={id} className="text-small font-bold whitespace-nowrap">
        {words.label}
      </label>
      <Select
        id={id}
        value={choices.find((sort) => sort === value) ?? usual}
        onChange={(event) => {
          const chosen = SEARCH_SORTS.find((sort) => sort === event.target.value);
          onChange(chosen === undefined || chosen === usual ? null : chosen);
        }}
      >
        {choices.map((sort) => (
          <option key={sort} value={sort}>
            {words.options[sort]}
          </option>
        ))}
      </Select>
    </div>
  );
}

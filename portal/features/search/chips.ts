import type { SearchFilter } from '#schemas/api/listings.ts';
import { findState, RV_TYPES } from '#schemas/vocabulary.ts';
import { SEARCH } from '../../content/search.ts';
import { usd } from '../../ui/format.ts';
import { type Filters, isWrongZip, isZip, NO_FILTERS } from './search-state.ts';

const words = SEARCH.chips;
/** Montana is a line too. */
const inState = (name: string | undefined) => (name === undefined ? null : SEARCH.inState(name));

/** A filter in use, and the change that takes it away. */
export interface Chip {
  key: string;
  label: string;
  without: Partial<Filters>;
  /** It says what cannot be filtered by. */
  wrong?: boolean;
}

/** One chip for each filter in use; of types one each. */
export function chipsOf(filters: Filters): Chip[] {
  const { keyword, zip, state, make, model, types, condition } = filters;
  const chip = (key: string, label: string | null, without: Partial<Filters>): Chip[] =>
    label === null ? [] : [{ key, label, without }];
  const typed = (text: string, label: string) => (text.trim() === '' ? null : label);
  return [
    ...chip('keyword', typed(keyword, words.keyword(keyword.trim())), { keyword: '' }),
    ...chip('zip', isZip(zip) ? words.zip(zip.trim()) : null, { zip: '' }),
    ...chip('state', inState(findState(state)?.name), { state: '' }),
    ...chip('make', typed(make, make.trim()), { make: '', model: '' }),
    ...chip('model', typed(model, model.trim()), { model: '' }),
    ...types.map((type) => ({
      key: type,
      label: RV_TYPES.find(({ id }) => id === type)?.filterLabel ?? type,
      without: { types: types.filter((other) => other !== type) },
    })),
    ...chip('condition', condition === 'all' ? null : SEARCH.filters.conditions[condition], {
      condition: 'all',
    }),
    ...chip('price', between(filters, 'priceMin', 'priceMax', usd), {
      priceMin: NO_FILTERS.priceMin,
      priceMax: NO_FILTERS.priceMax,
    }),
    ...chip('year', between(filters, 'yearMin', 'yearMax', String), {
      yearMin: NO_FILTERS.yearMin,
      yearMax: NO_FILTERS.yearMax,
    }),
  ];
}

/** What an address says of a place and cannot be one: said where the field that says so is folded away. */
export function wrongChipsOf({ zip }: Filters): Chip[] {
  if (!isWrongZip(zip)) return [];
  return [{ key: 'zip', label: words.noZip(zip.trim()), without: { zip: '' }, wrong: true }];
}

/** How a filter is taken away that leaves a search without a find: all of its types at once. */
export function chipOf(filter: SearchFilter, filters: Filters): Chip | undefined {
  if (filter !== 'type') {
    const key = filter === 'location' ? 'zip' : filter;
    return chipsOf(filters).find((chip) => chip.key === key);
  }
  const types = chipsOf(filters).filter(({ without }) => without.types !== undefined);
  if (types.length === 0) return undefined;
  return { key: 'type', label: types.map(({ label }) => label).join(', '), without: { types: [] } };
}

type Bound = 'priceMin' | 'priceMax' | 'yearMin' | 'yearMax';

function between(
  filters: Filters,
  min: Bound,
  max: Bound,
  shown: (value: number) => string,
): string | null {
  const low = filters[min] === NO_FILTERS[min] ? null : shown(filters[min]);
  const high = filters[max] === NO_FILTERS[max] ? null : shown(filters[max]);
  if (low !== null && high !== null) return low === high ? low : words.between(low, high);
  if (low !== null) return words.from(low);
  return high === null ? null : words.upTo(high);
}

import { SEARCH_FILTERS, type FacetsQuery, type SearchFilter } from '#schemas/api/listings.ts';

const SAID_BY: Record<SearchFilter, readonly (keyof FacetsQuery)[]> = {
  keyword: ['keyword'],
  location: ['location'],
  state: ['state'],
  make: ['make'],
  model: ['model'],
  type: ['type'],
  condition: ['condition'],
  price: ['priceMin', 'priceMax'],
  year: ['yearMin', 'yearMax'],
};

interface Blamed {
  filter: SearchFilter;
  /** What the others find without it. */
  total: number;
}

/**
 * Of filters that together found nothing, each without which there is something; none where several have to go.
 * @param countOf how many units a query finds
 * @returns undefined where no filter can be taken away and another is left
 */
export async function filtersToBlame(
  query: FacetsQuery,
  countOf: (query: FacetsQuery) => Promise<number>,
): Promise<Blamed[] | undefined> {
  const used = SEARCH_FILTERS.filter((filter) => isUsed(query, filter));
  const removable = used.filter((filter) =>
    SEARCH_FILTERS.some((other) => isUsed(without(query, filter), other)),
  );
  if (removable.length === 0) return undefined;
  const blamed: Blamed[] = [];
  for (const filter of removable) {
    const total = await countOf(without(query, filter));
    if (total > 0) blamed.push({ filter, total });
  }
  return blamed;
}

const isUsed = (query: FacetsQuery, filter: SearchFilter): boolean =>
  SAID_BY[filter].some((field) => query[field] !== undefined);

/** A model is of its make, and goes with it. */
function without(query: FacetsQuery, filter: SearchFilter): FacetsQuery {
  const gone = [...SAID_BY[filter], ...(filter === 'make' ? SAID_BY.model : [])];
  return { ...query, ...Object.fromEntries(gone.map((field) => [field, undefined])) };
}

import { COMPARE_MAX } from '#schemas/constants.ts';
import { idsFromUrl } from '../../client/listing-rules.ts';

/** What the address of a comparison says. */
export interface CompareState {
  ids: readonly string[];
  text: string;
}

const LONGEST = 100;

export const compareFromUrl = (params: URLSearchParams): CompareState => ({
  ids: idsFromUrl(params.get('ids')),
  text: (params.get('q') ?? '').slice(0, LONGEST),
});

/** With one more; one that is there already, or one too many, changes nothing. */
export const withListing = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) || ids.length >= COMPARE_MAX ? ids : [...ids, id];

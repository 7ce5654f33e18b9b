import type { RvTypeId } from '#schemas/vocabulary.ts';

/** What a typed, listed or scraped name is known to mean. Ids are those of the catalogue. */
export interface ResolvedName {
  makerId: string;
  makeId: string;
  /** `make/line` slug: of the catalogue, or derived from the text where the catalogue has no such line. */
  lineId: string;
  lineName: string;
  /** Upper case without spaces, '' where the text names none. Taken as written, never fuzzily matched. */
  floorplan: string;
  /** How far the name is known. */
  basis: 'catalogue' | 'derived' | 'make' | 'none';
  /** Types the catalogue knows this line (else this make) to be built as, most usual first; may be empty. */
  types: readonly RvTypeId[];
}

/** Parts of a name as somebody wrote them. Any may be missing, misplaced or repeated in another. */
export interface NameParts {
  make?: string | undefined;
  model?: string | undefined;
  floorplan?: string | undefined;
  /** A whole title, or a URL slug with its words separated. Used for what the fields leave open. */
  title?: string | undefined;
}

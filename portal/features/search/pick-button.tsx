import type { Listing } from '#schemas/api/listings.ts';
import { COMPARE_MAX } from '#schemas/constants.ts';
import { listingName } from '../../client/listing-rules.ts';
import { CompareButton } from '../../ui/compare-button.tsx';

export interface Picking {
  /** Ids of the listings picked for comparing. */
  compare: readonly string[];
  onCompare: (ids: string[]) => void;
}

/** Picks a listing's card for comparing, and lets go of it again. */
export const PickButton = ({ listing, compare, onCompare }: Picking & { listing: Listing }) => (
  <CompareButton
    name={listingName(listing)}
    selected={compare.includes(listing.id)}
    full={compare.length >= COMPARE_MAX}
    onAdd={() => onCompare([...compare, listing.id])}
    onRemove={() => onCompare(compare.filter((id) => id !== listing.id))}
  />
);

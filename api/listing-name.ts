import type { Listing } from '#schemas/api/listings.ts';

/** `2021 Jayco Eagle`, of what is known, on one line whatever the listing wrote. */
export const listingName = ({ make, model }: Listing): string =>
  [model.year > 0 ? String(model.year) : '', make.name, model.name]
    .filter((part) => part !== 'Unknown')
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

import type { Listing } from '#schemas/api/listings.ts';
import { CARD_ESTIMATE_OF_LIST, CARD_ESTIMATE_OF_MSRP, COMPARE_MAX } from '#schemas/constants.ts';

/** What a listing asks in whole dollars, its sale price first; null without a shown price. */
export function askedPrice({ listPrice, salePrice }: Listing): number | null {
  const text = salePrice ?? listPrice;
  return text === null ? null : Number(text);
}

export interface RuleOfThumb {
  /** Whole dollars. */
  estimate: number;
  /** Percent that the asking price is above (positive) or below it; null without a shown price. */
  percent: number | null;
}

/**
 * The estimate on listing cards (specification, section 9): 85% of MSRP if present, else 95% of the list
 * price. Null where neither is known. It is no valuation; wherever it is shown it is called a rule of thumb.
 */
export function ruleOfThumb(listing: Listing): RuleOfThumb | null {
  const { msrp } = listing.model;
  const listed = listing.listPrice === null ? null : Number(listing.listPrice);
  const basis =
    msrp !== null && msrp > 0
      ? msrp * CARD_ESTIMATE_OF_MSRP
      : listed === null
        ? null
        : listed * CARD_ESTIMATE_OF_LIST;
  if (basis === null || basis <= 0) return null;
  const asked = askedPrice(listing);
  return {
    estimate: Math.round(basis),
    percent: asked === null ? null : (100 * (asked - basis)) / basis,
  };
}

/** Model year, make and model, of what is known. */
export const namePartsOf = ({ model, make }: Listing): string[] =>
  [model.year > 0 ? String(model.year) : '', make.name, model.name].filter(
    (part) => part !== '' && part !== 'Unknown',
  );

/** `2021 Jayco Eagle 317RLOK` */
export const listingName = (listing: Listing): string => namePartsOf(listing).join(' ');

/** A listing's address is anybody's text: only the web is linked to. */
export const isWeb = (address: string): boolean => /^https?:\/\//i.test(address);

/** A picture is shown from where the Content Security Policy allows it: an encrypted address, or ours. */
export const pictureOf = ({ images }: Listing): string | null =>
  images.find((address) => /^(https:\/\/|\/[^/\\])/i.test(address)) ?? null;

const MS_PER_DAY = 86_400_000;

/** Whole days since it was first seen on the market, until it was last. */
export const daysListed = ({ firstSeen, lastSeen }: Listing): number =>
  Math.max(0, Math.floor((Date.parse(lastSeen) - Date.parse(firstSeen)) / MS_PER_DAY));

/** No id is longer: an address is anybody's text. */
const ID = /^[\w-]{1,100}$/;

/** The ids an address names: known ones in shape, each once, as many as are compared. */
export const idsFromUrl = (text: string | null): string[] =>
  [...new Set((text ?? '').split(',').filter((id) => ID.test(id)))].slice(0, COMPARE_MAX);

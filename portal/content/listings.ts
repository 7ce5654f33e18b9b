import { COMPARE_MAX } from '#schemas/constants.ts';
import type { DEAL_REFUSALS, DealRating } from '#schemas/vocabulary.ts';

/** What is said of one listing, wherever it is shown (specification, sections 2, 5, 8 and 9). */
export const LISTINGS = {
  found: (count: string) => (count === '1' ? '1 RV found' : `${count} RVs found`),
  none: 'N/A',
  conditions: { new: 'New', used: 'Used', certified: 'Certified', unknown: 'Condition not stated' },
  typeUnknown: 'type unknown',
  price: {
    call: 'Call for price',
    asked: 'Asking price',
  },
  rule: {
    label: 'Rule of thumb',
    above: (percent: string) => `${percent} above market`,
    below: (percent: string) => `${percent} below market`,
    at: 'at market',
    note: '85% of MSRP, or 95% of the list price where no MSRP is known. It is no valuation.',
  },
  deal: {
    label: 'Deal rating',
    ratings: {
      great: 'Great price',
      good: 'Good price',
      fair: 'Fair price',
      high: 'High price',
      'very-high': 'Very high price',
    } satisfies Record<DealRating, string>,
    valuation: (value: string) => `Our valuation: ${value}`,
    position: (percent: string) => `${percent} of RVs like it ask less.`,
    refused: {
      'no-price': 'Not rated: no price is shown',
      'unknown-condition': 'Not rated: new or used is not stated',
      thin: 'Not rated: too little to value it by',
      unbelievable: 'Not rated: check this price, it is far off the market',
    } satisfies Record<(typeof DEAL_REFUSALS)[number], string>,
    none: 'Not rated yet',
  },
  miles: (count: string) => `${count} mi`,
  feet: (count: string) => `${count} ft`,
  pounds: (count: string) => `${count} lb`,
  distance: (miles: string) => (miles === '1' ? '1 mile away' : `${miles} miles away`),
  listedDays: (days: number) =>
    days === 0
      ? 'Seen for less than a day'
      : days === 1
        ? 'Seen for 1 day'
        : `Seen for ${days} days`,
  visit: (name: string) => `${name}, where it is listed (new window)`,
  judge: 'Judge price',
  judgeOf: (name: string) => `Judge price: ${name}`,
  save: {
    save: (name: string) => `Save ${name}`,
    unsave: (name: string) => `Remove ${name} from the saved ones`,
    saved: { title: 'RV Saved', text: 'RV has been added to your saved listings' },
    removed: { title: 'RV Removed', text: 'RV is no longer among your saved listings' },
    unauthorized: { title: 'Unauthorized', text: 'You are logged out. Logging in again...' },
    failed: { title: 'Error', text: 'Failed to save RV. Please try again.' },
  },
  compare: {
    add: 'Add to Compare',
    addOf: (name: string) => `Add to Compare: ${name}`,
    added: 'Added',
    addedOf: (name: string) => `Added to compare: ${name}`,
    full: `${COMPARE_MAX} are selected: remove one first`,
    remove: (name: string) => `Remove ${name} from the comparison`,
  },
};

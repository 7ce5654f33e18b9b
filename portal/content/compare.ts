import { COMPARE_MAX } from '#schemas/constants.ts';
import { LISTINGS } from './listings.ts';

/** The compare screen (specification, sections 2, 4, 5 and 8). */
export const COMPARE = {
  title: 'Compare RVs',
  intro: `Up to ${COMPARE_MAX} listings side by side. The address keeps them: send it to whom you want to show them; a free account opens it.`,
  search: {
    title: 'Find listings to compare',
    label: 'Search by make',
    placeholder: 'Jayco, Winnebago View…',
    hint: 'A make, with its model if you like',
    results: 'Listings found',
    prompt: 'Type a make to find listings.',
    none: 'No RVs found matching your search',
    suggestions: 'Did you mean:',
    loading: 'Searching...',
    found: LISTINGS.found,
    failed: { title: 'Failed to load RV listings', retry: 'Try again' },
    more: (shown: string, total: string) => `${shown} of ${total} shown, the newest first.`,
    all: 'See all in the search',
  },
  selected: {
    title: 'Your comparison',
    count: (count: number) => `${count} of ${COMPARE_MAX} selected`,
    empty: {
      title: 'Nothing to compare yet',
      text: 'Find listings by their make and add up to three of them. They then stand side by side here.',
      search: 'Pick from all listings',
      one: 'Add another listing to compare it with.',
    },
    failed: {
      title: 'The listings could not be loaded',
      retry: 'Try again',
    },
    unknown: (count: number) =>
      count === 1
        ? 'One of the listings is no longer known to us.'
        : `${count} of the listings are no longer known to us.`,
    drop: 'Leave out',
    clear: 'Clear the comparison',
    gone: 'No longer observed on the market',
    caption: 'The selected listings compared',
    fact: 'Fact',
    best: { lowest: 'lowest', newest: 'newest' },
  },
  rows: {
    price: LISTINGS.price.asked,
    deal: LISTINGS.deal.label,
    rule: LISTINGS.rule.label,
    msrp: 'MSRP',
    year: 'Model year',
    type: 'RV type',
    condition: 'Condition',
    mileage: 'Mileage',
    length: 'Length',
    weight: 'Weight',
    features: 'Features',
    location: 'Location',
    dealer: 'Dealer',
    listed: 'On the market',
  },
  note: `${LISTINGS.rule.label}: ${LISTINGS.rule.note} ${LISTINGS.deal.label}: by our valuation of such an RV.`,
};

import { SEARCH_RADIUS_MILES } from '#schemas/constants.ts';
import { NO_ANSWER } from './brand.ts';
import { isolated } from './isolated.ts';
import { LISTINGS } from './listings.ts';

/** The search screen (specification, sections 2, 4, 5, 8 and 9). */
export const SEARCH = {
  title: 'Search RVs',
  intro: 'Every RV on the market once, however many places list it, held against our valuation.',
  views: { label: 'Listings shown', search: 'All listings', saved: 'Saved' },
  savedCount: (count: string) => `Saved (${count})`,
  filters: {
    title: 'Filters',
    open: (active: number) => (active === 0 ? 'Filters' : `Filters (${active})`),
    keyword: 'Keyword',
    keywordPlaceholder: 'Rockwood, Dallas, a dealer…',
    zip: 'Zip Code *',
    zipHint: `Within ${SEARCH_RADIUS_MILES} miles, nearest first`,
    zipWrong: 'A zip code has five digits',
    state: 'State',
    anyState: 'Any state',
    names: { make: 'Any make', model: 'Any model' },
    type: 'RV type',
    condition: 'Condition',
    conditions: { all: 'All', new: 'New', used: 'Used', certified: 'Certified' },
    /** So many are among all, and under none of the other choices. */
    conditionNotStated: (count: string) => `${count} not stated`,
    price: 'Price',
    priceMin: 'Lowest price',
    priceMax: 'Highest price',
    year: 'Model year',
    yearMin: 'Oldest year',
    yearMax: 'Newest year',
    to: 'to',
    andMore: (most: string) => `${most} and more`,
    andOlder: (least: string) => `${least} and older`,
    andNewer: (most: string) => `${most} and newer`,
    /** A choice with how many it would find. */
    counted: (choice: string, count: string) => `${choice} (${count})`,
    histogram: {
      price: (total: string, most: string, from: string, to: string) =>
        `Asking prices: of ${total}, most (${most}) from ${from} to ${to}`,
      priceAbove: (total: string, most: string, from: string) =>
        `Asking prices: of ${total}, most (${most}) from ${from} up`,
      noPrice: 'Asking prices: none with these filters',
      year: (total: string, most: string, year: string) =>
        `Model years: of ${total}, most (${most}) of ${year}`,
      noYear: 'Model years: none with these filters',
    },
    typedMin: 'Price from',
    typedMax: 'Price to',
    apply: 'Apply Filters',
    clear: 'Clear Filters',
  },
  chips: {
    label: 'Filters in use',
    remove: (filter: string) => `Remove filter: ${filter}`,
    keyword: (text: string) => `“${text}”`,
    zip: (zip: string) => `Near ${zip}`,
    noZip: (text: string) => `Left out, no zip code: ${text}`,
    from: (least: string) => `From ${least}`,
    upTo: (most: string) => `Up to ${most}`,
    between: (least: string, most: string) => `${least} to ${most}`,
  },
  sort: {
    label: 'Sort by',
    options: {
      newest: 'Newest listed',
      distance: 'Nearest',
      'price-asc': 'Lowest price',
      'price-desc': 'Highest price',
      'year-desc': 'Newest model year',
      'year-asc': 'Oldest model year',
      'mileage-asc': 'Lowest mileage',
    },
  },
  readAs: (typed: string, name: string) =>
    `No make is called ${isolated(typed)}. This is what there is for ${isolated(name)}.`,
  takeName: 'Use this name',
  didYouMean: 'Did you mean:',
  keywordReadAs: (typed: string) => `“${isolated(typed)}” was taken to mean:`,
  /** Beside "Near" and a ZIP code; a line may be called as a state is. */
  inState: (state: string) => `In ${state}`,
  /** An offer, and what of a keyword it leaves out. */
  leaving: (offer: string, words?: string) => (words ? `${offer}, without “${words}”` : offer),
  /** Where that is all that it says. */
  withoutWords: (words: string) => `Without “${words}”`,
  nearMe: 'Type your ZIP code to see what is near you.',
  found: LISTINGS.found,
  /** On paper, before how many were found: no other page of them can be turned to. */
  printed: (first: string, last: string) => `${first} to ${last} of `,
  loading: 'Loading listings...',
  none: 'No listings to show',
  /** Over what stays on the screen where an answer did not come. */
  before: 'Found before',
  pagination: {
    label: 'Pages',
    previous: 'Previous page',
    next: 'Next page',
    page: (page: string) => `Page ${page}`,
    pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
    last: (page: string) => `Last page, ${page}`,
  },
  empty: {
    title: 'No RVs Found',
    text: "We couldn't find any RVs matching your search criteria.",
    unknownZip: (zip: string) => `There is no zip code ${zip}.`,
    market: 'There are no listings on the market yet.',
    emptiedBy: 'With your other filters there is something. Take one of these away:',
    emptiedTogether: 'No filter alone leaves nothing, several do together: take some away.',
    /** A filter, and how many there are without it. */
    without: (filter: string, found: string) =>
      `Remove ${isolated(filter)}: ${found === '1' ? '1 RV' : `${found} RVs`}`,
  },
  failed: {
    title: 'Failed to load RV listings',
    reason: (message: string) => `Error: ${message}`,
    text: 'Please try again or adjust your search filters',
    retry: 'Try again',
    connection: NO_ANSWER,
    malformed: 'The server’s answer could not be understood.',
  },
  note: `${LISTINGS.rule.label}: ${LISTINGS.rule.note} ${LISTINGS.deal.label}: by our valuation of such an RV; where too few can be compared there is none.`,
  tray: {
    count: (count: number, most: number) => `${count} of ${most} selected`,
    compare: 'Compare',
    clear: 'Clear',
  },
  saved: {
    empty: {
      title: 'No saved RVs yet',
      text: 'Save a listing by its heart. Here you see what its price did since.',
      search: 'Search RVs',
    },
    failed: {
      title: 'Your saved RVs could not be loaded',
      retry: 'Try again',
    },
    savedOn: (date: string, price: string) => `Saved ${date} at ${price}`,
    down: (amount: string) => `${amount} less than then`,
    up: (amount: string) => `${amount} more than then`,
    same: 'Same price as then',
    noPrice: 'Its price then or now is not known',
    gone: 'No longer observed on the market',
    unknown: 'A listing whose name we no longer know',
    lastPrice: (price: string) => `Last asking price: ${price}`,
    goneText: 'It is no longer offered in any place we look at.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name} from the saved ones`,
  },
};

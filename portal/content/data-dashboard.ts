import { BUYING_DEMO, CLAIMED } from '#schemas/constants.ts';
import { listingsOf } from './listings-of.ts';
import { thousands } from './thousands.ts';

/** The three makes whose scan is one press away. */
export const SCANNED_MAKES = ['Jayco', 'Winnebago', 'Forest River'] as const;

const hour = (of: number): string => (of < 12 ? `${of} AM` : `${of - 12} PM`);
const refreshes = CLAIMED.refreshHours.map(hour).join(' and ');

/** The data intelligence dashboard (specification, sections 2, 4, 7 and 8). */
export const DASHBOARD = {
  title: 'Data Intelligence Dashboard',
  intro:
    'What the figures are made of, how fresh they are, and what the algorithms do with them, live.',
  admin: 'Sources and alerts',
  none: 'N/A',
  unknown: 'Unknown',
  refresh: {
    button: 'Force Refresh',
    pending: 'Refreshing...',
    started: {
      title: 'Data Refresh Initiated',
      text: 'New listings and figures arrive in the background.',
    },
    /** It joins a collection, or waits for its turn: the server says which. */
    notBegun: 'No refresh of its own',
    failed: {
      title: 'Refresh Failed',
      text: 'Unable to trigger data refresh. Please try again.',
    },
  },
  summary: {
    label: 'The data in five figures',
    records: 'Total Records',
    sources: 'Data Sources',
    sourcesNote: 'Of listings',
    algorithms: 'Active Algorithms',
    integrity: 'Data Integrity',
    contributions: 'Contributions',
    updated: (time: string) => `Updated ${time}`,
    ofSystems: (all: number) => `Of ${all} systems`,
    integrityNote: 'Records that passed',
    nothingChecked: 'No record has come in yet',
    contributionsNote: 'By owners',
  },
  demo: {
    title: 'Buying decision, live',
    text: `A ${BUYING_DEMO.year} ${BUYING_DEMO.make} ${BUYING_DEMO.model} in ${BUYING_DEMO.location}, offered at $${thousands(BUYING_DEMO.askingPrice)}: judged with today’s market. It uses up no analysis.`,
    unavailable: 'Algorithm analysis unavailable',
    empty: 'No listing has come in yet. Offers are judged once the market is known.',
    recommendations: {
      buy_now: 'Buy now',
      negotiate: 'Negotiate',
      wait: 'Wait',
      avoid: 'Avoid',
    },
    noAdvice: 'No advice',
    checkPrice: 'Check the price',
    unknown: 'Not known',
    timings: { optimal: 'Optimal', good: 'Good', poor: 'Poor' },
    recommendation: 'Recommendation',
    value: 'Market value',
    against: 'Against the market',
    above: (percent: string) => `${percent} above`,
    below: (percent: string) => `${percent} below`,
    at: 'At market value',
    power: 'Negotiating power',
    outOf: (power: string) => `${power} out of 10`,
    confidence: 'Confidence',
    season: 'Seasonal timing',
    inventory: 'Inventory',
    forecast: 'Depreciation forecast',
    year: (year: number) => `Year ${year}`,
    reasons: 'Why',
    try: 'Judge another price',
  },
  contributed: {
    title: 'What owners contribute',
    failed: 'The contributions could not be loaded',
    stats: {
      total: 'Contributions',
      users: 'Contributors',
      price: 'Average purchase price',
      savings: 'Average saved from list',
    },
    exclusive: 'What no listing tells',
    recent: 'Recent contributions',
    none: 'None can be shown yet: figures of contributions need several contributors behind them.',
    heads: {
      rv: 'RV',
      type: 'Type',
      location: 'Location',
      day: 'Day',
      paid: 'Paid',
      list: 'List price',
    },
  },
  scraper: {
    title: 'Scraper control',
    text: 'A full scan visits every configured site; a scan of one make looks for its listings.',
    idle: 'Idle',
    running: 'Running',
    run: 'Run Full Scan',
    scanning: 'Scanning...',
    specific: 'Scan one make',
    scan: (make: string) => `Scan ${make}`,
    result: (processed: string, added: string, took: string) =>
      `${listingsOf(processed)} processed, ${added} new, in ${took}.`,
    goesOn: 'The scan goes on in the background.',
    outcomes: {
      done: 'Scan complete',
      partial: 'Scan partly complete',
      nothing: 'Nothing to scan: no source is set up',
      failed: 'Scan failed',
      cancelled: 'Scan cancelled',
    },
    underWay: 'Scan under way',
    failed: 'Failed to run scraper',
    specificFailed: 'Failed to scrape specific',
    statsFailed: 'The state of the scraper could not be loaded',
  },
  marketplace: {
    title: 'Marketplace scraper',
    text: 'What all collection has brought, and the marketplaces whose sites or files it is from.',
    total: 'Total listings',
    recent: 'Recent (24h)',
    last: 'Last run',
    never: 'Never',
    schedule: 'Scheduled scraping',
    on: 'On',
    off: 'Off',
    sites: 'Marketplaces',
    noSites: 'No marketplace is set up.',
  },
  status: {
    title: 'System status',
    refreshes: 'Refreshes',
    frequency: 'Frequency',
    last: 'Last refresh',
    next: 'Next refresh',
    auto: 'Auto refresh',
    systems: 'Algorithm systems',
    lastRun: (time: string) => `Last run ${time}`,
    notRun: 'Not run yet',
    computing: 'A computation is under way.',
    keptBack: 'The last computation was kept back; what was served before still is.',
    computeFailed: 'The last computation failed; what was served before still is.',
    /** Files of registrations are no rows here: their figures are of the market, their state is on the admin page. */
    sources: 'Listing sources',
    noSources: 'No data sources available',
    sourcesFailed: 'The data sources could not be loaded',
    heads: { source: 'Source', records: 'Records', updated: 'Last update', types: 'What it tells' },
  },
  architecture: {
    title: 'How it works',
    text: 'Data move one way, and every figure can be followed back to the record it came from.',
    steps: [
      {
        title: 'Collect',
        text: `Listings, registrations and contributions come in from ${CLAIMED.dataSources} data sources, refreshed twice daily at ${refreshes}.`,
      },
      {
        title: 'Understand',
        text: 'Every record is read, named by the catalogue and held against what is possible. What cannot be understood is put aside with its bytes, never lost.',
      },
      {
        title: 'Match',
        text: 'The same RV on several sites is one unit. A price that cannot be meant stays out of every figure.',
      },
      {
        title: 'Compute',
        text: `${CLAIMED.algorithmSystems} algorithm systems run every ${CLAIMED.algorithmsEveryHours} h over all of it: values, forecasts, markets, stories.`,
      },
      {
        title: 'Check and serve',
        text: 'A result that fails its checks is kept back, and what was served before stays.',
      },
    ],
  },
};

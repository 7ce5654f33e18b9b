/** Business constants of the specification (section 9 unless another is named). Each stands only here. */

export const GUEST_ANALYSES_PER_DAY = 3;
export const FREE_ANALYSES_PER_MONTH = 3;
/** One-time, lifetime access; the billing tab and the upgrade page say the same sum per month. */
export const UNLIMITED_PRICE_CENTS = 500;

/** Staff may give a payment back for so long: the guarantee that is claimed. */
export const REFUND_DAYS = 30;

export const FORECAST_YEARS = 10;
export const FORECAST_YEARS_SHOWN = 5;
/** Depreciation rates of segments are over so many years. */
export const DEPRECIATION_RATE_YEARS = 5;

export const PURCHASE_PRICE_MIN = 1_000;
export const YEAR_MIN = 1990;
/** Contribution and analysis accept model years up to the current year plus this. */
export const YEAR_MAX_AHEAD = 1;
export const FILTER_YEAR_MIN = 2000;

export const DEFAULT_CONFIDENCE = 0.95;
export const DEFAULT_DATA_POINTS = 0;

/** Rule of thumb on listing cards: share of MSRP if present, else of the list price. */
export const CARD_ESTIMATE_OF_MSRP = 0.85;
export const CARD_ESTIMATE_OF_LIST = 0.95;

export const SEARCH_PAGE_SIZE = 12;
export const SEARCH_PAGE_BUTTONS = 5;
/** Our own bound on one page of results; the spec's pages ask for 12 at most. */
export const SEARCH_LIMIT_MAX = 100;
export const SEARCH_RADIUS_MILES = 100;
export const COMPARE_MAX = 3;
export const COMPARE_SEARCH_LIMIT = 10;
export const HOME_RECENT_LISTINGS = 6;
export const TOP_BRANDS_HOME = 4;
export const TOP_BRANDS_ANALYTICS = 6;

export const PRICE_FILTER_MAX = 500_000;
export const PRICE_FILTER_STEP = 5_000;
/** How wide a band of prices is whose units are counted together. */
export const PRICE_BAND = 10_000;

/** Depreciation chart's axis in percent; 0–100 when a value exceeds it. */
export const DEPRECIATION_AXIS_MAX = 50;
export const TREND_MONTH_CHOICES = [12, 6, 3] as const;

export const MARKET_ANALYSIS_FRESH_MS = 30 * 60_000;
export const FINANCING_EXAMPLE_LOAN = 88_000;
export const FINANCING_EXAMPLE_YEARS = 20;

export const POLL_MS = {
  refreshStatus: 30_000,
  dataSources: 30_000,
  algorithmStatus: 60_000,
  scraperRunning: 5_000,
  scraperIdle: 30_000,
  collectionStatus: 5_000,
  /** What staff see beyond the specification's calls; while something of it runs, and else. */
  staffRunning: 5_000,
  staffIdle: 30_000,
} as const;
export const CONTRIBUTION_PROMPT_DELAY_MS = 2_000;
export const SIGN_IN_REDIRECT_DELAY_MS = 500;
export const MODAL_CLOSE_DELAY_MS = 300;
export const RELOAD_AFTER_LOGIN_MS = 100;

export const COLLECTION_TARGET = 200_000;
export const RECENT_WINDOW_HOURS = 24;
/** Files of a source less than this apart follow each other in one sweep; those named by date alone never do. */
export const SWEEP_GAP_HOURS = 12;
export const TOASTS_VISIBLE = 1;
export const MODEL_DROPDOWN_MAX_PX = 200;

/** Claimed static figures: marketing text, not measurements. */
export const CLAIMED = {
  landing: { manufacturers: 190, models: 2_490, listings: 67_510, states: 50 },
  elsewhere: { manufacturers: 145, models: 1_160 },
  happyCustomers: 2_847,
  refreshHours: [6, 18],
  algorithmsEveryHours: 2,
  algorithmSystems: 6,
  dataSources: 4,
  accuracyPercent: 94,
  guaranteeDays: 30,
} as const;

/** An 80% range is stated with every value. */
export const RANGE_LEVEL = 0.8;
/** `confidence` is the probability that the price is within this share of the estimate. */
export const CONFIDENCE_WITHIN = 0.15;
/** A group of fewer held-out units says nothing of accuracy: its figures would be luck. */
export const ACCURACY_UNITS_MIN = 100;
/** Shares of held-out units are given with an interval of this level. */
export const ACCURACY_INTERVAL_LEVEL = 0.99;
export const COMPARABLES_MAX = 8;

/** What the data dashboard asks the buying decision of: asking just this uses up no analysis. */
export const BUYING_DEMO = {
  make: 'Jayco',
  model: 'Jay Flight',
  year: 2020,
  askingPrice: 15_000,
  location: 'Texas',
} as const;

/** Figures of contributions are shown only where so many contributors stand behind them. */
export const CONTRIBUTORS_MIN = 5;

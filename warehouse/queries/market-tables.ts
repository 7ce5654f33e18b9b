/** The tables of a market: what a rebuild replaces, all of them together. */
export const MARKET_TABLES = ['listings', 'unit_listings', 'units', 'search_base'] as const;

/**
 * Where a market stands: each of its tables by the name it has. Queries that may be asked of the
 * market in use and of one built beside it take this, and name no table themselves.
 */
export type MarketTables = Readonly<Record<(typeof MARKET_TABLES)[number], string>>;

/** The names of a run's own tables, built beside those in use. `suffix`: eight hex digits. */
export const tablesBeside = (suffix: string): MarketTables => ({
  listings: `listings_${suffix}`,
  unit_listings: `unit_listings_${suffix}`,
  units: `units_${suffix}`,
  search_base: `search_base_${suffix}`,
});

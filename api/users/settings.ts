import type { Queries } from './store.ts';

export interface Settings {
  /** A mail when the price of a saved RV changes. */
  priceAlerts: boolean;
  /** Whether contributions count in aggregates. */
  shareContributions: boolean;
}

/** What holds until something is chosen. */
const DEFAULTS: Settings = { priceAlerts: true, shareContributions: true };

export async function settingsOf(store: Queries, userId: string): Promise<Settings> {
  const [row] = await store.query<{ price_alerts: boolean; share_contributions: boolean }>(
    'select price_alerts, share_contributions from settings where user_id = $1',
    [userId],
  );
  if (row === undefined) return DEFAULTS;
  return { priceAlerts: row.price_alerts, shareContributions: row.share_contributions };
}

export async function saveSettings(
  store: Queries,
  userId: string,
  { priceAlerts, shareContributions }: Settings,
): Promise<void> {
  await store.query(
    `insert into settings (user_id, price_alerts, share_contributions) values ($1, $2, $3)
     on conflict (user_id) do update set
       price_alerts = excluded.price_alerts, share_contributions = excluded.share_contributions`,
    [userId, priceAlerts, shareContributions],
  );
}

import type { Warehouse } from '../client.ts';
import { toWarehouseInstant } from '../instants.ts';

/** Of all listings of the market, those that were seen since: one narrow column, kept by who asks. */
const RECENT = `
SELECT count() AS listings
FROM listings
WHERE last_seen >= {since:DateTime64(3, 'UTC')}`;

export async function listingsSeenSince(warehouse: Warehouse, since: Date): Promise<number> {
  const [row] = await warehouse.serving.rows<{ listings: number }>(RECENT, {
    since: toWarehouseInstant(since),
  });
  return row?.listings ?? 0;
}

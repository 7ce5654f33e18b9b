import type { Warehouse } from '../client.ts';
import { fromWarehouseInstant } from '../instants.ts';

/** One column of eight bytes a delivery: tens of milliseconds over ten million. */
const NEWEST_OUTCOME = 'SELECT maxOrNull(recorded_at) AS at FROM event_outcomes';

/** When the warehouse last took in an event, in UTC ISO 8601; null before the first. */
export async function newestStoredAt(warehouse: Warehouse): Promise<string | null> {
  const [row] = await warehouse.serving.rows<{ at: string | null }>(NEWEST_OUTCOME);
  return row?.at ? fromWarehouseInstant(row.at) : null;
}

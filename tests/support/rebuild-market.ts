import {
  buildMarket,
  dropMarket,
  swapMarket,
  trimTail,
  type BuiltMarket,
} from '#pipelines/units/build-market.ts';
import type { Warehouse } from '#warehouse/client.ts';

/** Puts a built market in use at once, without a snapshot and its checks. */
export async function swapIn(warehouse: Warehouse, market: BuiltMarket): Promise<void> {
  await swapMarket(warehouse, market);
  await trimTail(warehouse, market);
  await dropMarket(warehouse, market.tables);
}

/** Builds the market from the facts and puts it in use. */
export async function rebuildMarket(
  warehouse: Warehouse,
  runId: string,
  options: { sample: 'auto' | 'off' } = { sample: 'auto' },
): Promise<RebuiltMarket> {
  const market = await buildMarket(warehouse, runId, options);
  await swapIn(warehouse, market);
  return { kind: market.kind, ...market.counts };
}

export type RebuiltMarket = Pick<BuiltMarket, 'kind'> & BuiltMarket['counts'];

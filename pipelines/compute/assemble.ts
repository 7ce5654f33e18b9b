import type { PriceIndex } from '#schemas/market-facts.ts';
import { SNAPSHOT_FORMAT, type Snapshot } from '#schemas/snapshot.ts';
import type { ValuationModel } from '#schemas/valuation-model.ts';
import { RV_TYPE_IDS, type RvTypeId } from '#schemas/vocabulary.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  marketCounts,
  marketLines,
  marketSources,
  marketTotals,
} from '#warehouse/queries/market-facts.ts';
import type { MarketTables } from '#warehouse/queries/market-tables.ts';
import { collectFacts } from '../market/collect-facts.ts';
import { collectComparables } from './comparables.ts';

/** What the run knows already, besides what the market's tables say. */
export interface SnapshotHead {
  id: string;
  kind: Snapshot['kind'];
  createdAt: Date;
  ends: Snapshot['ends'];
  aliases?: Snapshot['aliases'];
  valuation: ValuationModel;
  index: PriceIndex;
}

/** Puts a snapshot together from a market's tables; its stories and checks are still to be made. */
export async function assembleSnapshot(
  warehouse: Warehouse,
  tables: MarketTables,
  head: SnapshotHead,
): Promise<Snapshot> {
  const { asOf, ...totals } = await marketTotals(warehouse, tables);
  const counts = await marketCounts(warehouse, tables);
  const sources = await marketSources(warehouse, tables);
  const lines = await marketLines(warehouse, tables);
  const comparables = await collectComparables(warehouse, tables, head.valuation.lines);
  // A market without a single observation is valued as of now.
  const valuedAt = asOf === 0 ? head.createdAt : new Date(asOf);
  const market = await collectFacts(warehouse, tables, {
    index: head.index,
    asOf: valuedAt.getTime(),
    now: head.createdAt,
    sample: head.kind === 'sample',
  });
  return {
    formatVersion: SNAPSHOT_FORMAT,
    id: head.id,
    kind: head.kind,
    createdAt: head.createdAt.toISOString(),
    asOf: valuedAt.toISOString(),
    ends: head.ends,
    totals,
    ...counts,
    sources: sources.map(({ lastObservedAt, ...source }) => ({
      ...source,
      lastObservedAt: new Date(lastObservedAt).toISOString(),
    })),
    lines: lines.map(({ types, floorplans, ...line }) => ({
      ...line,
      types: types.filter(isType),
      floorplans: floorplans.map(([code, units]) => ({ code, units })),
    })),
    aliases: head.aliases,
    market,
    stories: [],
    valuation: head.valuation,
    comparables,
    checks: [],
  };
}

function isType(id: string): id is RvTypeId {
  return (RV_TYPE_IDS as readonly string[]).includes(id);
}

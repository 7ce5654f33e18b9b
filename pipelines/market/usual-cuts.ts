import { ALL, type MarketFacts, type TypeOrAll } from '#schemas/market-facts.ts';
import type { SourceCutRow } from '#warehouse/queries/market-supply.ts';

type Usual = NonNullable<MarketFacts['priceCuts'][number]['usual']>;

/**
 * What is usual of all types at the sources that a type is seen at, each source by how much it shows of
 * the type. How many cuts are seen depends on how often and how long a source was looked at: types of
 * different sources cannot be compared as they are.
 */
export function usualCuts(rows: readonly SourceCutRow[], type: TypeOrAll): Usual {
  const ofAll = new Map(rows.filter((row) => row.type === ALL).map((row) => [row.source, row]));
  const own = rows.filter((row) => row.type === type);
  const units = own.reduce((sum, row) => sum + row.units, 0);
  const cameDown = own.reduce((sum, row) => sum + row.cameDown, 0);
  const usual = { units: 0, share: 0, se: 0, depth: 0 };
  let variance = 0;
  for (const row of own) {
    const all = ofAll.get(row.source) ?? row;
    const share = all.withCut / all.units;
    // Never quite 0 or 1.
    const near = (all.withCut + 0.5) / (all.units + 1);
    usual.units += all.units;
    usual.share += (row.units / units) * share;
    variance += ((row.units / units) ** 2 * near * (1 - near)) / all.units;
    if (row.cameDown > 0) usual.depth += (row.cameDown / cameDown) * all.median;
  }
  return { ...usual, se: Math.sqrt(variance) };
}

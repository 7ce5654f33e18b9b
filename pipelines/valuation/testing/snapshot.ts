import { SNAPSHOT_FORMAT, type Snapshot } from '#schemas/snapshot.ts';
import { comparableColumns } from '../../compute/comparables.ts';
import { fitMarket } from '../../market/fit-market.ts';
import { emptyFacts } from '../../market/empty-facts.ts';
import { createUnitTableBuilder, type UnitMonth, type UnitTable } from '../unit-table.ts';

const SECONDS_PER_DAY = 86_400;

export function tableOf(rows: Iterable<UnitMonth>): UnitTable {
  const builder = createUnitTableBuilder();
  for (const row of rows) builder.add(row);
  return builder.build();
}

/** A snapshot of the given units, as a run would assemble it; what the valuation does not read is empty. */
export function snapshotOf(units: readonly UnitMonth[]): Snapshot {
  const { valuation, index } = fitMarket(tableOf(units));
  const newest = Math.max(0, ...units.map(({ day }) => day));
  const asOf = new Date(newest * SECONDS_PER_DAY * 1000).toISOString();
  const offered = units.flatMap((unit, number) => {
    if (unit.price === null) return [];
    const listing = {
      ...unit,
      price: unit.price,
      listingId: number.toString(16).padStart(32, '0'),
      observedAt: unit.day * SECONDS_PER_DAY,
      state: 'TX',
      url: `https://dealer.example/${number}`,
    };
    return [listing];
  });
  return {
    formatVersion: SNAPSHOT_FORMAT,
    id: 'compute@2026-11-01T00:00:00.000Z',
    kind: units.length === 0 ? 'empty' : 'real',
    createdAt: asOf,
    asOf,
    ends: [{ partition: 0, end: units.length }],
    totals: {
      sightings: units.length,
      listings: units.length,
      units: units.length,
      currentUnits: units.length,
      makes: valuation.makes.keys.length,
      lines: valuation.lines.keys.length,
      states: 1,
    },
    byType: [],
    byMake: [],
    byState: [],
    sources: [],
    lines: [],
    market: { ...emptyFacts(), index },
    stories: [],
    valuation,
    comparables: comparableColumns(offered, valuation.lines.keys),
    checks: [],
  };
}

import type { z } from 'zod';
import type { dataQuality } from '#schemas/api/staff-data.ts';
import type { Warehouse } from '#warehouse/client.ts';
import {
  completenessBySource,
  remarkCounts,
  runQuality,
  unitQuality,
  type SourceCompleteness,
} from '#warehouse/queries/quality.ts';

type Quality = Omit<z.output<typeof dataQuality.response>, 'asOf' | 'sample'>;

/**
 * How good the data of a market are. They change with the market, so they are counted once for each snapshot:
 * whoever asks meanwhile waits for the same count.
 */
export class QualityOfMarket {
  readonly #warehouse: Warehouse;
  #counted: { snapshotId: string; quality: Promise<Quality> } | undefined;

  constructor(warehouse: Warehouse) {
    this.#warehouse = warehouse;
  }

  of(snapshot: { id: string; isSample: boolean }): Promise<Quality> {
    if (this.#counted?.snapshotId === snapshot.id) return this.#counted.quality;
    const quality = this.#count(snapshot.isSample);
    this.#counted = { snapshotId: snapshot.id, quality };
    // One that failed is counted anew by whoever asks next.
    quality.catch(() => (this.#counted = undefined));
    return quality;
  }

  async #count(isSample: boolean): Promise<Quality> {
    const sources = await completenessBySource(this.#warehouse);
    const units = await unitQuality(this.#warehouse);
    const remarks = await remarkCounts(this.#warehouse, isSample);
    const runs = await runQuality(this.#warehouse, isSample);
    const whole = (unit: 'listings' | 'records', counts: Record<string, number>) =>
      Object.entries(counts).map(([reason, count]) => ({ field: 'listing', reason, count, unit }));
    const leftOut = [
      ...whole('listings', { no_price: units.withoutPrice, no_type: units.withoutType }),
      ...whole('records', runs.dropped),
      ...remarks.map(({ remark, listings }) => {
        const [field = '', reason = ''] = remark.split(':');
        return { field, reason, count: listings, unit: 'listings' as const };
      }),
    ];
    return {
      listings: sources.reduce((sum, { listings }) => sum + listings, 0),
      units: units.units,
      sources: sources.map(({ source, listings }) => ({ source, listings })),
      completeness: completenessOf(sources),
      duplicates: {
        listings: units.sharing,
        units: units.shared,
        acrossSources: units.acrossSources,
        events: runs.duplicates,
      },
      leftOut: leftOut.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
    };
  }
}

/** Of all listings and of each source's; the most complete field first. */
export function completenessOf(sources: readonly SourceCompleteness[]): Quality['completeness'] {
  const fields = Object.keys(sources[0]?.filled ?? {});
  const all = sources.reduce((sum, { listings }) => sum + listings, 0);
  return fields
    .map((field) => ({
      field,
      filled: sources.reduce((sum, { filled }) => sum + (filled[field] ?? 0), 0) / all,
      bySource: sources.map(({ source, listings, filled }) => ({
        source,
        filled: (filled[field] ?? 0) / listings,
      })),
    }))
    .toSorted((a, b) => b.filled - a.filled);
}

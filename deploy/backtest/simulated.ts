import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Truth } from '#ingest/simulator/market.ts';
import { writeMarket } from '#ingest/simulator/write.ts';
import { listingId } from '#pipelines/normalise/listing-id.ts';
import type { UnitMonth } from '#pipelines/valuation/unit-table.ts';
import { sightingsOf } from './sightings.ts';
import { unitMonthsOf } from './unit-months.ts';

const SOURCE = 'simulator';
const MS_PER_DAY = 86_400_000;
/** End of the market, and the day one month after it that the truth is of. */
const AS_OF = Date.UTC(2026, 10, 1);
const TRUTH_AT = Date.UTC(2026, 11, 1);

export interface SimulatedUnits {
  rows: UnitMonth[];
  /** Days since 1970 of the truth. */
  truthDay: number;
  /** A unit's id is that of one of its listings. */
  truthOf: (unitId: string) => Truth | undefined;
}

/** A simulated market as the fit reads it: written, mapped and normalised as `npm run simulate` and ingest do. */
export async function simulatedUnits(options: {
  listings: number;
  months: number;
  seed: number;
}): Promise<SimulatedUnits> {
  const folder = await mkdtemp(join(tmpdir(), 'rigworth-simulated-'));
  try {
    const files = { out: join(folder, 'market.ndjson'), truth: join(folder, 'truth.ndjson') };
    await writeMarket({ ...options, asOf: AS_OF, truthAt: TRUTH_AT }, files);
    const rows = await unitMonthsOf(sightingsOf(SOURCE, [files.out]));
    const truths = new Map<string, Truth>();
    for (const line of (await readFile(files.truth, 'utf8')).split('\n'))
      if (line !== '') {
        const truth = JSON.parse(line) as Truth;
        truths.set(listingId(SOURCE, truth.id), truth);
      }
    return {
      rows,
      truthDay: TRUTH_AT / MS_PER_DAY,
      truthOf: (unitId) => truths.get(unitId),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

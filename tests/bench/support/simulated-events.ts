import { loadMapping } from '#ingest/files/load-mapping.ts';
import { compileMapping } from '#ingest/files/map-record.ts';
import { simulateMarket } from '#ingest/simulator/market.ts';
import type { SimulatedRecord } from '#ingest/simulator/record.ts';
import type { RawListing } from '#schemas/events/raw-listing.ts';

/** The market every measure draws from: same seed, same listings. */
const SEED = 7;
const MONTHS = 24;
const AS_OF = Date.UTC(2026, 10, 20);
/** A site's own words stand in the record beside what is mapped; these make up its length. */
const PROSE =
  'Clean title, one owner, stored under cover. Two slides, power awning, new tires, rear camera, ' +
  'solar on the roof, fireplace, king bed, outside kitchen. Ask for the walk-through video. ';

interface Asked {
  listings: number;
  runId: string;
  /** Only the first sighting of each listing, which shows it as still there. */
  firstOnly?: boolean;
  /** Length of the record's text that no field is taken from, in characters, on average. */
  prose?: number;
  /** Numbers another stretch of the same endless market. */
  seed?: number;
}

/**
 * Events of simulated listings as `npm run ingest` publishes them: the simulator's records through its
 * own mapping. Lengths of the prose are spread from a half to one and a half of what is asked.
 */
export async function simulatedEvents(asked: Asked): Promise<Iterable<RawListing>> {
  const mapRecord = compileMapping(await loadMapping('simulator'));
  const { listings, runId, firstOnly = false, prose = 0, seed = SEED } = asked;
  function* events(): Generator<RawListing, void, undefined> {
    let position = 0;
    const text = PROSE.repeat(Math.ceil((2 * prose) / PROSE.length));
    for (const { records } of simulateMarket({ listings, months: MONTHS, seed, asOf: AS_OF }))
      for (const record of firstOnly ? records.slice(0, 1).map(stillThere) : records) {
        position += 1;
        const share = 0.5 + ((position * 7_919) % 1_000) / 1_000;
        const data =
          prose === 0
            ? record
            : { ...record, description: text.slice(0, Math.round(prose * share)) };
        yield* mapRecord(
          {
            bytes: Buffer.from(JSON.stringify(data)),
            position,
            file: { name: 'bench' },
            data: { kind: 'tree', value: data, key: '', parents: [] },
          },
          { runId },
        );
      }
  }
  return { [Symbol.iterator]: events };
}

function stillThere(record: SimulatedRecord): SimulatedRecord {
  const { removed_at: _, ...there } = record;
  return there;
}

import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import { loadNames } from '#deploy/names.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { openWarehouse, type Warehouse } from '#warehouse/client.ts';
import { migrate } from '#warehouse/migrate.ts';
import { insertSightings } from '#warehouse/queries/facts.ts';
import { extendTail } from '#warehouse/queries/search-tail.ts';
import { rebuildMarket, type RebuiltMarket } from '../../support/rebuild-market.ts';
import { simulatedEvents } from './simulated-events.ts';

const PARTITIONS = 6;
/** As the loader writes them: a backlog's full batches, and a stream's small ones. */
const BACKLOG_BATCH = 5_000;
const STREAM_BATCH = 200;

/**
 * Puts so many listings through the normaliser into the facts, in the loader's batches, and builds
 * the market from them. Nothing is merged by hand: parts are as the engine has left them.
 */
export async function ingestListings(directory: string, listings: number): Promise<RebuiltMarket> {
  return withWarehouse(directory, async (warehouse) => {
    for await (const batch of sightings({ listings, runId: 'bench' }, BACKLOG_BATCH))
      await insertSightings(warehouse, batch);
    return rebuildMarket(warehouse, 'bench');
  });
}

/** Builds the market anew from the facts as they are: the tail is empty afterwards. */
export const rebuildListings = (directory: string): Promise<RebuiltMarket> =>
  withWarehouse(directory, (warehouse) => rebuildMarket(warehouse, 'bench-again'));

/** So many listings that came in since: half of them seen again, half of them new. */
export async function addTail(directory: string, listings: number, seed: number): Promise<void> {
  await withWarehouse(directory, async (warehouse) => {
    const half = Math.ceil(listings / 2);
    for (const asked of [
      { listings: half, runId: 'bench-tail' },
      { listings: half, runId: 'bench-tail', seed },
    ])
      for await (const batch of sightings(asked, STREAM_BATCH)) {
        const seenNow = batch.map((sighting) => ({ ...sighting, observed_at: LATER }));
        await insertSightings(warehouse, seenNow);
        await extendTail(warehouse, seenNow);
      }
  });
}
const LATER = '2026-11-20 12:00:00.000';

/** One sighting of each listing, batch by batch, as the partitions of the log would give them. */
async function* sightings(
  asked: { listings: number; runId: string; seed?: number },
  size: number,
): AsyncGenerator<Sighting[]> {
  const { catalogue, resolver } = loadNames();
  const normalise = createNormaliser({ resolver, checkMaker: createVinEvidence(catalogue) });
  const batches: Sighting[][] = Array.from({ length: PARTITIONS }, () => []);
  let offset = 0;
  for (const event of await simulatedEvents({ ...asked, firstOnly: true })) {
    const partition = offset % PARTITIONS;
    const outcome = normalise(event, { topic: rawListing.name, partition, offset });
    offset += 1;
    if (outcome.kind !== 'ok') continue;
    const batch = batches[partition] ?? [];
    batch.push(outcome.value);
    if (batch.length < size) continue;
    yield batch;
    batches[partition] = [];
  }
  for (const rest of batches) if (rest.length > 0) yield rest;
}

async function withWarehouse<T>(
  directory: string,
  work: (warehouse: Warehouse) => Promise<T>,
): Promise<T> {
  const warehouse = await openWarehouse({ directory });
  try {
    await migrate(warehouse);
    return await work(warehouse);
  } finally {
    await warehouse.close();
  }
}

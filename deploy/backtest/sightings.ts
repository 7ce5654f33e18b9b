import { globSync } from 'node:fs';
import { join } from 'node:path';
import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import { loadMapping } from '#ingest/files/load-mapping.ts';
import { compileMapping } from '#ingest/files/map-record.ts';
import { loadPartners } from '#ingest/files/partners.ts';
import { readRecords } from '#ingest/files/read-records.ts';
import { createNormaliser } from '#pipelines/normalise/normalise.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { loadNames } from '../names.ts';

/** Where the files of a source lie under a folder of trial data. */
const REAL_SOURCES: Readonly<Record<string, string>> = {
  bluecompass: 'bluecompass/*.csv',
  matchrv: 'matchrv/listings.csv',
  'matchrv-dealers': 'matchrv/dealer-json/*.json',
  campingworld: 'campingworld/*.csv',
};

/** `matchrv/listings.csv` does not say when it was seen. */
const MATCHRV_SEEN = '2026-07-27T00:00:00.000Z';

/** Every accepted sighting of the real files in a folder, source by source. */
export async function* realSightings(folder: string): AsyncGenerator<Sighting> {
  for (const [source, pattern] of Object.entries(REAL_SOURCES)) {
    const files = globSync(pattern, { cwd: folder })
      .map((file) => join(folder, file))
      .toSorted();
    yield* sightingsOf(source, files, MATCHRV_SEEN);
  }
}

/** Every accepted sighting of the files of one source, read and normalised as `npm run ingest` does. */
export async function* sightingsOf(
  source: string,
  files: string[],
  observedAt?: string,
): AsyncGenerator<Sighting> {
  const { catalogue, resolver } = loadNames();
  const normalise = createNormaliser({ resolver, checkMaker: createVinEvidence(catalogue) });
  const mapping = await loadMapping(source);
  const partners = await loadPartners(mapping, files);
  const mapRecord = compileMapping(mapping);
  const context = {
    runId: 'trial',
    observedAt,
    partnerOf: (key: string) => partners.get(key),
  };
  let offset = 0;
  for (const file of files)
    for await (const record of readRecords(file, mapping))
      for (const raw of mapRecord(record, context)) {
        offset += 1;
        const outcome = normalise(raw, { topic: rawListing.name, partition: 0, offset });
        if (outcome.kind === 'ok') yield outcome.value;
      }
}

import { loadCatalogue } from '#domain/catalogue/catalogue.ts';
import { createVinEvidence } from '#domain/catalogue/vin-evidence.ts';
import { createNameResolver } from '#domain/names/resolve.ts';
import { rawListing, type ListingFields, type RawListing } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { Outcome } from '../../outcome.ts';
import { createNormaliser } from '../normalise.ts';

const catalogue = loadCatalogue();
/** The normaliser as the pipelines run it. */
export const normalise = createNormaliser({
  resolver: createNameResolver(catalogue),
  checkMaker: createVinEvidence(catalogue),
});
export const POSITION = { topic: rawListing.name, partition: 2, offset: 41 };

/** A listing observed on 2026-07-27, with just these fields. */
export function listing(fields: ListingFields, more: Partial<RawListing> = {}): RawListing {
  return {
    eventId: 'a'.repeat(64),
    runId: 'run-1',
    source: 'lakeside',
    sample: false,
    sourceId: 'L-1',
    observedAt: '2026-07-27T08:00:00.000Z',
    fields,
    units: {},
    record: { encoding: 'utf8', body: '{}' },
    origin: 'lakeside.json#1',
    ...more,
  };
}

/** A used fifth wheel that nothing is wrong with, before it is spoilt by a test. */
export const MONTANA: ListingFields = {
  title: 'Used 2021 Keystone Montana 3121RL',
  year: '2021',
  make: 'Keystone',
  model: 'Montana 3121RL',
  type: 'Fifth Wheel',
  condition: 'Used',
  price: '$54,995',
};

/** A used motorhome of the same kind. */
export const GREYHAWK: ListingFields = {
  title: 'Used 2019 Jayco Greyhawk 29QV',
  year: '2019',
  make: 'Jayco',
  model: 'Greyhawk 29QV',
  type: 'Class C',
  condition: 'Used',
  price: '$89,995',
  mileage: '31,200',
};

export const outcomeOf = (
  fields: ListingFields,
  more: Partial<RawListing> = {},
): Outcome<Sighting> => normalise(listing(fields, more), POSITION);

/** The sighting of a listing that is expected to be one. */
export function sightingOf(fields: ListingFields, more: Partial<RawListing> = {}): Sighting {
  const outcome = outcomeOf(fields, more);
  if (outcome.kind !== 'ok') throw new Error(`expected a sighting, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

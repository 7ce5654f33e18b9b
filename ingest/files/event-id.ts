import { createHash } from 'node:crypto';
import { rawListing } from '#schemas/events/raw-listing.ts';

/**
 * The identity of a raw listing event: SHA-256 of schema name, source, source id, observed at and
 * the record's bytes, a zero byte after each of the first four. The same record read twice is the
 * same event; what is mapped from it does not count.
 */
export function rawListingId(event: {
  source: string;
  sourceId: string;
  observedAt: string;
  record: Uint8Array;
}): string {
  return createHash('sha256')
    .update(`${rawListing.name}\0${event.source}\0${event.sourceId}\0${event.observedAt}\0`)
    .update(event.record)
    .digest('hex');
}

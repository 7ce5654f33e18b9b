import type { RawListing } from '#schemas/events/raw-listing.ts';
import { rawListingId } from '../files/event-id.ts';

/** Which run sees it, and when: UTC, ISO 8601. */
export interface Run {
  runId: string;
  observedAt: string;
}

/** The events of a page that has not changed, as seen anew: what was offered then still is. */
export const seenAgain = (events: readonly RawListing[], run: Run): RawListing[] =>
  events.map((event) => again(event, run));

/** What a page that is gone offered, which is not on offer any more. */
export const removed = (event: RawListing, run: Run): RawListing => ({
  ...again(event, run),
  fields: { ...event.fields, removedAt: run.observedAt },
});

function again(event: RawListing, { runId, observedAt }: Run): RawListing {
  const { source, sourceId, record } = event;
  const bytes = Buffer.from(record.body, record.encoding);
  const eventId = rawListingId({ source, sourceId, observedAt, record: bytes });
  return { ...event, eventId, runId, observedAt };
}

import type { RawListing } from '#schemas/events/raw-listing.ts';
import { rawListingId } from '../files/event-id.ts';

/** The events of a page that has not changed, as seen anew: what was offered then still is. */
export const seenAgain = (
  events: readonly RawListing[],
  { runId, observedAt }: { runId: string; observedAt: string },
): RawListing[] =>
  events.map((event) => {
    const { source, sourceId, record } = event;
    const bytes = Buffer.from(record.body, record.encoding);
    const eventId = rawListingId({ source, sourceId, observedAt, record: bytes });
    return { ...event, eventId, runId, observedAt };
  });

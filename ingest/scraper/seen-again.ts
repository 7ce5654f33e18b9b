import type { RawListing } from '#schemas/events/raw-listing.ts';
import { rawListingId } from '../files/event-id.ts';

/** Which run sees it, and when: UTC, ISO 8601. */
export interface Run {
  runId: string;
  observedAt: string;
}

/** The events of a page that has not changed, as seen anew: what was offered then still is. */
export const seenAgain = (
  events: readonly RawListing[],
  { runId, observedAt }: Run,
): RawListing[] =>
  events.map((event) => {
    const { source, sourceId, record } = event;
    const bytes = Buffer.from(record.body, record.encoding);
    const eventId = rawListingId({ source, sourceId, observedAt, record: bytes });
    return { ...event, eventId, runId, observedAt };
  });

/** The events of a page that is gone: what was offered there is not on offer any more. */
export const removed = (events: readonly RawListing[], run: Run): RawListing[] =>
  seenAgain(events, run).map((event) => ({
    ...event,
    fields: { ...event.fields, removedAt: run.observedAt },
  }));

import { decodeEvent } from '#schemas/events/topic.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { deadLetter, ok, type Outcome } from '../outcome.ts';

const DETAIL = 500;

/** The raw event in a message, or a dead letter `poison` that says why it is none. */
export function readListing(value: Uint8Array): Outcome<RawListing> {
  try {
    return ok(decodeEvent(rawListing, value));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return deadLetter('poison', `not a ${rawListing.name}: ${why}`.slice(0, DETAIL));
  }
}

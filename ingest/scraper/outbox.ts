import pLimit from 'p-limit';
import type { EventLog } from '#platform/log/port.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { SiteStore } from './site-store.ts';

const publishAtOnce = 200;

export interface Outbox {
  /** Publishes what waits, once it is worth an append. */
  flush(): Promise<void>;
  /** Publishes all that waits. */
  empty(): Promise<void>;
}

/**
 * Moves events from a site's store into the log, in their order and one append at a time. An event
 * leaves the store after the log has it: killed in between, it is appended again under its own id,
 * which changes nothing.
 */
export function createOutbox(store: SiteStore, log: EventLog): Outbox {
  const oneAtATime = pLimit(1);
  const publish = async (least: number): Promise<void> => {
    for (;;) {
      const waiting = store.waitingEvents(publishAtOnce);
      if (waiting.length < least) return;
      const messages = waiting.map(({ event }) => encodeEvent(rawListing, event));
      const positions = await log.publish(rawListing, messages);
      const keys = waiting.map(({ key }) => key);
      await store.published(keys, positions);
    }
  };
  return {
    flush: () => oneAtATime(publish, publishAtOnce),
    empty: () => oneAtATime(publish, 1),
  };
}

import pLimit from 'p-limit';
import type { EventLog, Position } from '#platform/log/port.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent, tryDecodeEvent } from '#schemas/events/topic.ts';
import type { SiteStore } from './site-store.ts';

const publishAtOnce = 200;

export interface Outbox {
  /** After a kill: what waits and stands in the log already leaves the store, and is counted. */
  takeUp(): Promise<void>;
  /** Publishes what waits, once it is worth an append. */
  flush(): Promise<void>;
  /** Publishes all that waits. */
  empty(): Promise<void>;
}

/**
 * Moves events from a site's store into the log, in their order and one append at a time. An event
 * leaves the store after the log has it: killed in between, the log is asked for what it has of the
 * append that was under way, so that each event is there and counted once.
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
  const takeUp = async (): Promise<void> => {
    const mayBeThere = store.waitingEvents(publishAtOnce);
    if (mayBeThere.length === 0) return;
    const waiting = Map.groupBy(mayBeThere, ({ event }) => deliveryOf(event));
    const messageKeys = new Set(mayBeThere.map(({ event }) => rawListing.key(event)));
    const found: { key: number; position: Position }[] = [];
    for await (const { partition, messages } of log.readAll(rawListing, store.countedUpTo())) {
      for (const message of messages) {
        const event = messageKeys.has(message.key)
          ? tryDecodeEvent(rawListing, message.value)
          : undefined;
        const there = event && waiting.get(deliveryOf(event))?.shift();
        if (there !== undefined)
          found.push({ key: there.key, position: { partition, offset: message.offset } });
      }
      if (found.length === mayBeThere.length) break;
    }
    if (found.length > 0)
      await store.published(
        found.map(({ key }) => key),
        found.map(({ position }) => position),
      );
  };
  return {
    takeUp: () => oneAtATime(takeUp),
    flush: () => oneAtATime(publish, publishAtOnce),
    empty: () => oneAtATime(publish, 1),
  };
}

/** Another run may bring the very same event. */
const deliveryOf = ({ runId, eventId }: RawListing): string => `${runId} ${eventId}`;

import { vi } from 'vitest';
import { deadLetter } from '#schemas/events/dead-letter.ts';
import { rawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, type EventOf, type Topic } from '#schemas/events/topic.ts';
import type { EventLog } from '#platform/log/port.ts';
import { DEAD_LETTER_GROUP } from '#pipelines/load/load-dead-letters.ts';
import { LOADER_GROUP } from '#pipelines/load/load-listings.ts';

/** Every event a topic holds now. */
export async function eventsOf<T extends Topic>(log: EventLog, topic: T): Promise<EventOf<T>[]> {
  const events: EventOf<T>[] = [];
  for await (const { messages } of log.readAll(topic))
    events.push(...messages.map(({ value }) => decodeEvent(topic, value) as EventOf<T>));
  return events;
}

/** Waits until all listings of the log are loaded, and then the dead letters they became. */
export async function listingsLoaded(log: EventLog): Promise<void> {
  for (const [topic, group] of [
    [rawListing, LOADER_GROUP],
    [deadLetter, DEAD_LETTER_GROUP],
  ] as const)
    await vi.waitFor(async () => {
      const positions = await log.positions(topic, group);
      if (!positions.every(({ end, committed }) => committed >= end))
        throw new Error(`${topic.name} is not loaded yet`);
    }, 30_000);
}

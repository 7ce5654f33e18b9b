import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbeddedLog } from '#platform/log/embedded.ts';
import type { EventLog } from '#platform/log/port.ts';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { decodeEvent, encodeEvent } from '#schemas/events/topic.ts';
import { rawListingId } from '../files/event-id.ts';
import { createOutbox } from './outbox.ts';
import { SiteStore } from './site-store.ts';

const EVENTS = 450;
const observedAt = '2026-11-21T06:00:00.000Z';

let folder = '';
let log: EventLog;
let store: SiteStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rigworth-outbox-'));
  log = await openEmbeddedLog({ directory: join(folder, 'log'), clock: () => new Date() });
  await log.ensureTopics([rawListing]);
  store = new SiteStore(join(folder, 'site'), { flush: false });
});
afterEach(async () => {
  await store.close();
  await log.close();
  await rm(folder, { recursive: true });
});

function eventOf(n: number, runId: string): RawListing {
  const [source, sourceId, body] = ['lot', `S${n}`, `unit ${n}`];
  return {
    eventId: rawListingId({ source, sourceId, observedAt, record: Buffer.from(body) }),
    runId,
    source,
    sourceId,
    observedAt,
    sample: false,
    fields: { title: body },
    units: {},
    record: { encoding: 'utf8', body },
    origin: `https://rv.example/${n}`,
  };
}

/** A run that has found so many units, of which nothing is in the log yet. */
async function begin(runId: string): Promise<void> {
  const ends = await log.positions(rawListing, 'test');
  const beganAt = ends.map(({ partition, end }) => ({ partition, offset: end }));
  await store.begin({ runId, startedAt: observedAt, beganAt });
  const entry = { url: 'https://rv.example/', kind: 'page', redirects: 0, refusals: 0 } as const;
  await store.add([entry]);
  const events = Array.from({ length: EVENTS }, (_, n) => eventOf(n, runId));
  const means = { is: 'offering', events, offers: [] } as const;
  const answered = { means, runId, observedAt };
  await store.settle(entry, { url: entry.url, state: 'fetched', answered });
}

/** Appends, and is killed before it can say so. */
const killedAfterAppend = (appends: number): EventLog => ({
  ...log,
  publish: async (topic, messages) => {
    const positions = await log.publish(topic, messages);
    if ((appends -= 1) === 0) throw new Error('killed');
    return positions;
  },
});

async function inLog(): Promise<{ place: string; event: RawListing }[]> {
  const found: { place: string; event: RawListing }[] = [];
  for await (const { partition, messages } of log.readAll(rawListing))
    for (const { offset, value } of messages)
      found.push({ place: `${partition}/${offset}`, event: decodeEvent(rawListing, value) });
  return found;
}

describe('an outbox whose process was killed after an append', () => {
  it.each([1, 2, 3])('counts each event once, and appends none again (append %i)', async (at) => {
    // Of other runs, before and in between: the same units, seen at the same moment.
    const other = [eventOf(1, 'other'), { ...eventOf(2, 'other'), source: 'else' }];
    const elsewhere = () =>
      log.publish(
        rawListing,
        other.map((event) => encodeEvent(rawListing, event)),
      );
    await elsewhere();
    await begin('run');
    await expect(createOutbox(store, killedAfterAppend(at)).empty()).rejects.toThrow('killed');
    await elsewhere();

    const outbox = createOutbox(store, log);
    await outbox.takeUp();
    await outbox.empty();
    const ofRun = (await inLog()).filter(({ event }) => event.runId === 'run');
    expect(ofRun.map(({ event }) => event.eventId).toSorted()).toEqual(
      Array.from({ length: EVENTS }, (_, n) => eventOf(n, 'run').eventId).toSorted(),
    );
    expect(store.run?.counts['published']).toBe(EVENTS);
    for (const [partition, last] of Object.entries(store.run?.lastOffsets ?? {}))
      expect(ofRun.findLast(({ place }) => place.startsWith(`${partition}/`))?.place).toBe(
        `${partition}/${last}`,
      );
  });

  it('reads nothing where nothing waits', async () => {
    await begin('run');
    await createOutbox(store, log).empty();
    const unread = { ...log, readAll: () => expect.unreachable('it reads the log') };
    await createOutbox(store, unread).takeUp();
  });
});

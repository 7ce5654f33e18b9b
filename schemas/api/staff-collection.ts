import { z } from 'zod';
import { siteWait } from '../events/ingest-alive.ts';
import { collectedSource } from '../events/ingest-collection.ts';
import { defineCall } from './call.ts';
import { COLLECTION_OUTCOMES, collectionAsk } from './data.ts';

const maybeInstant = z.iso.datetime().nullable();

/** So many of the last collections are told. */
export const COLLECTIONS_SHOWN = 30;

export const listCollections = defineCall('GET /api/staff/collections', {
  summary:
    'Collections that wait or are under way and the last ones, each with what became of its sources',
  access: 'staff-controls',
  response: z.array(
    z.object({
      ...collectionAsk,
      state: z.enum(['waiting', 'running', 'ended']),
      /** While it waits, when it was asked for. */
      startedAt: z.iso.datetime(),
      /** Null until it has ended. */
      endedAt: maybeInstant,
      outcome: z.enum(COLLECTION_OUTCOMES).nullable(),
      /** While one is running, why its crawl asks for no page now, and until when. */
      sources: z.array(collectedSource.extend({ waits: siteWait.optional() })),
    }),
  ),
});

export const cancelCollection = defineCall('POST /api/staff/collections/cancel', {
  summary:
    'Give up a collection that waits or is under way, and what waits for the same; what it has published stays, and the next of the same goes on with a crawl it cut off, within 24 hours of its start',
  access: 'staff-controls',
  body: z.object({ runId: z.string().min(1).max(200) }),
  response: z.object({ message: z.string() }),
});

const schedule = z.object({
  enabled: z.boolean(),
  /** When it asks next; null while it is off, or has nothing to collect from. */
  nextAt: maybeInstant,
});

const schedules = z.object({
  /** Collects from all sources. */
  refresh: schedule.extend({ hours: z.array(z.number().int()), timeZone: z.string() }),
  /** Computes the market anew. */
  compute: schedule.extend({ everyHours: z.number() }),
});

export const getSchedule = defineCall('GET /api/staff/schedule', {
  summary: 'What runs by itself, and when next',
  access: 'staff-controls',
  response: schedules,
});

export const setSchedule = defineCall('PUT /api/staff/schedule', {
  summary: 'Switch what runs by itself on or off',
  access: 'staff-controls',
  body: z
    .strictObject({ refresh: z.boolean().optional(), compute: z.boolean().optional() })
    .refine(({ refresh, compute }) => (refresh ?? compute) !== undefined, {
      error: 'Name refresh, compute or both, each true or false',
      // Beside a name it does not know, too: what is meant is most likely one of these.
      when: () => true,
    }),
  response: schedules,
});

import { z } from 'zod';
import { defineTopic, instant, sha256, sourceName, type EventOf } from './topic.ts';

const text = z.string().max(4_000).optional();

/**
 * What the mapping took from the record, as the source writes it: text, nothing corrected.
 * Reading it is `pipelines/normalise/`, so that a better normaliser can replay the log.
 */
export const listingFields = z.object({
  title: text,
  description: text,
  year: text,
  make: text,
  model: text,
  floorplan: text,
  type: text,
  condition: text,
  price: text,
  msrp: text,
  currency: text,
  mileage: text,
  length: text,
  weight: text,
  sleeps: text,
  slides: text,
  fuel: text,
  horsepower: text,
  vin: text,
  stockNumber: text,
  url: text,
  image: text,
  dealer: text,
  location: text,
  city: text,
  state: text,
  zip: text,
  status: text,
  daysOnLot: text,
  firstSeen: text,
  removedAt: text,
});
export type ListingFields = z.output<typeof listingFields>;
export type ListingField = keyof ListingFields;

/** Begins the id of a record that says nothing about itself; a hash of its bytes follows. */
export const BYTES_ID = 'bytes:';
/** Begins the id of a record that names none: a hash of what else tells it from others follows. */
export const HASH_ID = 'hash:';
/** When a record was observed that nothing dates; an event needs an instant to have an id. */
export const UNKNOWN_INSTANT = '1970-01-01T00:00:00.000Z';
/** Nothing was observed before: an earlier instant is a misread or made-up date, refused as such. */
export const EARLIEST_OBSERVED = '1980-01-01T00:00:00.000Z';
/** What clocks and time zones may differ by: what is so far ahead of now is still believed. */
export const AHEAD_MS = 86_400_000;

/** One observation of one listing by one source. */
export const rawListing = defineTopic({
  name: 'raw.listing.v1',
  key: (event) => `${event.source}\u0000${event.sourceId}`,
  partitions: 6,
  retention: 'forever',
  schema: z.object({
    /** SHA-256 of schema, source, source id, observed at and record bytes; a redrive keeps it. */
    eventId: sha256,
    runId: z.string().min(1).max(100),
    source: sourceName,
    /** The source is the market simulator run by the server itself, never something ingested. */
    sample: z.boolean(),
    sourceId: z.string().min(1).max(500),
    observedAt: instant,
    fields: listingFields,
    /** Units the mapping states for numbers without one. */
    units: z.object({
      length: z.enum(['ft', 'in', 'm', 'cm']).optional(),
      mileage: z.enum(['mi', 'km']).optional(),
      weight: z.enum(['lb', 'kg']).optional(),
    }),
    /** The record as received. `base64` only where the bytes are not UTF-8. */
    record: z.object({ encoding: z.enum(['utf8', 'base64']), body: z.string() }),
    /** Why the record cannot be read, where it cannot: then it has no fields. */
    unreadable: z.string().max(500).optional(),
    /** Where the record came from: file name and position in it, or a URL. */
    origin: z.string().max(2_000),
  }),
  examples: [
    {
      eventId: '5d1b1b9e4f2a3c6d7e8f90123456789abcdef0123456789abcdef0123456789a',
      runId: 'ingest-2026-11-21T06:00:00.000Z-example',
      source: 'example-dealer',
      sample: false,
      sourceId: 'EX-1001',
      observedAt: '2026-11-20T00:00:00.000Z',
      fields: {
        title: 'Used 2021 Keystone Montana 3121RL',
        year: '2021',
        make: 'Keystone RV',
        model: 'Montana 3121RL',
        type: 'Fifth Wheel',
        condition: 'Used',
        price: '$54,995',
        location: 'Boise, ID',
        stockNumber: 'EX-1001',
      },
      units: {},
      record: { encoding: 'utf8', body: '{"stock":"EX-1001","price":"$54,995"}' },
      origin: 'example.json#1',
    },
  ],
});
export type RawListing = EventOf<typeof rawListing>;

import {
  array,
  assert,
  constantFrom,
  oneof,
  property,
  record,
  string,
  type Arbitrary,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listingFields, rawListing, type ListingFields } from '#schemas/events/raw-listing.ts';
import { NORMALISER_VERSION } from './normalise.ts';
import { GREYHAWK, listing, MONTANA, normalise, POSITION, sightingOf } from './testing/listing.ts';

describe('a listing without dirt', () => {
  test.each(rawListing.examples)('the golden example becomes a sighting: $sourceId', (example) => {
    expect(normalise(rawListing.schema.parse(example), POSITION)).toMatchObject({
      kind: 'ok',
      value: {
        event_id: example.eventId,
        observed_at: '2026-11-20 00:00:00.000',
        normaliser_version: NORMALISER_VERSION,
        condition: 'used',
        year: 2021,
        type: 'fifth-wheel',
        make_id: 'keystone',
        line_id: 'keystone/montana',
        floorplan: '3121RL',
        price_state: 'listed',
        price: 54_995,
        city: 'Boise',
        state: 'ID',
        region: 'West',
        stock_number: 'EX-1001',
        dealer_key: 'example-dealer',
        topic: 'raw.listing.v1',
        log_partition: 2,
        log_offset: 41,
        remarks: [],
      },
    });
  });

  test('what the source does not say is empty or null, never made up', () => {
    expect(sightingOf(MONTANA)).toMatchObject({
      msrp: null,
      mileage: null,
      length_ft: null,
      weight_lb: null,
      sleeps: null,
      slides: null,
      fuel: '',
      horsepower: null,
      vin: '',
      vin_valid: false,
      stock_number: '',
      url: '',
      image: '',
      city: '',
      state: '',
      zip: '',
      region: '',
      days_on_lot: null,
      first_seen_at: null,
      removed_at: null,
    });
  });

  test('one listing of one source has one listing id, whenever it is seen', () => {
    const now = sightingOf(MONTANA);
    const later = sightingOf(MONTANA, { observedAt: '2026-09-01T00:00:00.000Z' });
    const elsewhere = sightingOf(MONTANA, { source: 'hillside' });
    expect(later.listing_id).toBe(now.listing_id);
    expect(now.listing_id).toMatch(/^[0-9a-f]{32}$/);
    expect(elsewhere.listing_id).not.toBe(now.listing_id);
  });
});

/** Texts made of what real dirt is made of: far more likely to reach a branch than random letters. */
const DIRT = (
  '$|,|.|-| |\'|"|e+|<b>|&nbsp;|\u0000|\uD800|é|%|/|://|https|www|2021|2026|1|0|99|1000|54995|12345|1e400|' +
  `${'9'.repeat(400)}|mi|km|ft|in|m|k|USD|CAD|MSRP|call|used|new|Jayco|Eagle|Montana|3121RL|boat|trailer|Class|A|C|` +
  'toy hauler|WA|ON|98032'
).split('|');
const dirtyText = oneof(
  string({ unit: 'binary', maxLength: 60 }),
  array(constantFrom(...DIRT), { maxLength: 12 }).map((parts) => parts.join('')),
);
const dirtyFields = record(
  Object.fromEntries(Object.keys(listingFields.shape).map((field) => [field, dirtyText])),
  { requiredKeys: [] },
) as Arbitrary<ListingFields>;
const base = constantFrom<ListingFields>({}, MONTANA, GREYHAWK);

describe('any text in any field', () => {
  test('ends one of the four ways, always the same way, and nothing is thrown', () => {
    assert(
      property(base, dirtyFields, (clean, dirt) => {
        const raw = listing({ ...clean, ...dirt });
        const outcome = normalise(raw, POSITION);
        expect(['ok', 'dead-letter', 'drop', 'retry']).toContain(outcome.kind);
        expect(normalise(raw, POSITION)).toEqual(outcome);
      }),
      { numRuns: 1_500 },
    );
  });

  test('leaves a sighting within its bounds, as plain text, with each remark once', () => {
    const control = /[\p{Cc}\p{Cs}]|<[a-z/!]/iu;
    assert(
      property(base, dirtyFields, (clean, dirt) => {
        const outcome = normalise(listing({ ...clean, ...dirt }), POSITION);
        if (outcome.kind !== 'ok') return;
        const { value } = outcome;
        expect(value.price === null).toBe(value.price_state !== 'listed');
        expect(value.price ?? 500).toBeGreaterThanOrEqual(500);
        expect(value.price ?? 0).toBeLessThanOrEqual(5_000_000);
        expect(value.year).toBeGreaterThanOrEqual(1950);
        expect(value.year).toBeLessThanOrEqual(2028);
        expect(value.url).toMatch(/^(?:https?:\/\/.*)?$/);
        expect(new Set(value.remarks).size).toBe(value.remarks.length);
        const items = Object.values(value);
        expect(items.filter((item) => typeof item === 'number' && !Number.isFinite(item))).toEqual(
          [],
        );
        expect(items.filter((item) => typeof item === 'string' && control.test(item))).toEqual([]);
      }),
      { numRuns: 1_500 },
    );
  });
});

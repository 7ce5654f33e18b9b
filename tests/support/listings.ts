import { createHash } from 'node:crypto';
import { rawListing, type RawListing } from '#schemas/events/raw-listing.ts';
import { encodeEvent } from '#schemas/events/topic.ts';
import type { Sighting } from '#schemas/facts.ts';
import type { EventLog, OutgoingMessage } from '#platform/log/port.ts';
import { deadLetter, drop, ok, type Outcome } from '#pipelines/outcome.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A raw listing event with made-up values; the same arguments give the same event, id included. */
export function rawEvent(n: number, over: Partial<RawListing> = {}): RawListing {
  const body = JSON.stringify({ stock: `T-${n}`, price: 20_000 + n });
  return {
    eventId: sha256(`raw.listing.v1 test ${n} ${body} ${JSON.stringify(over)}`),
    runId: 'run-1',
    source: 'test-dealer',
    sample: false,
    sourceId: `T-${n}`,
    observedAt: '2026-11-20T00:00:00.000Z',
    fields: {
      title: `Used 2021 Testmake Model ${n}`,
      price: String(20_000 + n),
      stockNumber: `T-${n}`,
    },
    units: {},
    record: { encoding: 'utf8', body },
    origin: `test.json#${n}`,
    ...over,
  };
}

export const asMessage = (event: RawListing): OutgoingMessage => encodeEvent(rawListing, event);

export async function publishEvents(log: EventLog, events: readonly RawListing[]): Promise<void> {
  await log.publish(rawListing, events.map(asMessage));
}

/** A sighting with nothing known but its identity. */
export function sighting(over: Partial<Sighting> = {}): Sighting {
  const source = over.source ?? 'test-dealer';
  const sourceId = over.source_id ?? 'T-1';
  const listingId = sha256(`${source}\u0000${sourceId}`).slice(0, 32);
  const observedAt = over.observed_at ?? '2026-11-20 00:00:00.000';
  return {
    event_id: sha256(`${listingId} ${observedAt} ${JSON.stringify(over)}`),
    source,
    source_id: sourceId,
    listing_id: listingId,
    observed_at: observedAt,
    sample: false,
    run_id: 'run-1',
    normaliser_version: 1,
    condition: 'used',
    year: 2021,
    type: 'travel-trailer',
    maker_id: 'testmaker',
    make_id: 'testmake',
    written_make: '',
    make_in_title: false,
    line_id: 'testmake/model',
    line_name: 'Model',
    floorplan: '',
    name_basis: 'catalogue',
    title: '2021 Testmake Model',
    price_state: 'listed',
    price: 20_000,
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
    dealer_key: 'test-dealer.example',
    dealer: 'Test Dealer',
    url: '',
    image: '',
    city: 'Boise',
    state: 'ID',
    zip: '',
    region: 'West',
    days_on_lot: null,
    first_seen_at: null,
    removed_at: null,
    remarks: [],
    topic: 'raw.listing.v1',
    log_partition: 0,
    log_offset: 0,
    ...over,
  };
}

/**
 * A normaliser for tests of the loader: takes the event as it is. A title `boat` is dropped,
 * `blocked` and `no year` are dead letters.
 */
export function plainNormalise(
  raw: RawListing,
  position: { topic: string; partition: number; offset: number },
): Outcome<Sighting> {
  if (raw.fields.title === 'boat') return drop('not_an_rv');
  if (raw.fields.title === 'blocked') return deadLetter('blocked', 'a challenge page');
  if (raw.fields.title === 'no year') return deadLetter('no_year', 'no model year');
  return ok({
    ...sighting({
      source: raw.source,
      source_id: raw.sourceId,
      observed_at: raw.observedAt.replace('T', ' ').replace('Z', ''),
      removed_at: raw.fields.removedAt?.replace('T', ' ').replace('Z', '') ?? null,
    }),
    event_id: raw.eventId,
    run_id: raw.runId,
    sample: raw.sample,
    title: raw.fields.title ?? '',
    price: Number(raw.fields.price ?? 0),
    stock_number: raw.fields.stockNumber ?? '',
    topic: position.topic,
    log_partition: position.partition,
    log_offset: position.offset,
  });
}

import type { EventOutcome, Sighting } from '#schemas/facts.ts';
import type { DeadLetter } from '#schemas/events/dead-letter.ts';
import type { Warehouse } from '../client.ts';
import { insertRows } from '../insert-rows.ts';
import { toWarehouseInstant } from '../instants.ts';

/** Every column of `sightings`, in the order of the table. The type makes it complete. */
const SIGHTING_COLUMNS = columnsOf<Sighting>({
  event_id: true,
  source: true,
  source_id: true,
  listing_id: true,
  observed_at: true,
  sample: true,
  run_id: true,
  normaliser_version: true,
  condition: true,
  year: true,
  type: true,
  maker_id: true,
  make_id: true,
  written_make: true,
  make_in_title: true,
  line_id: true,
  line_name: true,
  floorplan: true,
  name_basis: true,
  title: true,
  price_state: true,
  price: true,
  msrp: true,
  mileage: true,
  length_ft: true,
  weight_lb: true,
  sleeps: true,
  slides: true,
  fuel: true,
  horsepower: true,
  vin: true,
  vin_valid: true,
  stock_number: true,
  dealer_key: true,
  dealer: true,
  url: true,
  image: true,
  city: true,
  state: true,
  zip: true,
  region: true,
  days_on_lot: true,
  first_seen_at: true,
  removed_at: true,
  remarks: true,
  topic: true,
  log_partition: true,
  log_offset: true,
});

const OUTCOME_COLUMNS = columnsOf<EventOutcome>({
  event_id: true,
  run_id: true,
  source: true,
  topic: true,
  log_partition: true,
  log_offset: true,
  outcome: true,
  reason: true,
  source_id: true,
  seen_at: true,
  recorded_at: true,
});

/** Inserts facts. Repeating it, whole or in other batches, has the effect of once. */
export const insertSightings = (warehouse: Warehouse, rows: readonly Sighting[]): Promise<void> =>
  insertRows(warehouse, 'sightings', rows, SIGHTING_COLUMNS);

export const insertOutcomes = (
  warehouse: Warehouse,
  rows: readonly EventOutcome[],
): Promise<void> => insertRows(warehouse, 'event_outcomes', rows, OUTCOME_COLUMNS);

export async function insertDeadLetters(
  warehouse: Warehouse,
  letters: readonly DeadLetter[],
): Promise<void> {
  const rows = letters.map((letter) => ({
    topic: letter.topic,
    log_partition: letter.partition,
    log_offset: letter.offset,
    event_id: letter.eventId,
    run_id: letter.runId,
    source: letter.source,
    source_id: letter.sourceId,
    origin: letter.origin,
    reason: letter.reason,
    detail: letter.detail,
    schema: letter.schema,
    at: toWarehouseInstant(letter.at),
    bytes: letter.bytes,
  }));
  type Row = (typeof rows)[number];
  const columns = columnsOf<Row>({
    topic: true,
    log_partition: true,
    log_offset: true,
    event_id: true,
    run_id: true,
    source: true,
    source_id: true,
    origin: true,
    reason: true,
    detail: true,
    schema: true,
    at: true,
    bytes: true,
  });
  await insertRows(warehouse, 'dead_letters', rows, columns);
}

function columnsOf<Row>(columns: Record<keyof Row & string, true>): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

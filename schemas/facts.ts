import type { ListingCondition, PriceState, Region, RvTypeId } from './vocabulary.ts';

/**
 * A sighting: one listing as one source showed it at one instant, normalised. The row of the fact
 * table `sightings`, column for column; '' and null mean "the source does not say".
 */
export interface Sighting {
  /** SHA-256 hex of the raw event: the identity of the fact. */
  event_id: string;
  source: string;
  source_id: string;
  /** SHA-256 hex of source and source id, first 32 characters: what a saved RV holds. */
  listing_id: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS.mmm`, as ClickHouse reads DateTime64(3, 'UTC'). */
  observed_at: string;
  sample: boolean;
  run_id: string;
  normaliser_version: number;

  condition: ListingCondition;
  year: number;
  type: RvTypeId | '';
  /** Ids of the catalogue. A line may also be derived from the text where the catalogue has none. */
  maker_id: string;
  make_id: string;
  /**
   * How a make is written that nobody knows: as the field says that names it, else (`make_in_title`) the title's words
   * where it would stand, two at most. '' of a make that is known.
   */
  written_make: string;
  make_in_title: boolean;
  line_id: string;
  /** Line as it is shown. */
  line_name: string;
  /** Upper case, without spaces: `3121RL`. Never guessed. */
  floorplan: string;
  /** How sure the name is: the catalogue knew the line, it was derived from the text, or only the make is known. */
  name_basis: 'catalogue' | 'derived' | 'make' | 'none';
  title: string;

  price_state: PriceState;
  /** Whole US dollars; null unless `price_state` is listed. */
  price: number | null;
  /** Whole US dollars, only where it can be the sticker price (new units). */
  msrp: number | null;
  mileage: number | null;
  length_ft: number | null;
  weight_lb: number | null;
  sleeps: number | null;
  slides: number | null;
  fuel: string;
  horsepower: number | null;

  vin: string;
  /** Check digit right: only then it identifies. */
  vin_valid: boolean;
  stock_number: string;
  /** Host of the listing URL without www, else source and dealer name. */
  dealer_key: string;
  dealer: string;
  url: string;
  image: string;
  city: string;
  state: string;
  zip: string;
  region: Region | '';
  days_on_lot: number | null;
  /** UTC as `observed_at`; null where the source does not say. */
  first_seen_at: string | null;
  removed_at: string | null;
  /** What normalisation noticed and mended, by step name. */
  remarks: string[];

  /** Where the event stands in the log: for tracing, never part of a key. */
  topic: string;
  log_partition: number;
  log_offset: number;
}

/** How one delivery of one event ended. Exactly one row for each (topic, partition, offset). */
export interface EventOutcome {
  event_id: string;
  run_id: string;
  source: string;
  topic: string;
  log_partition: number;
  log_offset: number;
  outcome: 'accepted' | 'dropped' | 'dead_letter';
  /** Why, for dropped and dead_letter: a short fixed word. */
  reason: string;
  /** Of a dead letter: the listing it hides, and when that was seen. '' and 1970 where nothing says so. */
  source_id: string;
  seen_at: string;
  recorded_at: string;
}

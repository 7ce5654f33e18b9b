import type { Sighting } from '#schemas/facts.ts';
import type { Received } from './draft.ts';
import { listingId } from './listing-id.ts';
import type { WithCondition } from './steps/read-condition.ts';
import type { WithDates } from './steps/read-dates.ts';
import type { WithDealer } from './steps/read-dealer.ts';
import type { WithEngine } from './steps/read-engine.ts';
import type { WithMileage } from './steps/read-mileage.ts';
import type { WithMsrp } from './steps/read-msrp.ts';
import type { WithPlace } from './steps/read-where.ts';
import type { WithPrice } from './steps/read-price.ts';
import type { WithSize } from './steps/read-size.ts';
import type { WithTexts } from './steps/read-texts.ts';
import type { WithType } from './steps/read-type.ts';
import type { WithVin } from './steps/read-vin.ts';
import type { WithYear } from './steps/read-year.ts';
import type { WithName } from './steps/resolve-name.ts';
import { writtenMakeOf } from './written-make.ts';

/** Everything the steps found out. */
export type Finished = Received &
  WithTexts &
  WithName &
  WithType &
  WithSize &
  WithYear &
  WithCondition &
  WithPlace &
  WithPrice &
  WithMsrp &
  WithMileage &
  WithEngine &
  WithVin &
  WithDealer &
  WithDates;

/** The row of the fact table, column by column. */
export function toSighting(found: Finished, version: number): Sighting {
  const { raw, position, name, price, place } = found;
  const written = writtenMakeOf(found);
  return {
    event_id: raw.eventId,
    source: raw.source,
    source_id: raw.sourceId,
    listing_id: listingId(raw.source, raw.sourceId),
    observed_at: found.observedAt,
    sample: raw.sample,
    run_id: raw.runId,
    normaliser_version: version,
    condition: found.condition,
    year: found.year,
    type: found.type,
    maker_id: name.makerId,
    make_id: name.makeId,
    written_make: written.text,
    make_in_title: written.isInTitle,
    line_id: name.lineId,
    line_name: name.lineName,
    floorplan: name.floorplan,
    name_basis: name.basis,
    title: found.texts.fields.title,
    price_state: price.state,
    price: price.amount,
    msrp: found.msrp,
    mileage: found.mileage,
    length_ft: found.lengthFt,
    weight_lb: found.weightLb,
    sleeps: found.sleeps,
    slides: found.slides,
    fuel: found.fuel,
    horsepower: found.horsepower,
    vin: found.vin,
    vin_valid: found.vinValid,
    stock_number: found.stockNumber,
    dealer_key: found.dealerKey,
    dealer: found.dealer,
    url: found.url,
    image: found.image,
    city: place.city,
    state: place.state,
    zip: place.zip,
    region: place.region,
    days_on_lot: found.daysOnLot,
    first_seen_at: found.firstSeenAt,
    removed_at: found.removedAt,
    remarks: [...found.remarks],
    topic: position.topic,
    log_partition: position.partition,
    log_offset: position.offset,
  };
}

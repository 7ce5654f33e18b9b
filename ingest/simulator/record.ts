import type { Handwriting } from './dirt.ts';
import type { Listing, Observation } from './listing.ts';
import { DAY_MS, isoDate, isoInstant } from './time.ts';
import { stickerPrice } from './truth.ts';
import { simulatedVin } from './vin.ts';

/**
 * One sighting as the simulated sites show it: what `ingest/sources/simulator.yaml` maps, and one line
 * of the file. What a site does not say is absent. Dollars, miles, feet; dates UTC.
 */
export interface SimulatedRecord {
  id: string;
  observed_at: string;
  dealer: string;
  title: string;
  year: number;
  make: string;
  model: string;
  floorplan?: string;
  type?: string;
  condition: string;
  /** A number, or what stands where a price should: `Call for Price`, two prices glued together. */
  price: number | string;
  msrp?: number;
  mileage?: number;
  length: number;
  stock_number: string;
  vin?: string;
  city: string;
  state: string;
  zip: string;
  url: string;
  days_on_lot: number;
  first_seen: string;
  removed_at?: string;
}

/** Writes a sighting down; `shown` is what stands where the price should. */
export function toRecord(
  listing: Listing,
  observation: Observation,
  shown: number | string,
  handwriting: Handwriting,
): SimulatedRecord {
  const { unit, dealer } = listing;
  const { line, floorplan } = unit;
  const write = (text: string): string => (handwriting.upperCase ? text.toUpperCase() : text);
  // Digits only: letters would spell a word now and then, and a word at the end of a URL is read.
  const stock = `S${10_000 + listing.index}`;
  const name = `${line.name} ${floorplan.code}`;
  const model =
    handwriting.naming === 'separate'
      ? line.name
      : handwriting.naming === 'make-in-model'
        ? `${line.make} ${name}`
        : name;
  const slug = `${unit.condition}-${unit.modelYear}-${line.make}-${name}-${stock}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const record: SimulatedRecord = {
    id: listing.id,
    observed_at: isoInstant(observation.at),
    dealer: dealer.name,
    title: write(`${handwriting.condition} ${unit.modelYear} ${line.make} ${name}`),
    year: unit.modelYear,
    make: write(line.make),
    model: write(model),
    condition: handwriting.condition,
    price: shown,
    length: floorplan.lengthFeet,
    stock_number: stock,
    city: dealer.city,
    state: dealer.state,
    zip: dealer.zip,
    url: `https://www.${dealer.host}/inventory/${slug}`,
    days_on_lot: Math.floor((observation.at - listing.firstSeen) / DAY_MS),
    first_seen: isoDate(listing.firstSeen),
  };
  if (handwriting.naming === 'separate') record.floorplan = floorplan.code;
  if (handwriting.typeWord !== undefined) record.type = handwriting.typeWord;
  const sticker = shownSticker(listing, observation, handwriting.sticker);
  if (sticker !== null) record.msrp = sticker;
  if (unit.mileage !== null && handwriting.mileageShown) record.mileage = unit.mileage;
  if (listing.showsVin) record.vin = simulatedVin(unit.modelYear, listing.unitIndex);
  if (observation.removed) record.removed_at = isoInstant(observation.at);
  return record;
}

/** Of a used unit the "MSRP" is a former asking price, crossed out; of some new ones it is today's ask. */
function shownSticker(
  listing: Listing,
  observation: Observation,
  shown: Handwriting['sticker'],
): number | null {
  if (shown === 'none') return null;
  if (shown === 'sticker') return Math.round(stickerPrice(listing.unit));
  return Math.round(observation.price * (shown === 'ask' ? 1 : 1.15));
}

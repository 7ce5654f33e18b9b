import { AHEAD_MS, EARLIEST_OBSERVED } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { fromWarehouseInstant } from '#warehouse/instants.ts';
import { deadLetter, ok, type Outcome } from '../outcome.ts';
import { UINT16, UINT32, wholeFault } from './bounds.ts';

/** The largest whole number each column of `sightings` holds (warehouse/migrations/001-facts.sql). */
const LARGEST = {
  year: UINT16,
  price: UINT32,
  msrp: UINT32,
  mileage: UINT32,
  weight_lb: UINT32,
  sleeps: UINT16,
  slides: UINT16,
  horsepower: UINT32,
  days_on_lot: UINT32,
} as const satisfies Partial<Record<keyof Sighting, number>>;

/**
 * Whether the sighting may become a fact. A number that no column holds would wrap round silently, or
 * fail the whole batch it stands in. One seen in the future would stay its listing's latest state,
 * and current, until that day has come; one seen before 1980 would date its unit's life by a misread
 * date. Here each becomes one dead letter that names the value.
 */
export function checkStorable(sighting: Sighting, now: Date): Outcome<Sighting> {
  const observedAt = fromWarehouseInstant(sighting.observed_at);
  if (!(Date.parse(observedAt) >= Date.parse(EARLIEST_OBSERVED)))
    return deadLetter(
      'observed_too_early',
      `observed at ${observedAt}, before ${EARLIEST_OBSERVED}`,
    );
  if (Date.parse(observedAt) > now.getTime() + AHEAD_MS)
    return deadLetter(
      'observed_in_future',
      `observed at ${observedAt}, more than a day after ${now.toISOString()}`,
    );
  for (const [name, largest] of Object.entries(LARGEST)) {
    const fault = wholeFault(name, sighting[name as keyof typeof LARGEST], largest);
    if (fault !== undefined) return deadLetter('unstorable', fault);
  }
  const { length_ft: length } = sighting;
  // As the column keeps it: in four bytes.
  if (length !== null && !Number.isFinite(Math.fround(length)))
    return deadLetter('unstorable', `length_ft is ${length}, not a number`);
  return ok(sighting);
}

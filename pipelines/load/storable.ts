import { EARLIEST_OBSERVED } from '#schemas/events/raw-listing.ts';
import type { Sighting } from '#schemas/facts.ts';
import { fromWarehouseInstant } from '#warehouse/instants.ts';
import { deadLetter, ok, type Outcome } from '../outcome.ts';

/** The largest whole number each column of `sightings` holds (warehouse/migrations/001-facts.sql). */
const LARGEST = {
  year: 2 ** 16 - 1,
  price: 2 ** 32 - 1,
  msrp: 2 ** 32 - 1,
  mileage: 2 ** 32 - 1,
  weight_lb: 2 ** 32 - 1,
  sleeps: 2 ** 16 - 1,
  slides: 2 ** 16 - 1,
  horsepower: 2 ** 32 - 1,
  days_on_lot: 2 ** 32 - 1,
} as const satisfies Partial<Record<keyof Sighting, number>>;

/** What clocks and time zones may differ by: a sighting so far ahead of now is still believed. */
const AHEAD_MS = 86_400_000;

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
    const value = sighting[name as keyof typeof LARGEST];
    if (value === null) continue;
    if (!Number.isInteger(value) || value < 0 || value > largest)
      return deadLetter(
        'unstorable',
        `${name} is ${value}, not a whole number from 0 to ${largest}`,
      );
  }
  const { length_ft: length } = sighting;
  // As the column keeps it: in four bytes.
  if (length !== null && !Number.isFinite(Math.fround(length)))
    return deadLetter('unstorable', `length_ft is ${length}, not a number`);
  return ok(sighting);
}

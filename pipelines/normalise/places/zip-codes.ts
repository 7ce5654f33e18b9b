import { createRequire } from 'node:module';

/** A ZIP code's place, as the `zipcodes` package has it. */
export interface ZipPlace {
  zip: string;
  city: string;
  state: string;
}

// Only the American half is loaded: the package's main file holds the Canadian codes in memory too.
const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
  codes: Record<string, ZipPlace | undefined>;
};

let citiesByState: Map<string, Set<string>> | undefined;
let allCities: Set<string> | undefined;

/** The place of a five-digit ZIP code; undefined where there is no such code. */
export const placeOfZip = (zip: string): ZipPlace | undefined =>
  Object.hasOwn(codes, zip) ? codes[zip] : undefined;

/** True where the state has a post office of that name; lower-case name, two-letter state. */
export function isCityOf(city: string, state: string): boolean {
  citiesByState ??= indexCities();
  return citiesByState.get(state)?.has(city) ?? false;
}

/** True where any state has a post office of that lower-case name. */
export function isCity(city: string): boolean {
  citiesByState ??= indexCities();
  allCities ??= new Set([...citiesByState.values()].flatMap((cities) => [...cities]));
  return allCities.has(city);
}

function indexCities(): Map<string, Set<string>> {
  const index = new Map<string, Set<string>>();
  for (const place of Object.values(codes)) {
    if (place === undefined) continue;
    const cities = index.get(place.state) ?? new Set();
    cities.add(place.city.toLowerCase());
    index.set(place.state, cities);
  }
  return index;
}

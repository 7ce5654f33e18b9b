import { createRequire } from 'node:module';
import { STATES } from '#schemas/vocabulary.ts';
import type { Warehouse } from './client.ts';
import { insertRows } from './insert-rows.ts';

export interface Place {
  /** Degrees. */
  lat: number;
  lon: number;
}

interface ZipCode {
  zip: string;
  latitude: number;
  longitude: number;
  city: string;
  state: string;
  country: string;
}

/** Loaded when first asked for: 44,000 objects that a process without places should not hold. */
let zipCodes: Record<string, ZipCode> | undefined;
function allZipCodes(): Record<string, ZipCode> {
  const require = createRequire(import.meta.url);
  zipCodes ??= (require('zipcodes') as { codes: Record<string, ZipCode> }).codes;
  return zipCodes;
}

const cityKey = (city: string, state: string): string => `${city.toLowerCase()}|${state}`;

let cities: Map<string, Place> | undefined;
/** The middle of a city's ZIP codes. */
function allCities(): Map<string, Place> {
  if (cities !== undefined) return cities;
  const sums = new Map<string, { lat: number; lon: number; n: number }>();
  for (const { city, state, country, latitude, longitude } of Object.values(allZipCodes())) {
    if (country !== 'US') continue;
    const key = cityKey(city, state);
    const sum = sums.get(key) ?? { lat: 0, lon: 0, n: 0 };
    sums.set(key, { lat: sum.lat + latitude, lon: sum.lon + longitude, n: sum.n + 1 });
  }
  cities = new Map(
    [...sums].map(([key, { lat, lon, n }]) => [key, { lat: lat / n, lon: lon / n }]),
  );
  return cities;
}

/** Undefined when there is none of that number in the United States, as for what is asked of one below. */
function usZip(zip: string): ZipCode | undefined {
  const found = allZipCodes()[zip];
  return found?.country === 'US' ? found : undefined;
}

/** Where a United States ZIP code lies. */
export function placeOfZip(zip: string): Place | undefined {
  const found = usZip(zip);
  return found && { lat: found.latitude, lon: found.longitude };
}

/** Two letters of the state a United States ZIP code lies in. */
export const stateOfZip = (zip: string): string | undefined => usZip(zip)?.state;

/** The city a United States ZIP code belongs to. */
export const cityOfZip = (zip: string): string | undefined => usZip(zip)?.city;

const AFTER_A_STATE = new RegExp(`^(?:${STATES.map(({ name }) => name).join('|')}) `, 'i');

let citiesAfterStates: Set<string> | undefined;

/** Whether a text begins with a United States city that is called after a state: Virginia Beach, Idaho Falls. */
export function beginsWithCityAfterState(text: string): boolean {
  citiesAfterStates ??= new Set(
    Object.values(allZipCodes())
      .filter(({ city, country }) => country === 'US' && AFTER_A_STATE.test(city))
      .map(({ city }) => `${city.toLowerCase()} `),
  );
  const said = `${text.toLowerCase()} `;
  return citiesAfterStates.values().some((city) => said.startsWith(city));
}

let citiesCalledNew: Set<string> | undefined;

/** Whether a text begins as a United States city does that is called new: New Orleans. */
export function beginsAsNewCity(text: string): boolean {
  const firstTwo = (words: string) => words.toLowerCase().split(' ', 2).join(' ');
  citiesCalledNew ??= new Set(
    Object.values(allZipCodes())
      .filter(({ city, country }) => country === 'US' && city.startsWith('New '))
      .map(({ city }) => firstTwo(city)),
  );
  return citiesCalledNew.has(firstTwo(text));
}

/** Words of the names of places that are shortened. */
export const IN_FULL: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};
const SHORT = new RegExp(String.raw`\b(${Object.keys(IN_FULL).join('|')})\b\.?`, 'gi');

/** Whether a state, by its two letters, has a city of that name: St. Joseph is Saint Joseph. */
export function isCity(name: string, state: string): boolean {
  const inFull = name.replaceAll(
    SHORT,
    (_, short: string) => IN_FULL[short.toLowerCase()] ?? short,
  );
  return [name, inFull].some((one) => allCities().has(cityKey(one, state)));
}

/** Where a listing stands: by its ZIP, else by its city and state (two letters), else unknown. */
export function placeOf(listing: { zip: string; city: string; state: string }): Place | undefined {
  return placeOfZip(listing.zip) ?? allCities().get(cityKey(listing.city, listing.state));
}

/** Fills `places`, which the rebuild joins, from the same package. */
export async function fillPlaces(warehouse: Warehouse): Promise<void> {
  const zips = Object.values(allZipCodes())
    .filter(({ country }) => country === 'US')
    .map(({ zip, latitude, longitude }) => ({ key: zip, lat: latitude, lon: longitude }));
  const byCity = [...allCities()].map(([key, { lat, lon }]) => ({ key, lat, lon }));
  await insertRows(warehouse, 'places', [...zips, ...byCity], ['key', 'lat', 'lon']);
}

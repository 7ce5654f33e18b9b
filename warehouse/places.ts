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

export interface City {
  name: string;
  /** How many ZIP codes the cities of that name have. */
  zips: number;
}

let citiesByName: Map<string, City> | undefined;
/** The United States' cities by their names in lower case. */
export function namesOfCities(): ReadonlyMap<string, City> {
  if (citiesByName !== undefined) return citiesByName;
  citiesByName = new Map();
  for (const { city, country } of Object.values(allZipCodes())) {
    if (country !== 'US') continue;
    const { name, zips } = citiesByName.get(city.toLowerCase()) ?? { name: city, zips: 0 };
    citiesByName.set(city.toLowerCase(), { name, zips: zips + 1 });
  }
  return citiesByName;
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

const NAME = STATES.map(({ name }) => name).join('|');
const BEGINS_WITH_A_STATE = new RegExp(`^(?:${NAME}) `, 'i');
/** By sides and by what is new a part of the state is said, or what is new there. */
const ENDS_WITH_A_STATE = new RegExp(`^(?:fort|mount|old|point|port) (?:${NAME})$`, 'i');

let citiesWithStates: { beginning: string[]; ending: string[] } | undefined;
function citiesCalledAfterStates() {
  if (citiesWithStates !== undefined) return citiesWithStates;
  const those = (pattern: RegExp) =>
    [...namesOfCities().keys()].filter((city) => pattern.test(city));
  citiesWithStates = { beginning: those(BEGINS_WITH_A_STATE), ending: those(ENDS_WITH_A_STATE) };
  return citiesWithStates;
}

/**
 * Whether a state's name, at the end of one text and the beginning of another, is a part of a United States city's:
 * Virginia Beach, Port Washington.
 */
export function isInCityCalledAfterState(until: string, from: string): boolean {
  const { beginning, ending } = citiesCalledAfterStates();
  return (
    beginning.some((city) => `${from.toLowerCase()} `.startsWith(`${city} `)) ||
    ending.some((city) => ` ${until.toLowerCase()}`.endsWith(` ${city}`))
  );
}

let citiesCalledNew: Set<string> | undefined;

/** Whether a text begins as a United States city does that is called new: New Orleans. */
export function beginsAsNewCity(text: string): boolean {
  const firstTwo = (words: string) => words.split(' ', 2).join(' ');
  citiesCalledNew ??= new Set(
    [...namesOfCities().keys()].filter((city) => city.startsWith('new ')).map(firstTwo),
  );
  return citiesCalledNew.has(firstTwo(text.toLowerCase()));
}

/** Words of the names of places that are shortened. */
export const IN_FULL: Readonly<Record<string, string>> = {
  st: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};
const SHORT = new RegExp(String.raw`\b(${Object.keys(IN_FULL).join('|')})\b\.?`, 'gi');

/** A name as it is written, and in full: St. Joseph is Saint Joseph. */
const spellingsOf = (name: string): string[] => [
  name,
  name.replaceAll(SHORT, (_, short: string) => IN_FULL[short.toLowerCase()] ?? short),
];

/** Whether a state, by its two letters, or any has a city of that name. */
export const isCity = (name: string, state?: string): boolean =>
  spellingsOf(name).some((one) =>
    state === undefined
      ? namesOfCities().has(one.toLowerCase())
      : allCities().has(cityKey(one, state)),
  );

/** How many ZIP codes the cities of that name have. */
export const zipsOfCity = (name: string): number =>
  Math.max(...spellingsOf(name).map((one) => namesOfCities().get(one.toLowerCase())?.zips ?? 0));

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

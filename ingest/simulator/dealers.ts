import { createRequire } from 'node:module';
import { STATES, type CensusRegion } from '#schemas/vocabulary.ts';
import { inventedWords } from './names.ts';
import type { Random } from './random.ts';

/** An invented dealer at a real place. */
export interface Dealer {
  name: string;
  /** Under the reserved top-level domain `.example` (RFC 2606): leads nowhere. */
  host: string;
  city: string;
  state: string;
  zip: string;
  region: CensusRegion;
}

const KINDS = [
  'RV Center',
  'RV',
  'Camping Center',
  'RV Outlet',
  'Trailer Sales',
  'RV Ranch',
  'Motor Coach',
] as const;

export function inventDealers(random: Random, count: number): Dealer[] {
  const words = inventedWords(random);
  const everywhere = places();
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / words.length);
    const name = `${words[index % words.length] ?? ''} ${random.pick(KINDS)}${round === 0 ? '' : ` ${round + 1}`}`;
    return {
      name,
      host: `${name.toLowerCase().replaceAll(' ', '-')}.example`,
      ...random.pick(everywhere),
    };
  });
}

export type Place = Pick<Dealer, 'city' | 'state' | 'zip' | 'region'>;

/** Every ZIP of the states and DC, in order of ZIP: dealers stand where ZIPs are dense. */
export function places(): Place[] {
  const { codes } = createRequire(import.meta.url)('zipcodes/lib/codes.js') as {
    codes: Record<string, { zip: string; city: string; state: string }>;
  };
  const regionOf = new Map(STATES.map((state) => [state.code, state.region]));
  return Object.values(codes)
    .flatMap(({ zip, city, state }) => {
      const region = regionOf.get(state);
      return region === undefined ? [] : [{ city, state, zip, region }];
    })
    .toSorted((a, b) => (a.zip < b.zip ? -1 : 1));
}

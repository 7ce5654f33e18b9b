import {
  CANADIAN_PROVINCES,
  CENSUS_REGIONS,
  findState,
  RV_TYPES,
  type RvTypeId,
} from '#schemas/vocabulary.ts';
import type { Subject } from './facts.ts';

export const MARKET: Subject = { kind: 'market', id: 'market', name: 'RVs' };

/** Types as a sentence names several of them. */
const SEVERAL: Readonly<Record<RvTypeId, string>> = {
  'class-a': 'Class A motorhomes',
  'class-b': 'Class B motorhomes',
  'class-c': 'Class C motorhomes',
  'travel-trailer': 'travel trailers',
  'fifth-wheel': 'fifth wheels',
  'toy-hauler': 'toy haulers',
  'pop-up': 'pop-up campers',
  'truck-camper': 'truck campers',
  'park-model': 'park models',
  'fish-house': 'fish houses',
};

export const typeSubject = (id: RvTypeId): Subject => ({ kind: 'type', id, name: SEVERAL[id] });
export const regionSubject = (id: string): Subject => ({ kind: 'region', id, name: `the ${id}` });

/** Letters that are read from right to left. */
const FROM_THE_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * A make, as it is called. Names come from listings too: one that is read from right to left stands between
 * Unicode's isolates, else it would turn the figures around it.
 */
export const makeSubject = (id: string, name: string): Subject => ({
  kind: 'make',
  id,
  name: FROM_THE_RIGHT.test(name) ? `\u2068${name}\u2069` : name,
});

/** Every type and region: what a text must not name unless its story is about it. */
export const KNOWN_SUBJECTS: readonly Subject[] = [
  ...RV_TYPES.map(({ id }) => typeSubject(id)),
  ...CENSUS_REGIONS.map(regionSubject),
];

/** A US state or a Canadian province, by its two letters. */
export const placeSubject = (code: string): Subject => ({
  kind: 'region',
  id: code,
  name: findState(code)?.name ?? CANADIAN_PROVINCES[code] ?? code,
});

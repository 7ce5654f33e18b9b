import { findState } from '#schemas/vocabulary.ts';
import { stateOfZip } from '#warehouse/places.ts';
import { Problem } from './http/problem.ts';

/**
 * The state a typed place is in, in two letters: `TX`, `Texas`, `78701`, `Austin, TX`, `Austin TX 78701`.
 * Empty for an empty text, which is the whole country.
 * @throws Problem 422 naming the text in which there is no state, against the request's `location`
 */
export function stateOfLocation(text: string): string {
  const { state } = placeInText(text);
  if (state !== '' || text.trim() === '') return state;
  const message = `"${text.trim()}" is no US state or ZIP code: write it as TX, Texas or 78701, or leave it empty.`;
  throw new Problem(422, 'unknown_location', message, { details: [{ path: 'location', message }] });
}

/** The state of a typed place in two letters and the first three digits of its ZIP code, each empty where it is not said. */
export function placeInText(text: string): { state: string; zip3: string } {
  const place = text.trim();
  const zip = /(?:^|[\s,])(\d{5})(?:-\d{4})?$/.exec(place)?.[1];
  const candidates =
    zip === undefined
      ? [place, place.split(',').at(-1) ?? '', /\s([A-Z]{2})$/.exec(place)?.[1] ?? '']
      : [stateOfZip(zip) ?? ''];
  const state = candidates.map(findState).find((found) => found !== undefined)?.code ?? '';
  return { state, zip3: state === '' ? '' : (zip?.slice(0, 3) ?? '') };
}

import { STATES, type Region } from '#schemas/vocabulary.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import {
  isPostalCode,
  isOfCanada,
  readPlace,
  stateOf,
  tidyCity,
  zipOf,
  type Place,
} from '../places/place.ts';
import { isCityOf, placeOfZip } from '../places/zip-codes.ts';
import type { WithTexts } from './read-texts.ts';

export interface WithPlace {
  readonly place: Place & { readonly region: Region | '' };
}

/**
 * Washington is a city of DC, Nevada one of Missouri: a text that is nothing but a state's name is a city where
 * `state`, which another field says, has a post office of that name.
 */
function readPlaceOr(text: string, state: string): Place {
  const isNamesake = stateOf(text) !== '' && isCityOf(text.toLowerCase(), state);
  return isNamesake ? { city: text, state, zip: '', isCanada: false } : readPlace(text);
}

/** "Washington" and "Boise", but not "Washington DC", nor "Washington" in a state that has no such city. */
function namesOnlyACity(text: string, state: string): boolean {
  return isCityOf(text.toLowerCase(), state) || (stateOf(text) || readPlace(text).state) === '';
}

const REGION_OF = new Map(STATES.map(({ code, region }) => [code, region] as const));

/**
 * City, state, ZIP and Census region. A location text that names city and state is of the unit and
 * comes before a state field, which often is the dealer's; a ZIP in another state is left out.
 */
export function readWhere<T extends Received & WithTexts>(input: T): Outcome<T & WithPlace> {
  const { fields } = input.texts;
  let { remarks } = input;
  const ofField = stateOf(fields.state);
  const elsewhere = ofField || (placeOfZip(zipOf(fields.zip, ''))?.state ?? '');
  const written = readPlaceOr(fields.location || fields.city, elsewhere);
  if (written.state !== '' && ofField !== '' && written.state !== ofField)
    remarks = remark(remarks, 'place:state_field_says_another');
  const stated = written.state || ofField;
  const zip = zipOf(fields.zip, stated) || written.zip;
  const known = placeOfZip(zip);
  const isElsewhere = stated !== '' && known !== undefined && known.state !== stated;
  if (isElsewhere) remarks = remark(remarks, 'place:zip_in_another_state');
  const state = stated || (known?.state ?? '');
  const isCanada =
    state === '' &&
    (written.isCanada ||
      isOfCanada(fields.state) ||
      readPlace(fields.state).isCanada ||
      isPostalCode(fields.zip));
  const isCity =
    fields.city !== '' && !/\d|,/.test(fields.city) && namesOnlyACity(fields.city, state);
  const city = tidyCity(isCity ? fields.city : written.city);
  return ok({
    ...input,
    place: {
      city: city || (isElsewhere || known === undefined ? '' : tidyCity(known.city)),
      state,
      zip: isElsewhere ? '' : zip,
      isCanada,
      region: REGION_OF.get(state) ?? (isCanada ? 'Canada' : ''),
    },
    remarks,
  });
}

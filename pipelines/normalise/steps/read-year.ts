import { deadLetter, ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import {
  laterOfPair,
  shortYearOfWords,
  yearsOfField,
  yearOfVin,
  yearOfWords,
} from '../text/model-year.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithType } from './read-type.ts';
import type { WithVin } from './read-vin.ts';
import type { WithName } from './resolve-name.ts';

export interface WithYear {
  /** Model year. */
  readonly year: number;
}

const OLDEST_YEAR = 1950;
/** Dealers list the next model year by spring; the one after it appears late in the year. */
const YEARS_AHEAD = 2;

/**
 * The model year: of its field, else the one title, URL, model or floorplan begin with, else of the VIN of a trailer
 * (a motorhome's VIN has its chassis' year). Of several, the one that title or VIN confirms, else of a motorhome's two
 * in a row (`2021/22`) the later; and a title outvotes the field where such a VIN says the same. Two digits in front
 * of a title (`05 Fleetwood Bounder`) are heard where nothing else says a year.
 * Without a year there is no sighting, as nothing could be valued: dead letter `no_year`.
 */
export function readYear<T extends Received & WithTexts & WithName & WithType & WithVin>(
  input: T,
): Outcome<T & WithYear> {
  const { fields, lower, slug } = input.texts;
  const range = { oldest: OLDEST_YEAR, latest: input.observedYear + YEARS_AHEAD };
  const stated = yearsOfField(fields.year, range);
  const told =
    yearOfWords(lower.title, range) ??
    yearOfWords(slug, range) ??
    yearOfWords(lower.model, range) ??
    yearOfWords(fields.floorplan.toLowerCase(), range);
  // Lance 1985 is a model, unless the title says it twice: then it is the year, once more at the end.
  const isModel =
    String(told) === input.name.floorplan && lower.title.split(String(told)).length <= 2;
  const named = isModel ? undefined : told;
  const built =
    input.vinValid && input.category === 'towable' ? yearOfVin(input.vin, range) : undefined;
  const [first] = stated;
  if (first !== undefined && stated.length === 1) {
    if (named === undefined || named === first) return found(first, '');
    return found(built === named ? named : first, 'title_says_another');
  }
  if (named !== undefined && (stated.length === 0 || stated.includes(named)))
    return found(named, fields.year === '' ? '' : 'field_unreadable');
  if (built !== undefined && named === undefined && (stated.length === 0 || stated.includes(built)))
    return found(built, 'of_the_vin');
  const ofCoach =
    input.category === 'motorhome' && named === undefined
      ? (laterOfPair(fields.year, range) ?? laterOfPair(lower.title, range))
      : undefined;
  if (ofCoach !== undefined) return found(ofCoach, 'of_chassis_and_coach');
  const short =
    stated.length === 0 && named === undefined && input.name.makeId !== ''
      ? shortYearOfWords(lower.title, input.name.floorplan, range)
      : undefined;
  if (short !== undefined) return found(short, '');
  return deadLetter(
    'no_year',
    `no model year from ${range.oldest} to ${range.latest}: year "${fields.year}", title "${fields.title.slice(0, 200)}"`,
  );

  function found(year: number, note: string): Outcome<T & WithYear> {
    const remarks = note === '' ? input.remarks : remark(input.remarks, `year:${note}`);
    return ok({ ...input, year, remarks });
  }
}

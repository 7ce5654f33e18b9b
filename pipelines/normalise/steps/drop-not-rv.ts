import { deadLetter, drop, ok, type Outcome } from '../../outcome.ts';
import type { Received } from '../draft.ts';
import {
  afterConditionAndYear,
  isOtherKind,
  namesBox,
  namesOtherThing,
  namesPlainVan,
} from '../words/not-rv.ts';
import { typeFromWords } from '../words/rv-types.ts';
import {
  isBusMaker,
  isNamesake,
  isOtherMaker,
  isVehicleMaker,
  namesChassis,
} from '../words/other-makers.ts';
import type { WithTexts } from './read-texts.ts';
import { BY_ELIMINATION, type WithType } from './read-type.ts';
import type { WithName } from './resolve-name.ts';

/**
 * Drops what is not an RV. Who is believed, first to last: a type field that names an RV type ("Van" of a maker of
 * vans names none); an address that names another kind; a maker of other things at the beginning of the name, and
 * the floor of a box trailer; an address that names an RV type; a line of the catalogue; a type field that names
 * another thing; an RV type in the title; a word for another thing. A listing whose make nobody knows and that names
 * no type is a dead letter `unknown_make`: once the make is known, it can be redriven.
 */
export function dropNotRv<T extends Received & WithTexts & WithName & WithType>(
  input: T,
): Outcome<T> {
  const { texts, name, type, category } = input;
  const title = afterConditionAndYear(texts.lower.title || texts.slug);
  const named = `${texts.lower.make} ${texts.lower.model}`.trim();
  const starts = (isOne: (text: string) => boolean) => isOne(named) || isOne(title);
  if (isPlainVan(texts.lower.type, name.makeId, starts) && !saysAType(named, title))
    return drop('not_an_rv');
  if (input.typeIsStated) return ok(input);
  if (input.addressSays === 'not-an-rv') return drop('not_an_rv');
  const isRvByAddress = input.addressSays === 'rv';
  // A type that is only what its make builds says less than words do.
  const isTypeSaid = type !== '' && !input.remarks.includes(BY_ELIMINATION);
  if (!isTypeSaid || name.basis === 'catalogue' || isRvByAddress) {
    if (starts(isOtherMaker)) return drop('not_an_rv');
  }
  const { model, type: kind } = texts.lower;
  if ([title, model].some((words) => namesBox(`${words} ${kind}`))) return drop('not_an_rv');
  const isVehicle = name.makeId === '' && starts(isVehicleMaker) && !starts(namesChassis);
  if (isRvByAddress) return isVehicle ? drop('not_an_rv') : ok(input);
  if (name.basis === 'catalogue') return ok(input);
  if (isOtherKind(texts.lower.type)) return drop('not_an_rv');
  if (isTypeSaid) return ok(input);
  if (isBus(kind) && starts(isBusMaker) && !saysAType(named, title)) return drop('not_an_rv');
  const said = [title, model, texts.slug];
  if (said.some(namesOtherThing)) return drop('not_an_rv');
  // What a maker of RVs built on is called a van, too; its Sprinter is a trailer, never one.
  const mayBeVan = name.makeId === '' || title.startsWith('sprinter ');
  if (mayBeVan && [kind, ...said].some(namesPlainVan)) return drop('not_an_rv');
  if (type !== '' || name.makeId !== '') return ok(input);
  if (category === '' && starts(isNamesake)) return drop('not_an_rv');
  const isChassis = starts(namesChassis);
  if (category === '' && starts(isVehicleMaker) && !isChassis) return drop('not_an_rv');
  if (named === '' && title === '')
    return deadLetter(
      'no_vehicle',
      `nothing names a make or a type; VIN "${texts.fields.vin.slice(0, 40)}"`,
    );
  const what = isChassis ? 'a chassis that nothing calls an RV' : 'no make or type is known';
  return deadLetter(
    'unknown_make',
    `${what}: make "${texts.fields.make}", model "${texts.fields.model}", title "${texts.fields.title.slice(0, 200)}"`,
  );
}

/** A type field "Van" is also what a seller of cars calls an Express or a Transit. */
const isPlainVan = (
  type: string,
  makeId: string,
  starts: (isOne: (text: string) => boolean) => boolean,
): boolean => type === 'van' && makeId === '' && starts(isVehicleMaker);

const isBus = (type: string): boolean => /^bus(?:es)?$/.test(type);

const CAMPER = /\b(?:campers?|westfalia)\b/;

const saysAType = (...texts: readonly string[]): boolean =>
  texts.some((words) => {
    const { type, category } = typeFromWords(words);
    return type !== '' || category === 'motorhome' || CAMPER.test(words);
  });

import { MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { kindOfAddress } from '../words/address-types.ts';
import { categoryOf, typeFromField, typeFromWords, type TypeWords } from '../words/rv-types.ts';
import type { WithSize } from './read-size.ts';
import type { WithTexts } from './read-texts.ts';
import type { WithName } from './resolve-name.ts';

export interface WithType {
  readonly type: RvTypeId | '';
  /** What drives itself or is towed, where the type itself stays open. */
  readonly category: TypeWords['category'];
  /** The type field itself names the type. */
  readonly typeIsStated: boolean;
  /** What the end of the address says, where no type field names a type. */
  readonly addressSays: 'rv' | 'not-an-rv' | '';
}

/** Remarked where only the catalogue's types of the make and the length say it. */
export const BY_ELIMINATION = 'type:by_elimination';

/**
 * The type. Who is believed, first to last:
 *  1. the type field, where it names one type, else the kind at the end of the address; but a line that is
 *     only built otherwise, with words that say so too, outvotes it, and what hauls toys is a toy hauler
 *     whatever it is towed by;
 *  2. the catalogue's line, where it is built as one type only;
 *  3. the words of the title, else of the URL, else of the model;
 *  4. what is left of the catalogue's types once the category ("Motorhome", "Trailer") and the length
 *     have excluded the others.
 * Else it stays open: a type is never guessed.
 */
export function readType<T extends Received & WithTexts & WithName & WithSize>(
  input: T,
): Outcome<T & WithType> {
  const { texts, name, lengthFt } = input;
  const field = typeFromField(texts.lower.type);
  const said = firstThatSays([texts.lower.title, texts.slug, texts.lower.model]);
  const line = name.basis === 'catalogue' && name.types.length === 1 ? name.types[0] : undefined;
  const kind = field.type === '' ? kindOfAddress(texts.fields.url) : '';
  const addressSays = kind === '' || kind === 'not-an-rv' ? kind : 'rv';

  const stated = kind === 'not-an-rv' ? '' : field.type || kind;
  if (stated !== '') return ofField(stated, said, line);
  const category = field.category || said.category;
  const built = name.types.filter((type) => fitsCategory(type, category));
  if (line !== undefined && built.length === 1) return found(line);
  if (said.type !== '') return found(said.type);
  const left = built.filter((type) => fitsLength(type, lengthFt));
  const [only] = left;
  if (only !== undefined && left.length === 1) return found(only, BY_ELIMINATION);
  return ok({
    ...input,
    type: '',
    category: category || commonCategory(left),
    typeIsStated: false,
    addressSays,
  });

  function ofField(stated: RvTypeId, said: TypeWords, line: RvTypeId | undefined) {
    if (isTowed(stated) && (line === 'toy-hauler' || said.type === 'toy-hauler'))
      return found('toy-hauler');
    const isBuiltOtherwise =
      name.basis === 'catalogue' &&
      name.types.length > 0 &&
      name.types.every((type) => categoryOf(type) !== categoryOf(stated));
    if (!isBuiltOtherwise) return found(stated);
    const outvoted = said.type !== '' && name.types.includes(said.type);
    return found(outvoted ? said.type : stated, 'type:not_as_the_line_is_built');
  }

  function found(type: RvTypeId | '', note = ''): Outcome<T & WithType> {
    const remarks = note === '' ? input.remarks : remark(input.remarks, note);
    const category = type === '' ? '' : categoryOf(type);
    const typeIsStated = field.type !== '';
    return ok({ ...input, type, category, typeIsStated, addressSays, remarks });
  }
}

function firstThatSays(texts: readonly string[]): TypeWords {
  let best: TypeWords = { type: '', category: '' };
  for (const text of texts) {
    const words = typeFromWords(text);
    if (words.type !== '') return words;
    if (best.category === '') best = words;
  }
  return best;
}

const isTowed = (type: RvTypeId): boolean => type === 'travel-trailer' || type === 'fifth-wheel';

const fitsCategory = (type: RvTypeId, category: TypeWords['category']): boolean =>
  category === '' || (category === 'motorhome') === MOTORHOME_TYPES.has(type);

/** A make that builds nothing but motorhomes built a motorhome, whichever it is. */
function commonCategory(types: readonly RvTypeId[]): TypeWords['category'] {
  const [first] = types;
  if (first === undefined) return '';
  const category = categoryOf(first);
  return types.every((type) => categoryOf(type) === category) ? category : '';
}

/** Feet from bumper to hitch that were ever sold of each type, with a margin. */
const LENGTHS: Readonly<Record<RvTypeId, readonly [number, number]>> = {
  'class-a': [21, 46],
  'class-b': [15, 27],
  'class-c': [18, 46],
  'travel-trailer': [7, 44],
  'fifth-wheel': [18, 50],
  'toy-hauler': [12, 50],
  'pop-up': [6, 30],
  'truck-camper': [5, 23],
  'park-model': [25, 48],
  'fish-house': [6, 36],
};

function fitsLength(type: RvTypeId, length: number | null): boolean {
  const [least, most] = LENGTHS[type];
  return length === null || (length >= least && length <= most);
}

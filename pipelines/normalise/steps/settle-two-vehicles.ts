import { ok, type Outcome } from '../../outcome.ts';
import { remark, type Received } from '../draft.ts';
import { withFields, type Texts } from '../text/texts.ts';
import type { WithTexts } from './read-texts.ts';

/**
 * A scraper sometimes takes year, make and model from the card of a "similar unit" while title, text and
 * price are those of the page. Where title and fields name two vehicles, the description or the URL
 * says which one the page is about; the other is forgotten. Where neither says, the fields stand, and
 * a title of another year and code is not used to fill what they leave open.
 */
export function settleTwoVehicles<T extends Received & WithTexts>(input: T): Outcome<T> {
  const { texts } = input;
  const conflict = conflictOf(texts);
  if (conflict === undefined) return ok(input);
  const page = compact(`${texts.lower.description} ${texts.slug}`);
  const backsTitle = conflict.title.some((mark) => page.includes(mark));
  const backsFields = conflict.fields.some((mark) => page.includes(mark));
  const change = (fields: Partial<Texts['fields']>, note: string) =>
    ok({ ...input, texts: withFields(texts, fields), remarks: remark(input.remarks, note) });

  if (backsTitle && !backsFields)
    return conflict.of === 'floorplan'
      ? change({ floorplan: '' }, 'floorplan:not_of_the_page')
      : change(OF_THE_OTHER, 'fields:of_another_vehicle');
  // One vehicle all the same, of which only a year or a floorplan is in doubt.
  if (conflict.of === 'year' || conflict.of === 'floorplan') return ok(input);
  if (conflict.of === 'year and code' || (backsFields && !backsTitle))
    return change({ title: '' }, 'title:of_another_vehicle');
  return change({}, 'title:differs_from_fields');
}

/** What came with the other vehicle's card. */
const OF_THE_OTHER = {
  year: '',
  make: '',
  model: '',
  floorplan: '',
  condition: '',
  type: '',
  vin: '',
  stockNumber: '',
} as const;

interface Conflict {
  /** What only the vehicle of the title, and only that of the fields, would have on its page. */
  title: readonly string[];
  fields: readonly string[];
  of: 'year and code' | 'code' | 'year' | 'floorplan';
}

const TITLE =
  /^(?:[^a-z0-9]*(?:new|used|pre-?owned|certified)\b)*[^a-z0-9]*((?:19[5-9]|20\d)\d) (?=.* .)/;

/** Title and fields name floorplan codes and have none in common, or they name two years. */
function conflictOf({ fields, lower }: Texts): Conflict | undefined {
  if (fields.model === '' && fields.floorplan === '') return undefined;
  const match = TITLE.exec(lower.title);
  if (match === null) return undefined;
  const year = match[1] ?? '';
  const name = lower.title.slice(match[0].length);
  const yearDiffers = /^\d{4}$/.test(fields.year) && fields.year !== year;
  const all = `${lower.make} ${lower.model} ${fields.floorplan.toLowerCase()}`;
  const ofTitle = codesOf(name);
  const titleHasOwn = ofTitle.length > 0 && !namesOneOf(ofTitle, all);
  const differs = (codes: readonly string[]) =>
    codes.length > 0 && titleHasOwn && !namesOneOf(codes, name);

  const ofModel = codesOf(lower.model);
  if (differs(ofModel))
    return { title: ofTitle, fields: ofModel, of: yearDiffers ? 'year and code' : 'code' };
  if (yearDiffers) {
    const title = compact(year + firstWord(name));
    return { title: [title], fields: [compact(fields.year + firstWord(lower.make))], of: 'year' };
  }
  const ofFloorplan = codesOf(fields.floorplan.toLowerCase());
  return differs(ofFloorplan)
    ? { title: ofTitle, fields: ofFloorplan, of: 'floorplan' }
    : undefined;
}

const CHASSIS = /^[efs]-?\d{2,3}$|^[1-9]\d00(?:xd|hd)?$/;
const LEAST_CODE = 3;

/** Words with a digit that look like floorplans, not like chassis ("3500", "E-450"). */
const codesOf = (words: string): string[] =>
  words
    .split(/[\s/,]+/)
    .filter((word) => /\d/.test(word) && !CHASSIS.test(word))
    .map(compact)
    .filter((code) => code.length >= LEAST_CODE);

function namesOneOf(codes: readonly string[], words: string): boolean {
  const text = compact(words);
  return codes.some((code) => text.includes(code));
}

const compact = (text: string): string => text.replace(/[^a-z0-9]/g, '');
const firstWord = (text: string): string => text.split(' ', 1)[0] ?? '';

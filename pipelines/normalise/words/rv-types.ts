import { RV_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';

/** What words say about a type: one type, or only that it drives itself or is towed. */
export interface TypeWords {
  readonly type: RvTypeId | '';
  readonly category: 'motorhome' | 'towable' | '';
}

const NOTHING: TypeWords = { type: '', category: '' };
const SURE: readonly [RegExp, RvTypeId][] = [
  [
    /\b(?:truck|pick ?-?up)(?: ?-?bed| ?-?mount(?:ed)?)? ?-?campers?\b|\b(?:slide ?-?in|in ?-?bed|cab ?-?over) campers?\b/,
    'truck-camper',
  ],
  // Before what stands in a garage or folds out of a roof: a class A toy hauler is a class A.
  [
    /\bclasse? ?-?b ?(?:\+|plus\b)|\bb ?\+ (?:motor|rv)|\bsuper ?-?c\b|\bcut-?away (?:van|chassis|motor)|\bclasse? ?-?(?:super )?c\b|\bmini ?-?motor ?-?homes?\b|\btot[eo]r ?-?homes?\b|\btype c\b/,
    'class-c',
  ],
  [
    /\bclasse? ?-?b\b|\bcamp(?:er|ing) ?-?vans?\b|\bvan ?-?(?:camper|conversion)s?\b|(?<!\btrailer.{0,40})\bcamper conversions?\b|\b(?:vw|volkswagen)\b.{0,20}\bbus campers?\b|\btype b\b/,
    'class-b',
  ],
  [
    /\bclasse? ?-?a\b(?! ?-?frames?\b)|\bdiesel pushers?\b|\btype a\b|\bskoolies?\b|\bbus conversions?\b|\bconverted (?:\w+ )?bus(?:es)?\b|\bbus converted\b|\bbus (?:campers?|motor ?-?homes?|rvs?)\b/,
    'class-a',
  ],
  // Before the wheels: a fifth wheel toy hauler is a toy hauler.
  [/\btoy ?-?haulers?\b|\bsport utility (?:rv|trailer)s?\b|\bsurv\b/, 'toy-hauler'],
  [/\bfish ?-?houses?\b|\bice ?-?(?:fishing )?(?:houses?|shacks?)\b/, 'fish-house'],
  [
    /\bpark ?-?models?\b|\bdestination (?:trailer|rv|travel trailer)s?\b|\bpark trailers?\b|\bcottages?\b(?! grove)|\broulottes? de parc\b/,
    'park-model',
  ],
  [
    /\bpop ?-?ups?\b|\bfold(?:ing|[- ]?down)\b(?! (?:bed|sofa|table|dinette|bunk))|\bfold[- ]?out (?:camper|trailer)s?\b|\btent (?:trailer|camper)s?\b|\ba-? ?frames?\b|\bcamping trailers?\b|\bcamp trailers?\b|\btentes?[- ]roulottes?\b/,
    'pop-up',
  ],
  [
    /\b(?:fifth|5-?th) ?-?wheels?\b|\b5 ?(?:er|w)s?\b|\bfivers?\b|\b5th whl\b|\bfw\b|\bfifthwheels?\b|\bgooseneck (?:rv|camper)s?\b|\bsellettes?\b/,
    'fifth-wheel',
  ],
  [
    /\btravel ?-?trailers?\b|\btt\b|\b(?:tear|square) ?-?drops?\b|\bexpandables?\b|\bhybrids?\b(?! (?:suv|car|inverter))|\bbumper ?-?pulls?\b|\bconventional trailers?\b|\bcaravans?\b|\broulottes?\b/,
    'travel-trailer',
  ],
];
/** Any of them: most titles name no type, and one look tells. */
const ANY = new RegExp(SURE.map(([pattern]) => pattern.source).join('|'));
const MOTORHOME =
  /\bmotor ?-?(?:homes?|coach(?:es)?|iz)\b|\bmotori[sz]ed\b|\bcoach(?:es)?\b|\bdiesel rv\b|\bautocaravanes?\b|\bmotoris[ée]e?s?(?![a-z])/;
/**
 * `toy hauler motorhome`, `motorized toy hauler`. Elsewhere in a title the motorhomes may be those of a dealer's name,
 * and a trailer's beds are motorized too.
 */
const DRIVES_ITSELF =
  /\bhaulers?\W+(?:gas |diesel |rv )?motor ?-?(?:homes?|coach(?:es)?)\b(?! specialist)|\bmotor ?-?(?:homes?|coach(?:es)?)(?: with(?: an?)?)?\W+toy\b|\bmotori[sz]ed(?: toy\b|\W*$)/;
const TOWABLE = /\btowables?\b|\btrailers?\b|\bcampers?\b/;

const SHORTENED: readonly [RegExp, string][] = [
  [/\btrlr(s?)\b/g, 'trailer$1'],
  [/\b(?:trvl|trav)\b/g, 'travel'],
  [/\bwhl(s?)\b/g, 'wheel$1'],
  [/\bhlr(s?)\b/g, 'hauler$1'],
];

/** `trvl trlr` as `travel trailer`. */
const spelledOut = (words: string): string =>
  /\b(?:trlr|trvl|trav|whl|hlr)/.test(words)
    ? SHORTENED.reduce((text, [short, long]) => text.replace(short, long), words)
    : words;

/** Reads a type field or the words of a title; lower case. */
export function typeFromWords(written: string): TypeWords {
  if (written === '') return NOTHING;
  const words = spelledOut(written);
  const type = ANY.test(words) ? SURE.find(([pattern]) => pattern.test(words))?.[1] : undefined;
  // What hauls toys and drives itself is a motorhome, of which class is open.
  if (type !== undefined && !(type === 'toy-hauler' && DRIVES_ITSELF.test(words)))
    return { type, category: categoryOf(type) };
  if (MOTORHOME.test(words)) return { type: '', category: 'motorhome' };
  return TOWABLE.test(words) ? { type: '', category: 'towable' } : NOTHING;
}

/** A bare code, as feeds write it in a type field; in a title the same letters are part of a name. */
export function typeFromField(written: string): TypeWords {
  const words = written.replaceAll('_', ' ');
  const code = CODES[CLASS.exec(words)?.slice(1).join('') ?? words.replace(/[^a-z0-9+]/g, '')];
  return code === undefined ? typeFromWords(words) : { type: code, category: categoryOf(code) };
}

/** `C Class`, `Class: A`, `Motorhome (C)`. */
const CLASS = /^(?:([abc])[- ]class\b.*|class ?[:-] ?([abc])|motor ?homes? ?[(-]? ?([abc])\)?)$/;

const CODES: Readonly<Record<string, RvTypeId>> = {
  a: 'class-a',
  mha: 'class-a',
  ca: 'class-a',
  b: 'class-b',
  mhb: 'class-b',
  van: 'class-b',
  bvan: 'class-b',
  adventurevan: 'class-b',
  'b+': 'class-c',
  bplus: 'class-c',
  c: 'class-c',
  mhc: 'class-c',
  tt: 'travel-trailer',
  fw: 'fifth-wheel',
  '5w': 'fifth-wheel',
  fifth: 'fifth-wheel',
  th: 'toy-hauler',
  ttth: 'toy-hauler',
  fwth: 'toy-hauler',
  pu: 'pop-up',
  tc: 'truck-camper',
  pm: 'park-model',
  destination: 'park-model',
  parkhome: 'park-model',
  foldout: 'pop-up',
  wheelhouse: 'fish-house',
  slidein: 'truck-camper',
  slideins: 'truck-camper',
  campertruck: 'truck-camper',
  toter: 'class-c',
  trailerstravel: 'travel-trailer',
};

/** Drives itself, is towed, or (a truck camper) neither. */
export const categoryOf = (type: RvTypeId): TypeWords['category'] => CATEGORIES[type];

const CATEGORIES = Object.fromEntries(
  RV_TYPES.map(({ id, category }) => [id, category === 'other' ? '' : category]),
) as Readonly<Record<RvTypeId, TypeWords['category']>>;

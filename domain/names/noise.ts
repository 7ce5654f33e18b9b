/**
 * Words that stand around a name and are no part of it. Each set says where its words may be ignored;
 * a word that is also the name of a line somewhere (Sprinter, Travel Star) is ignored only where it cannot be that.
 */

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** In front of a make: the condition, a dealer's cheer, or what a form demands where no make is known. */
export const LEADING: ReadonlySet<string> = set(
  'new used pre preowned owned certified consignment consigned demo clearance sale sold pending special reduced ' +
    'rental like great deal just arrived ' +
    'other others unknown misc miscellaneous various generic unbranded unlisted ' +
    'roulotte caravane autocaravane motorise tente usage usagee',
);

/** Chassis makers: part of how a motorhome is written, never its make. */
export const CHASSIS: ReadonlySet<string> = set(
  'ford mercedes benz mb freightliner spartan chevrolet chevy gmc ram dodge promaster transit workhorse toyota ' +
    'international volvo peterbilt kenworth e350 e450 f53 f250 f350 f450 f550 f600 v10',
);

/** Vans that are called like a line: by their length in inches, weight class or body. */
export const VANS: ReadonlySet<string> = new Set(
  ['144', '170', '2500', '3500', 'van', '4x4', 'awd'].map((behind) => `sprinter ${behind}`),
);

/** A make that is also a word: further on in a title it is the make only before a line of it, or behind "by". */
export const WORDS: ReadonlySet<string> = set('kit');

/** Cars that are called like a make, behind who builds them. */
export const CARS: ReadonlySet<string> = new Set([
  'ford escape',
  'chevrolet venture',
  'chevy venture',
  'gmc safari',
]);

/** Behind a make: what kind of company it is. */
export const COMPANY: ReadonlySet<string> = set(
  'rv rvs inc incorporated llc ltd corp corporation co company ind industries manufacturing mfg mfr group recreational ' +
    'recreation vehicle vehicles motorhomes motorhome motorcoach towables trailers trailer campers camper products',
);

/** Kinds of RV, trims and the lack of a name, written as two words, left out wherever they stand. */
const IGNORED_PHRASES: readonly (readonly [string, ReadonlySet<string>])[] = [
  ['travel', set('trailer trailers')],
  ['fifth', set('wheel wheels wheeler')],
  ['5th', set('wheel wheels wheeler')],
  ['toy', set('hauler haulers')],
  ['class', set('a b c')],
  ['classe', set('a b c')],
  ['a', set('sellette vendre')],
  ['de', set('parc')],
  ['super', set('c')],
  ['motor', set('home homes coach')],
  ['pop', set('up')],
  ['park', set('model models')],
  ['truck', set('camper campers')],
  ['tent', set('trailer camper')],
  ['teardrop', set('trailer')],
  ['destination', set('trailer')],
  ['camper', set('van')],
  ['fish', set('house')],
  ['ice', set('house')],
  ['half', set('ton')],
  ['bunk', set('house')],
  ['single', set('axle')],
  ['double', set('axle')],
  ['tandem', set('axle')],
  ['black', set('label')],
  ['other', set('make makes brand brands model models')],
  ['unknown', set('make brand model')],
  ['select', set('make brand model')],
  ['choose', set('make brand model')],
  ['no', set('make brand model')],
  ['not', set('listed')],
];

/** Words that are never part of a line's own name, so that one line is not split by them. */
export const NEVER_IN_A_LINE: ReadonlySet<string> = new Set([
  ...LEADING,
  ...COMPANY,
  ...CHASSIS,
  ...set(
    'toyhauler toterhome skoolie motorhome ruv fw tt th 5th diesel gas gasoline pusher bunkhouse expandable hybrid teardrop popup folding ' +
      'series edition package model floorplan floor plan unit only by of ' +
      'ft foot feet hp limited ltd le se platinum diamond anniversary western camping campfire special',
  ),
]);

/** Where a title stops naming and starts praising: nothing behind these is part of a name. */
export const END_OF_NAME: ReadonlySet<string> = set(
  'with w for in at near from and stock vin call price priced save only low miles sleeps slides slide slideout bunks ' +
    'bunk awning solar generator financing available ready must see vs versus photos',
);

/** Words behind a number that are no part of its code: "28 foot", "24 twin". */
export const NOT_A_SUFFIX: ReadonlySet<string> = new Set([
  ...LEADING,
  ...COMPANY,
  ...END_OF_NAME,
  ...set(
    'ft foot feet hp amp gal twin queen king bed pro air max red one evo tow gas fun lux sel ton lb lbs rv ruv van mb by',
  ),
]);

/** Behind a number: then it is a length or a power. */
export const MEASURES: ReadonlySet<string> = set('ft foot feet hp amp inch gal');

/** A calendar year a title may begin with. A bare number of this shape is a code only where it cannot be the year. */
export function looksLikeYear(word: string): boolean {
  return (
    word.length === 4 &&
    (word.startsWith('19') || word.startsWith('20')) &&
    word >= '1950' &&
    word <= '2039'
  );
}

/**
 * The words without kinds and trims: `cougar 5th wheel 29rks` is `cougar 29rks`. `isNamed` says that the two words
 * from an index on belong to a name, which keeps them: Athens Park Model is a make.
 */
export function withoutPhrases(
  words: readonly string[],
  isNamed: (words: readonly string[], at: number) => boolean,
): string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    const next = words[i + 1];
    const isPhrase =
      next !== undefined &&
      IGNORED_PHRASES.some(([first, second]) => first === word && second.has(next));
    if (isPhrase && !isNamed(words, i)) i++;
    else kept.push(word);
  }
  return kept;
}

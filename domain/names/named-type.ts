import { MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';
import { spaced } from './text.ts';

/** Of one and of several: "class c's". */
const SEVERAL = String.raw`(?:['’]?s)?\b`;
const named = (words: string): RegExp => new RegExp(String.raw`\b(?:${words})${SEVERAL}`);

/** Most telling first: a "class c motorhome" is a class C, a "toy hauler fifth wheel" a toy hauler. */
const TYPE_WORDS: readonly (readonly [RvTypeId, RegExp])[] = [
  ['toy-hauler', named(String.raw`toy[\s-]*hauler`)],
  ['fifth-wheel', named(String.raw`(?:fifth|5th)[\s-]*wheel(?:er)?`)],
  [
    'class-c',
    new RegExp(
      String.raw`${named(String.raw`(?:class|super)[\s-]*c`).source}|\bclass[\s-]*b(?:\+|[\s-]*plus\b)(?:['’]s\b)?`,
    ),
  ],
  [
    'class-b',
    named(
      String.raw`class[\s-]*b|camper[\s-]*van|conversion[\s-]*van|van[\s-]*conversion|(?:sprinter|transit|promaster)[\s-]*van`,
    ),
  ],
  ['class-a', named(String.raw`class[\s-]*a|diesel[\s-]*pusher`)],
  ['truck-camper', named(String.raw`truck[\s-]*camper`)],
  ['pop-up', named(String.raw`pop[\s-]*up|(?:folding|tent)[\s-]*(?:camper|trailer)`)],
  ['park-model', named(String.raw`park[\s-]*model|destination[\s-]*trailer`)],
  ['fish-house', named(String.raw`(?:fish|ice)[\s-]*house`)],
  ['travel-trailer', named(String.raw`travel[\s-]*trailer|teardrop`)],
];

/** The RV type a text names, in the words people use for it. */
export function namedType(text: string): RvTypeId | undefined {
  const folded = text.toLowerCase();
  return TYPE_WORDS.find(([, pattern]) => pattern.test(folded))?.[0];
}

const MOTORHOMES = named(String.raw`motor[\s-]*home`).source;
/** Behind a type's words it says no more: a "pop-up camper", a "class a motorhome". */
const NOUN = String.raw`(?:[\s-]+(?:motor[\s-]*(?:home|coach(?:e(?=s))?)|camper|trailer|van|rv)${SEVERAL})?`;
const ANY_TYPE = [...TYPE_WORDS.map(([, { source }]) => source), MOTORHOMES];
const everyOf = (sources: readonly string[]): RegExp =>
  new RegExp(`(?:${sources.join('|')})${NOUN}`, 'gi');
/** Each phrase that names a type. */
export const EVERY_TYPE = everyOf(ANY_TYPE);

const TRAILERS: readonly RvTypeId[] = ['travel-trailer', 'fifth-wheel', 'toy-hauler', 'pop-up'];
/** What the names of makes and dealers have too: Happier Camper, Motor Coach. */
const LOOSE_WORDS: readonly (readonly [readonly RvTypeId[], RegExp])[] = [
  [['fifth-wheel'], named('fiver')],
  [['pop-up'], named(String.raw`a[\s-]?frame`)],
  [['travel-trailer'], named(String.raw`bumper[\s-]*pull|(?:pull|tow)[\s-]*behind`)],
  [[...MOTORHOME_TYPES], named(String.raw`motor[\s-]*coach(?:e(?=s))?`)],
  [TRAILERS, named(String.raw`camper[\s-]*trailer`)],
  [[...TRAILERS, 'truck-camper'], named('camper')],
  [TRAILERS, named('trailer|towable')],
];
const EVERY_TYPE_LOOSELY = everyOf([...ANY_TYPE, ...LOOSE_WORDS.map(([, { source }]) => source)]);

/** Between two types. */
const EITHER = /^\s*(?:(?:or|and|&|\/|,)\s*)+$/i;
/** One that would be left beside a type: "class c or" is being typed, and no Oregon. */
const LEFT_BEHIND = /^\s*(?:or|and|&|\/)(?!\S)/;
const LEFT_IN_FRONT = /(?<!\S)(?:or|and|&|\/)\s*$/;
const CLASS_LETTER = String.raw`[abc](?:['’]s)?\b`;
const LETTER_BESIDE = String.raw`\s+(?!a/c\b)${CLASS_LETTER}`;
const LETTER_JOINED = String.raw`\s*(?:(?:or|and|&|/|,)\s*)+${CLASS_LETTER}`;
/** Of "class a, b or c" each is a class; what is "a/c" is none. */
const CLASSES = new RegExp(
  String.raw`\bclass[\s-]*${CLASS_LETTER}(?:(?:${LETTER_BESIDE})*(?:${LETTER_JOINED})+|(?:${LETTER_BESIDE})+(?=\s*(?:$|motor)))`,
  'gi',
);
const LETTER = /(?<=[\s&/,])[abc]\b/gi;

export interface TypesApart {
  types: RvTypeId[];
  rest: string;
}

/**
 * The types a text names, and what is left of it without any type's words; undefined where it names none.
 * @param how loosely: by words too that names have
 */
export function typesApart(text: string, how?: 'loosely'): TypesApart | undefined {
  const full = text.replaceAll(CLASSES, (classes) =>
    classes.replaceAll(LETTER, (letter, at: number) =>
      /class[\s-]*$/i.test(classes.slice(0, at)) ? letter : `class ${letter}`,
    ),
  );
  const alternatives: string[][] = [];
  const between: string[] = [];
  let from = 0;
  for (const { 0: words, index } of full.matchAll(how ? EVERY_TYPE_LOOSELY : EVERY_TYPE)) {
    const before = full.slice(from, index);
    const isAnother = alternatives.length > 0 && EITHER.test(before);
    if (alternatives.length === 0 || isAnother) alternatives.push([words]);
    else alternatives.at(-1)?.push(words);
    between.push(isAnother ? '' : before);
    from = index + words.length;
  }
  if (alternatives.length === 0) return undefined;
  between.push(full.slice(from));
  const rest = between.map((words, at) => {
    const behind = at === 0 ? words : words.replace(LEFT_BEHIND, ' ');
    return at === between.length - 1 ? behind : behind.replace(LEFT_IN_FRONT, ' ');
  });
  return { types: [...new Set(alternatives.flatMap(typesOfOne))], rest: spaced(rest.join(' ')) };
}

/** Of a "motorhome class c" that is a class C; of a "toy hauler fifth wheel" every one is a toy hauler, of a class C few. */
function typesOfOne(phrases: readonly string[]): RvTypeId[] {
  const types = phrases.flatMap((words) => namedType(words) ?? []);
  if (types.length === 0) return phrases.flatMap(looseTypes);
  if (!types.includes('toy-hauler')) return types;
  return types.filter((type) => type === 'toy-hauler' || MOTORHOME_TYPES.has(type));
}

const looseTypes = (words: string): readonly RvTypeId[] =>
  LOOSE_WORDS.find(([, pattern]) => pattern.test(words.toLowerCase()))?.[0] ?? [...MOTORHOME_TYPES];

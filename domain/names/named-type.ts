import { MOTORHOME_TYPES, type RvTypeId } from '#schemas/vocabulary.ts';

/** Most telling first: a "class c motorhome" is a class C, a "toy hauler fifth wheel" a toy hauler. */
const TYPE_WORDS: readonly (readonly [RvTypeId, RegExp])[] = [
  ['toy-hauler', /\btoy[\s-]*haulers?\b/],
  ['fifth-wheel', /\b(?:fifth|5th)[\s-]*wheel(?:er)?s?\b/],
  ['class-c', /\b(?:class|super)[\s-]*cs?\b|\bclass[\s-]*b(?:\+|[\s-]*plus\b)/],
  ['class-b', /\b(?:class[\s-]*b|camper[\s-]*van)s?\b/],
  ['class-a', /\bclass[\s-]*as?\b|\bdiesel[\s-]*pushers?\b/],
  ['truck-camper', /\btruck[\s-]*campers?\b/],
  ['pop-up', /\bpop[\s-]*ups?\b|\b(?:folding|tent)[\s-]*(?:campers?|trailers?)\b/],
  ['park-model', /\bpark[\s-]*models?\b|\bdestination[\s-]*trailers?\b/],
  ['fish-house', /\b(?:fish|ice)[\s-]*houses?\b/],
  ['travel-trailer', /\b(?:travel[\s-]*trailers?|teardrops?)\b/],
];

/** The RV type a text names, in the words people use for it. */
export function namedType(text: string): RvTypeId | undefined {
  const folded = text.toLowerCase();
  return TYPE_WORDS.find(([, pattern]) => pattern.test(folded))?.[0];
}

const MOTORHOMES = String.raw`\bmotor[\s-]*homes?\b`;
/** Behind a type's words it says no more: a "pop-up camper", a "class a motorhome". */
const NOUN = String.raw`(?:[\s-]+(?:motor[\s-]*home|camper|trailer|van|rv)s?\b)?`;
const ANY_TYPE = new RegExp(
  [...TYPE_WORDS.map(([, { source }]) => source), MOTORHOMES].map((one) => `(?:${one})`).join('|'),
);
const EVERY_TYPE = new RegExp(`(?:${ANY_TYPE.source})${NOUN}`, 'gi');
/** Between two types. */
const JOINED = /(?<=\0\s*)(?:or|and|&|\/|,)(?=\s*\0)/gi;

/** The types a text names, and what is left of it without any type's words; undefined where it names none. */
export function typesApart(text: string): { types: RvTypeId[]; rest: string } | undefined {
  if (!ANY_TYPE.test(text.toLowerCase())) return undefined;
  const type = namedType(text);
  const rest = text
    .replace(EVERY_TYPE, '\0')
    .replace(JOINED, ' ')
    .replaceAll('\0', ' ')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  return { types: type === undefined ? [...MOTORHOME_TYPES] : [type], rest };
}

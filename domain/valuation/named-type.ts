import type { RvTypeId } from '#schemas/vocabulary.ts';

/** Most telling first: a "class c motorhome" is a class C, a "toy hauler fifth wheel" a toy hauler. */
const TYPE_WORDS: readonly (readonly [RvTypeId, RegExp])[] = [
  ['toy-hauler', /\btoy[\s-]*haulers?\b/],
  ['fifth-wheel', /\b(?:fifth|5th)[\s-]*wheel(?:er)?s?\b/],
  ['class-b', /\b(?:class[\s-]*b|camper[\s-]*van)s?\b/],
  ['class-c', /\b(?:class|super)[\s-]*c\b/],
  ['class-a', /\bclass[\s-]*a\b|\bdiesel[\s-]*pusher\b/],
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

/** What is read for a mark that it is sold. */
interface Marked {
  readonly status: string;
  readonly title: string;
  readonly price: string;
}

/** "As is", "with warranty", "no": what follows says how it is sold or whether, not that it is. */
const HOW = String.raw`(?!\W*(?:(?:as|by|new by|with|without|pending)\b|(?:no?|false)\W*$))`;
/** `Sold`, `SOLD 2021 …`, `**Just SOLD** …`, `Sold! Used 2021 …`, `Sold for $54,995`; not `Sold by us: …`. */
const IN_FRONT = new RegExp(
  String.raw`^\W*(?:(?:https?:\/\/schema\.org\/|just )?sold(?:[ _]?out)?\b\W*)+(?:$|(?<=[-!*)\]:]\s*)${HOW}|(?:brand )?(?:(?:new|used|pre-?owned)\W+)?(?:19|20)\d\d\b|(?:for )?\$?\d[\d,/-]+)`,
  'i',
);
/** `… **SOLD** …`, `… (Sold) …`, `… - SOLD - …` */
const SET_OFF = /(?:[*([]|\s-)\s*sold\s*(?:[*)\]!]|-\s)/i;
/** `… SOLD`, unless the words before it deny it. */
const AT_END = new RegExp(
  String.raw`(?<!(?:\b(?:un|be|being|are|not|nor|never|ever|longer|yet|gets?|getting|until|till?|if|when|unless|before|as)|n't)\W+(?:(?:it(?:'?s)?|this|her|him|them|is|already|been|yet)\W+){0,2})\b(sold)(?: out)?\W*$`,
  'i',
);
/** In small letters it ends a sentence like any other word, but for `… - sold`, `…, just sold`. */
const APART = /(?:\s-|[:*([|!,/]|\b(?:just|now))\s*$/i;

/** Whether a listing says that it is sold: by its status, by a mark in its title, or beside its price. */
export const isSold = ({ status, title, price }: Marked): boolean =>
  [status, title, price].some((text) => /sold/i.test(text) && saysSold(text));

function saysSold(text: string): boolean {
  if (IN_FRONT.test(text) || SET_OFF.test(text)) return true;
  const end = AT_END.exec(text);
  return end !== null && (end[1]?.startsWith('S') === true || APART.test(text.slice(0, end.index)));
}

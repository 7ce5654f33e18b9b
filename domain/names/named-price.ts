import { PRICE_FILTER_MAX } from '#schemas/constants.ts';

/** Whole US dollars. */
export interface NamedPrices {
  priceMin?: number;
  priceMax?: number;
}

const AMOUNT = String.raw`\$? ?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?: ?k)?`;
/** "under 30,000 miles" and "under 30 ft" are no prices. */
const NO_MEASURE = String.raw`(?![\w'"]|[,.]\d| *(?:k|miles?|mi|lbs?|pounds?|ft|feet|foot)\b)`;
/** Words before a bound go with it: else they would be looked for, or taken for Oregon and Indiana. */
const JOINED = String.raw`(?:(?:or|and|in) +)?`;
const MOST =
  '(?:no|not) (?:over|above|more than)|under|below|less than|up to|at most|max(?:imum)?|<=?';
const LEAST = '(?:no|not) (?:under|below|less than)|over|above|more than|at least|min(?:imum)?|>=?';
/** Behind the amount. */
const OR_LESS = 'or (?:less|under|below)|and (?:under|below)|max(?:imum)?|tops';
const OR_MORE = String.raw`or (?:more|over|above)|and (?:up|over|above)|\+`;
const AT_MOST = new RegExp(String.raw`^${JOINED}(?:${MOST})|(?:${OR_LESS})$`, 'i');
const BOUND = new RegExp(
  String.raw`(?<!\w)${JOINED}(?:${MOST}|${LEAST}) *(${AMOUNT})${NO_MEASURE}`,
  'gi',
);
const BOUND_BEHIND = new RegExp(
  String.raw`(?<![\w.,$])(${AMOUNT}) *(?:${OR_LESS}|${OR_MORE})(?!\w| *\$?\d)`,
  'gi',
);
/** How the first of two begins where no word says that they are prices; a ZIP code may begin with 0. */
const LOOKS_LIKE_PRICE = String.raw`\$|\d+(?:\.\d+)? ?k|[1-9]\d{4,5}(?!\d)|\d{2,3},\d{3}|\d{1,3} ?(?:-|–|to) ?\d{1,3} ?k`;
const RANGE = new RegExp(
  String.raw`(?<![^\s,(])${JOINED}(?:(?:between|from) +|(?=${LOOKS_LIKE_PRICE}))(${AMOUNT}) *(?:and|to|-|–) *(${AMOUNT})${NO_MEASURE}`,
  'gi',
);

/**
 * The prices that a text names as a bound or as two, and what is left of it; undefined where it names none, or one
 * that is past the end of the filter.
 */
export function pricesApart(text: string): { prices: NamedPrices; rest: string } | undefined {
  const first = priceApart(text);
  if (first === undefined) return undefined;
  const second = priceApart(first.rest);
  return second === undefined
    ? first
    : { prices: { ...second.prices, ...first.prices }, rest: second.rest };
}

function priceApart(text: string): { prices: NamedPrices; rest: string } | undefined {
  for (const pattern of [RANGE, BOUND, BOUND_BEHIND])
    for (const said of text.matchAll(pattern)) {
      const named = pricesIn(text, said);
      if (named !== undefined) return named;
    }
  return undefined;
}

function pricesIn(
  text: string,
  said: RegExpMatchArray,
): { prices: NamedPrices; rest: string } | undefined {
  const [words, first = '', second] = said;
  const rest = text.replace(words, ' ');
  // In "between 40 and 60k" both are thousands, as in "40k to 60".
  const isThousands = second !== undefined && [first, second].some((amount) => /k$/i.test(amount));
  const least = dollarsOf(first, isThousands ? 'k' : '');
  const most = second === undefined ? least : dollarsOf(second, isThousands ? 'k' : '');
  // "40k-6" is being typed.
  if (least === undefined || most === undefined || most < least) return undefined;
  if (second !== undefined) return { prices: { priceMin: least, priceMax: most }, rest };
  return { prices: AT_MOST.test(words) ? { priceMax: most } : { priceMin: least }, rest };
}

const UNFINISHED = new RegExp(
  String.raw`(?<!\S)${JOINED}(?:${MOST}|${LEAST}|between)(?: *\$? ?[\d,.]*k?)?(?: *(?:and|to|-|–) *\$?[\d,.]*)?$`,
  'i',
);

/** A bound at the end of a text that is no price, or is being typed; undefined where there is none. */
export function unfinishedApart(text: string): { bound: string; rest: string } | undefined {
  const said = UNFINISHED.exec(text.trim());
  return said === null ? undefined : { bound: said[0], rest: text.trim().slice(0, said.index) };
}

/** What a bare number is at least to be a price, and no model year or length. */
const LEAST_BARE = 3_000;
/** With a dollar sign: what is less is being typed. */
const LEAST_DOLLARS = 300;

function dollarsOf(text: string, unit = ''): number | undefined {
  const [, number = ''] = /([\d,.]+)/.exec(text) ?? [];
  const thousands = /k$/i.test(text + unit) ? 1_000 : 1;
  const dollars = Math.round(Number(number.replaceAll(',', '')) * thousands);
  const isPrice = thousands > 1 || dollars >= (text.includes('$') ? LEAST_DOLLARS : LEAST_BARE);
  return isPrice && dollars <= PRICE_FILTER_MAX ? dollars : undefined;
}

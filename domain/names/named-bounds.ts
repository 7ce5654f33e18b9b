import { FILTER_YEAR_MIN, PRICE_FILTER_MAX } from '#schemas/constants.ts';
import { spaced } from './text.ts';

/** Model years, and prices in whole US dollars. */
export interface NamedBounds {
  yearMin?: number;
  yearMax?: number;
  priceMin?: number;
  priceMax?: number;
}

/** What a text names as bounds; the rest is the text itself where it names none. */
export interface BoundsApart {
  bounds: NamedBounds;
  rest: string;
  /** The words that name the bounds. */
  said?: string;
  /**
   * Bounds that no filter has: of lengths, weights and miles, at or past the end of one, or being typed at the end of the
   * text.
   */
  leftOut?: string;
  /** The price is no more than a number in thousands, which may be a floorplan. */
  isGuess?: true;
}

type Kind = 'year' | 'price';

/** Words that make a bound of the number beside them. */
interface BoundWords {
  said: string;
  side: 'Min' | 'Max';
  /** Of which numbers alone: "over 2018" may be anything. */
  of?: Kind;
  /** The year itself is not within. */
  isStrict?: boolean;
  /** A mark and no word: "3120+" may be a floorplan. */
  isMark?: boolean;
  /** Alone it may be a name that is being typed: Precept. */
  beginsNames?: boolean;
}

const IN_FRONT: readonly BoundWords[] = [
  { said: '(?:less|lower|cheaper) than|under|below', side: 'Max', of: 'price' },
  { said: '(?:more|greater|higher) than|over|above', side: 'Min', of: 'price' },
  { said: '(?:older|earlier) than|before', side: 'Max', of: 'year', isStrict: true },
  { said: 'pre-?', side: 'Max', of: 'year', isStrict: true, beginsNames: true },
  { said: '(?:newer|later) than|after', side: 'Min', of: 'year', isStrict: true },
  { said: 'up to|at (?:the )?most|max(?:imum)?(?: price| year)?(?: of)?|<=', side: 'Max' },
  {
    said: 'from|since|starting at|at least|min(?:imum)?(?: price| year)?(?: of)?|>=',
    side: 'Min',
  },
  { said: '<', side: 'Max', isStrict: true },
  { said: String.raw`(?:\$ ?)?0 *(?:to\b|-|–)`, side: 'Max', of: 'price' },
  { said: '>', side: 'Min', isStrict: true },
];

const JOIN = '(?:or|and|&) *';
/** "2018 and under 60k" is a year and a bound in front of a price. */
const BEFORE_NO_PRICE = String.raw`(?! *(?:\$ ?\d|\d+ ?k\b|\d{1,3},\d{3}|[1-9]\d{4}))`;

const BEHIND: readonly BoundWords[] = [
  { said: 'or (?:less|lower|cheaper)|max(?:imum)?|tops', side: 'Max', of: 'price' },
  { said: 'or (?:more|higher)', side: 'Min', of: 'price' },
  { said: `${JOIN}(?:older|earlier)`, side: 'Max', of: 'year' },
  { said: `${JOIN}(?:newer|later)`, side: 'Min', of: 'year' },
  { said: `${JOIN}(?:under|below)${BEFORE_NO_PRICE}`, side: 'Max' },
  { said: `${JOIN}(?:over|above)${BEFORE_NO_PRICE}`, side: 'Min' },
  { said: String.raw`${JOIN}up(?! to\b)|(?:to|-) *(?:present|now|today)`, side: 'Min' },
  { said: String.raw`\+|plus(?! *(?:tax|fees|ttl)\b)`, side: 'Min', isMark: true },
];

const anyOf = (words: readonly BoundWords[]): string => words.map(({ said }) => said).join('|');

const THOUSANDS = String.raw` ?(?:k|thousand)\b`;
/** No ZIP code that begins with 0. */
const DIGITS = String.raw`[1-9](?:\d{0,2}(?:,\d{3})+|\d*)(?:\.\d+)?`;
const DOLLARS = String.raw`(?: (?:dollars|usd)\b)?`;
const SIGN = String.raw`(?:\$|\busd(?![a-z])) ?`;
const NUMBER = String.raw`(?:${SIGN})?${DIGITS}(?:${THOUSANDS})?${DOLLARS}`;
/** Written so it is hardly anything but a price; 5k may be a generator. */
const MONEY = String.raw`${SIGN}${DIGITS}(?:${THOUSANDS})?|[1-9]\d{1,2}${THOUSANDS}`;
/** No ZIP code ends so, and no floorplan is as high. */
const ROUND = String.raw`[1-9]\d{1,2}000`;
const UNIT = String.raw`(?:(?:miles?|mi|lbs?|pounds?|ft|feet|foot|gvwr|watts?|btus?|gal(?:lons?)?)\b|['"])`;
const MEASURE = String.raw`(?:(?:dry |hitch )?weight|mileage|miles|length|gvwr|(?:(?:tow(?:ing)?|cargo|carrying|sleeping|tank|fuel|water) )?capacity)`;
const BEGIN = String.raw`(?<![^\s,;:(/])`;
const PRICED = 'priced?(?: at)?:?';
/** Words before a bound go with it: else they would be looked for, or taken for Oregon and Indiana. */
const START = String.raw`${BEGIN}(?:(?:or|and|in|for|${PRICED}|(?:model )?years?|&) +)*`;
const NOT = String.raw`(?:no|not|never|nothing|don['’]?t want) +`;
const FROM = '(?:between|from) +';
const TO = String.raw` *(?:\b(?:and|or|to|through|thru)\b|-|–) *`;
const END = String.raw`(?!\w|[,.]\d| *[-–] *\$?\d| *(?:(?:k|thousand)\b|${UNIT}))`;

const MILES = String.raw`mi(?:les?)?\b`;
const AWAY_FROM = String.raw` +(?:away +)?(?:of|from)\b(?: +(?:me|here)\b)?`;

const YEAR = String.raw`(?:19[5-9]\d|20[0-3]\d)`;
/** "From 2018 and 60k" is no range. */
const NO_YEAR_AND_PRICE = String.raw`(?!(?:${FROM})?${YEAR} +and +(?:${MONEY}))`;

const ANOTHER_YEAR = String.raw`(?: *(?:[,/&]|\b(?:or|and)\b))+ *${YEAR}`;
/** Of two that a word joins more is asked below. None that more is said of: "2020, 2021+" begins in 2021. */
const LISTED = String.raw`(?:${YEAR}(?:${ANOTHER_YEAR}){2,}|${YEAR} *[,/] *${YEAR})(?!${ANOTHER_YEAR}|${TO}${YEAR}| *(?:${anyOf(BEHIND)})(?!\w))`;

const BOUND = new RegExp(
  [
    `${START}(?:(?<listed>${LISTED})${END}`,
    `${NO_YEAR_AND_PRICE}(?<from>${FROM})?(?<first>${NUMBER})(?<to>${TO})(?<last>${NUMBER})${END}`,
    `(?<not>${NOT})?(?<front>${anyOf(IN_FRONT)}) *(?<in>${NUMBER})${END}`,
    String.raw`(?<at>${NUMBER}) *(?<behind>${anyOf(BEHIND)})(?!\w))`,
  ].join('|'),
  'gi',
);

/** Beside them a price does not stand alone: they make a bound of it that is not read here. */
const BOUNDING = 'than|over|under|above|below|least|most|min(?:imum)?|max(?:imum)?|from|between';
/** "10k generator", "15k BTU". */
const NO_MEASURE = String.raw`(?!1\d ?k (?:btus?|watts?|axles?|generators?)\b)`;
/** Joined to a number, or by another word than "and": the price is the end of something. */
const JOINED = String.raw`(?:\b(?:or|to|through|thru)\b|-|–) *|\d *k? *\band *`;
const aloneOf = (money: string): RegExp =>
  new RegExp(
    String.raw`(?<!${JOINED}|\b(?:${BOUNDING}|near) *)${BEGIN}(?:(?:(?<!\d *k? +)and|for|in|budget(?: of)?|${PRICED}) +)*${NO_MEASURE}(${money})${DOLLARS}${END}(?!${TO}\$? ?(?:\d|$)| *(?:${JOIN})?(?:${BOUNDING}|up|more|less)\b)`,
    'i',
  );
const ALONE = aloneOf(MONEY);
const ALONE_OR_ROUND = aloneOf(`${MONEY}|${ROUND}`);
/** Beside these a round number may be of miles or pounds. */
const OF_MEASURES =
  /\b(?:mi(?:les?)?|mileage|gvwr|weight|payload|capacity|tow(?:ing)?|lbs?|pounds?)\b/i;

const UNFINISHED = new RegExp(
  String.raw`${START}(?:(?:${NOT})?(?:${anyOf(IN_FRONT.filter(({ beginsNames }) => !beginsNames))}|between)(?: *\$? ?[\d,.]*k?)?|\$[\d,.]*|(?=\$|(?:${MONEY}|${ROUND})${TO})${NUMBER})(?:${TO}\$? ?[\d,.]*)?$`,
  'i',
);

const AMOUNT = `${DIGITS}(?:${THOUSANDS})?`;
const ONE_SIDED = `(?:${NOT})?(?:${anyOf(IN_FRONT)}) *${AMOUNT}`;
const TWO_SIDED = String.raw`${NO_YEAR_AND_PRICE}(?:${FROM})?(?!${YEAR}\b${TO}${YEAR}\b)${AMOUNT}${TO}${AMOUNT}`;
const MEASURED = new RegExp(
  [
    `${START}(?:${ONE_SIDED} *${UNIT}`,
    `${AMOUNT} *${UNIT} *(?:${anyOf(BEHIND)})(?!\\w)`,
    `within +(?:an? |about )?${AMOUNT} *${MILES}(?:${AWAY_FROM})?`,
    `${AMOUNT} *${MILES}${AWAY_FROM}`,
    String.raw`(?<!(?:\b(?:low|light|lite)|\d{5}|\d,\d{3}|\d ?k) +)${MEASURE} +(?:${TWO_SIDED}|${ONE_SIDED})(?: *${UNIT})?(?!\w))`,
  ].join('|'),
  'gi',
);

/**
 * Model years and prices that a text names as bounds, and what is left of it. Of two of a kind on one side the first
 * is meant; a price that stands alone is the most that is to be paid.
 * @param newest the newest model year that the filter has; one that is newer stays in the text, which has it as a word
 * @param guesses whether a number in thousands that stands alone is a price
 */
export function boundsApart(text: string, newest: number, guesses = true): BoundsApart {
  const measured = text.match(MEASURED) ?? [];
  const priceAlone = OF_MEASURES.test(text) ? ALONE : ALONE_OR_ROUND;
  const unmeasured = text.replaceAll(MEASURED, ' ');
  const { bounds, said, rest, past, isGuess } = readBounds(unmeasured, newest, priceAlone, guesses);
  const words = rest.trim();
  const [unfinished = ''] = UNFINISHED.exec(words) ?? [];
  const named = {
    bounds,
    ...(said.length > 0 && { said: spaced(said.join(' ')) }),
    ...(isGuess && { isGuess }),
  };
  const leftOut = [...measured, ...past, unfinished].map((said) => said.trim()).filter(Boolean);
  if (leftOut.length === 0) return { ...named, rest };
  const kept = words.slice(0, words.length - unfinished.length);
  // A name may begin with what is being typed.
  const isAll = kept === '' && leftOut[0] === unfinished.trim() && Object.keys(bounds).length === 0;
  return isAll ? { bounds, rest: text } : { ...named, rest: kept, leftOut: leftOut.join(' ') };
}

interface Read {
  bounds: NamedBounds;
  /** The words of each. */
  said: string[];
  rest: string;
  /** What bounds nothing that the filters can bound. */
  past: string[];
  isGuess?: true;
}

function readBounds(text: string, newest: number, priceAlone: RegExp, guesses: boolean): Read {
  let bounds: NamedBounds = {};
  let rest = '';
  let from = 0;
  const said: string[] = [];
  const past: string[] = [];
  BOUND.lastIndex = 0;
  for (let found = BOUND.exec(text); found !== null; found = BOUND.exec(text)) {
    const named = boundsIn(found.groups ?? {});
    if (named === undefined) {
      // "over 2018 or newer": another may begin within, but not in a list of years.
      if (found.groups?.['listed'] === undefined) BOUND.lastIndex = found.index + 1;
      continue;
    }
    const { yearMin = newest } = named;
    const held = heldByFilters(named, newest);
    const lost = Object.keys(held).length > 0 ? endPast(named, found.groups ?? {}) : found[0];
    const lostAt = found[0].startsWith(lost) ? 0 : found[0].lastIndexOf(lost);
    const words = spaced(`${found[0].slice(0, lostAt)} ${found[0].slice(lostAt + lost.length)}`);
    if (words !== '') said.push(words);
    if (yearMin <= newest) past.push(lost);
    bounds = { ...held, ...bounds };
    rest += `${text.slice(from, found.index)} ${yearMin > newest ? yearMin : ''} `;
    from = BOUND.lastIndex;
  }
  rest += text.slice(from);
  const isPriced = bounds.priceMin !== undefined || bounds.priceMax !== undefined;
  const alone = isPriced ? null : priceAlone.exec(rest);
  const price = numberOf(alone?.[1] ?? '');
  const isGuess = !/\$|usd/i.test(alone?.[0] ?? '');
  if (alone === null || price === undefined || (isGuess && !guesses))
    return { bounds, said, rest, past };
  const without = rest.replace(alone[0], ' ');
  if (price.value >= PRICE_FILTER_MAX)
    return { bounds, said, rest: without, past: [...past, alone[0]] };
  return {
    bounds: { ...bounds, priceMax: price.value },
    said: [...said, alone[0]],
    rest: without,
    past,
    ...(isGuess && { isGuess }),
  };
}

/** The number of a range's end that is past the filter's, where that does not filter; empty where none is. */
function endPast(
  { yearMin = FILTER_YEAR_MIN, priceMax = 0 }: NamedBounds,
  { listed, first = '', last = '' }: Record<string, string | undefined>,
): string {
  if (priceMax >= PRICE_FILTER_MAX) return last;
  if (yearMin >= FILTER_YEAR_MIN) return '';
  if (listed !== undefined) return String(yearMin);
  return Number(first) < Number(last) ? first : last;
}

/** Without those at or past the end of a filter, where it does not filter. */
export function heldByFilters(
  { yearMin = 0, yearMax = Infinity, priceMin = 0, priceMax = Infinity }: NamedBounds,
  newest: number,
): NamedBounds {
  return {
    ...(yearMin > FILTER_YEAR_MIN && yearMin <= newest && { yearMin }),
    ...(yearMax >= FILTER_YEAR_MIN && yearMax < newest && { yearMax }),
    ...(priceMin > 0 && priceMin <= PRICE_FILTER_MAX && { priceMin }),
    ...(priceMax < PRICE_FILTER_MAX && { priceMax }),
  };
}

function boundsIn(said: Record<string, string | undefined>): NamedBounds | undefined {
  const { listed, first, last, from, to = '', front, behind } = said;
  if (listed !== undefined) return yearsListed(listed);
  if (first !== undefined && last !== undefined)
    return boundsBetween(first, last, { isSaid: from !== undefined, joinedBy: to });
  const words = front === undefined ? wordsOf(BEHIND, behind ?? '') : wordsOf(IN_FRONT, front);
  return words && boundAt(said['in'] ?? said['at'] ?? '', words, said['not'] !== undefined);
}

/** Those that are missing between are not meant: only such as follow each other are a range. */
function yearsListed(text: string): NamedBounds | undefined {
  const years = new Set((text.match(/\d{4}/g) ?? []).map(Number));
  const [yearMin, yearMax] = [Math.min(...years), Math.max(...years)];
  return yearMax - yearMin === years.size - 1 ? { yearMin, yearMax } : undefined;
}

const wordsOf = (words: readonly BoundWords[], text: string): BoundWords | undefined =>
  words.find(({ said }) => new RegExp(`^(?:${said})$`, 'i').test(text));

function boundAt(
  text: string,
  { side, of, isStrict = false, isMark = false }: BoundWords,
  isNot: boolean,
): NamedBounds | undefined {
  const number = numberOf(text);
  if (number === undefined || (of !== undefined && of !== number.kind)) return undefined;
  if (isMark && number.kind === 'price' && !isPriceAlone(text, number.value)) return undefined;
  const { kind, value } = number;
  // "no newer than 2018" and "not before 2018" are with 2018.
  if (isNot) return { [`${kind}${side === 'Min' ? 'Max' : 'Min'}`]: value };
  const step = kind === 'year' && isStrict ? 1 : 0;
  return { [`${kind}${side}`]: side === 'Min' ? value + step : value - step };
}

function boundsBetween(
  first: string,
  last: string,
  { isSaid, joinedBy }: { isSaid: boolean; joinedBy: string },
): NamedBounds | undefined {
  // In "between 40 and 60k" both are thousands, as in "40k to 60"; in "$40,000 to 60k" the first is whole.
  const areThousands = [first, last].some((text) => IN_THOUSANDS.test(text));
  const [low, high] = [first, last].map((text) =>
    numberOf(text, IN_THOUSANDS.test(text) || (areThousands && dollarsOf(text) < 1_000)),
  );
  if (low === undefined || high === undefined || low.kind !== high.kind) return undefined;
  const [least = 0, most = 0] = [low.value, high.value].toSorted((a, b) => a - b);
  // "2018 or 2022" is no range.
  if (/or/i.test(joinedBy) && (low.kind === 'price' || most - least > 1)) return undefined;
  if (low.kind === 'year') return { yearMin: least, yearMax: most };
  const isPrice =
    isSaid ||
    areThousands ||
    (/\bt/i.test(joinedBy) && endAsPrices(least, most)) ||
    isPriceAlone(first, low.value) ||
    (!/and/i.test(joinedBy) && isPriceAlone(last, high.value));
  // "40k-6" is being typed, 75201-1234 a ZIP code.
  return isPrice && least === low.value ? { priceMin: least, priceMax: most } : undefined;
}

/** Whether it is a price where no word says so: a smaller bare number may be a floorplan. */
const isPriceAlone = (text: string, value: number): boolean =>
  /[$,]|usd|k|thousand/i.test(text) || value >= LEAST_ALONE;

const IN_THOUSANDS = new RegExp(`${THOUSANDS}${DOLLARS}$`, 'i');
const IS_YEAR = new RegExp(`^${YEAR}$`);
/** What a bare number is at least to be a price, and no length. */
const LEAST_BARE = 3_000;
/** Where no word says that it is a price, nor another number beside it: less may be a floorplan. */
const LEAST_ALONE = 10_000;
/** The last two digits of prices. */
const ENDS: ReadonlySet<number> = new Set([0, 50, 95, 99]);
/** No floorplan is as high; below it two that end in 00 are prices still. */
const PAST_FLOORPLANS = 5_000;
/** Of two that "to" joins: floorplans end as they like, as in 3120 to 3855. */
const endAsPrices = (least: number, most: number): boolean =>
  [least, most].every(
    (value) => value % 100 === 0 || (most >= PAST_FLOORPLANS && ENDS.has(value % 100)),
  );
/** With a dollar sign: what is less is being typed. */
const LEAST_DOLLARS = 300;

/** A year as it is, a price in dollars; undefined for what is neither. */
function numberOf(
  text: string,
  isThousands = IN_THOUSANDS.test(text),
): { kind: Kind; value: number } | undefined {
  if (!isThousands && IS_YEAR.test(text)) return { kind: 'year', value: Number(text) };
  const value = Math.round(isThousands ? dollarsOf(text) * 1_000 : dollarsOf(text));
  const least = /\$|usd/i.test(text) ? LEAST_DOLLARS : LEAST_BARE;
  return isThousands || value >= least ? { kind: 'price', value } : undefined;
}

const dollarsOf = (text: string): number => Number(text.replaceAll(/[^\d.]/g, ''));

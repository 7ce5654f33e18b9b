import { PRICE_FILTER_MAX } from '#schemas/constants.ts';

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
  /** Bounds of lengths, weights and miles, which no filter has, and one at the end that is being typed. */
  leftOut?: string;
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
}

const IN_FRONT: readonly BoundWords[] = [
  { said: 'under|below|less than|cheaper than', side: 'Max', of: 'price' },
  { said: 'over|above|more than', side: 'Min', of: 'price' },
  { said: 'older than|before', side: 'Max', of: 'year', isStrict: true },
  { said: 'newer than|after', side: 'Min', of: 'year', isStrict: true },
  { said: 'up to|at most|max(?:imum)?(?: of)?|<=', side: 'Max' },
  { said: 'from|since|starting at|at least|min(?:imum)?(?: of)?|>=', side: 'Min' },
  { said: '<', side: 'Max', isStrict: true },
  { said: '>', side: 'Min', isStrict: true },
];

/** "2018 and under 60k" is a year and a bound in front of a price. */
const BEFORE_NO_NUMBER = String.raw`(?! *\$? ?\d)`;

const BEHIND: readonly BoundWords[] = [
  { said: 'or less|or cheaper|max(?:imum)?|tops', side: 'Max', of: 'price' },
  { said: 'or more', side: 'Min', of: 'price' },
  { said: '(?:or|and) (?:older|earlier)', side: 'Max', of: 'year' },
  { said: '(?:or|and) (?:newer|later)', side: 'Min', of: 'year' },
  { said: `(?:or|and) (?:under|below)${BEFORE_NO_NUMBER}`, side: 'Max' },
  { said: `(?:or|and) (?:over|above)${BEFORE_NO_NUMBER}`, side: 'Min' },
  { said: String.raw`(?:or|and) up(?! to\b)|(?:to|-) *(?:present|now|today)|\+`, side: 'Min' },
];

const anyOf = (words: readonly BoundWords[]): string => words.map(({ said }) => said).join('|');

const THOUSANDS = String.raw` ?(?:k|thousand)\b`;
/** No ZIP code that begins with 0. */
const DIGITS = String.raw`[1-9](?:\d{0,2}(?:,\d{3})+|\d*)(?:\.\d+)?`;
const NUMBER = String.raw`(?:\$ ?)?${DIGITS}(?:${THOUSANDS})?(?: dollars\b)?`;
/** Of which nothing but a price is written so; 5k may be a generator. */
const MONEY = String.raw`\$ ?${DIGITS}(?:${THOUSANDS})?|\d{2,3}${THOUSANDS}`;
const UNIT = String.raw`(?:(?:miles?|mi|lbs?|pounds?|ft|feet|foot)\b|['"])`;
const BEGIN = String.raw`(?<![^\s,;:(/])`;
/** Words before a bound go with it: else they would be looked for, or taken for Oregon and Indiana. */
const START = String.raw`${BEGIN}(?:(?:or|and|in|for|priced?|(?:model )?years?) +)*`;
const NOT = '(?:no|not) +';
const FROM = '(?:between|from) +';
const TO = ' *(?:and|to|through|-|–) *';
const END = String.raw`(?!\w|[,.]\d| *[-–] *\$?\d| *(?:k|thousand|${UNIT}))`;

const BOUND = new RegExp(
  [
    `${START}(?:(?<from>${FROM})?(?<first>${NUMBER})${TO}(?<last>${NUMBER})${END}`,
    `(?<not>${NOT})?(?<front>${anyOf(IN_FRONT)}) *(?<in>${NUMBER})${END}`,
    String.raw`(?<at>${NUMBER}) *(?<behind>${anyOf(BEHIND)})(?!\w))`,
  ].join('|'),
  'gi',
);

const ALONE = new RegExp(
  String.raw`(?<!${TO})${BEGIN}(?:(?:for|budget(?: of)?|priced?) +)*(${MONEY})(?: dollars\b)?${END}(?!${TO}(?:\$?\d|$))`,
  'i',
);

const UNFINISHED = new RegExp(
  String.raw`${START}(?:(?:${NOT})?(?:${anyOf(IN_FRONT)}|between)(?: *\$? ?[\d,.]*k?)?|\$[\d,.]*|(?=${MONEY}${TO})${NUMBER})(?:${TO}\$?[\d,.]*)?$`,
  'i',
);

const MEASURED = new RegExp(
  [
    `${START}(?:(?:${NOT})?(?:${anyOf(IN_FRONT)}) *${DIGITS}(?:${THOUSANDS})? *${UNIT}`,
    `${DIGITS}(?:${THOUSANDS})? *${UNIT} *(?:${anyOf(BEHIND)})(?!\\w))`,
  ].join('|'),
  'gi',
);

/**
 * Model years and prices that a text names as bounds, and what is left of it. Of two of a kind on one side the first
 * is meant; a price that stands alone is the most that is to be paid; what is past the end of a filter is no bound.
 */
export function boundsApart(text: string): BoundsApart {
  const measured = text.match(MEASURED) ?? [];
  const { bounds, rest } = readBounds(text.replaceAll(MEASURED, ' '));
  const words = rest.trim();
  const [unfinished = ''] = UNFINISHED.exec(words) ?? [];
  const leftOut = [...measured, unfinished].map((said) => said.trim()).filter(Boolean);
  if (leftOut.length === 0) return { bounds, rest };
  const kept = words.slice(0, words.length - unfinished.length);
  // A name may begin with what is being typed.
  const isAll = kept === '' && measured.length === 0 && Object.keys(bounds).length === 0;
  return isAll ? { bounds, rest: text } : { bounds, rest: kept, leftOut: leftOut.join(' ') };
}

function readBounds(text: string): { bounds: NamedBounds; rest: string } {
  let bounds: NamedBounds = {};
  let rest = '';
  let from = 0;
  BOUND.lastIndex = 0;
  for (let said = BOUND.exec(text); said !== null; said = BOUND.exec(text)) {
    const named = boundsIn(said.groups ?? {});
    if (named === undefined) {
      // "over 2018 or newer": another may begin within.
      BOUND.lastIndex = said.index + 1;
      continue;
    }
    bounds = { ...named, ...bounds };
    rest += `${text.slice(from, said.index)} `;
    from = BOUND.lastIndex;
  }
  rest += text.slice(from);
  const isPriced = bounds.priceMin !== undefined || bounds.priceMax !== undefined;
  const alone = isPriced ? null : ALONE.exec(rest);
  const price = numberOf(alone?.[1] ?? '');
  if (alone === null || price === undefined) return { bounds, rest };
  return { bounds: { ...bounds, priceMax: price.value }, rest: rest.replace(alone[0], ' ') };
}

function boundsIn(said: Record<string, string | undefined>): NamedBounds | undefined {
  const { first, last, from, front, behind } = said;
  if (first !== undefined && last !== undefined)
    return boundsBetween(first, last, from !== undefined);
  const words = front === undefined ? wordsOf(BEHIND, behind ?? '') : wordsOf(IN_FRONT, front);
  return words && boundAt(said['in'] ?? said['at'] ?? '', words, said['not'] !== undefined);
}

const wordsOf = (words: readonly BoundWords[], text: string): BoundWords | undefined =>
  words.find(({ said }) => new RegExp(`^(?:${said})$`, 'i').test(text));

function boundAt(
  text: string,
  { side, of, isStrict = false }: BoundWords,
  isNot: boolean,
): NamedBounds | undefined {
  const number = numberOf(text);
  if (number === undefined || (of !== undefined && of !== number.kind)) return undefined;
  const { kind, value } = number;
  // "no newer than 2018" and "not before 2018" are with 2018.
  if (isNot) return { [`${kind}${side === 'Min' ? 'Max' : 'Min'}`]: value };
  const step = kind === 'year' && isStrict ? 1 : 0;
  return { [`${kind}${side}`]: side === 'Min' ? value + step : value - step };
}

function boundsBetween(first: string, last: string, isSaid: boolean): NamedBounds | undefined {
  // In "between 40 and 60k" both are thousands, as in "40k to 60".
  const areThousands = [first, last].some((text) => IN_THOUSANDS.test(text));
  const low = numberOf(first, areThousands);
  const high = numberOf(last, areThousands);
  if (low === undefined || high === undefined || low.kind !== high.kind) return undefined;
  const [least, most] = [low.value, high.value].toSorted((a, b) => a - b);
  if (low.kind === 'year') return { yearMin: least, yearMax: most };
  const isPrice = isSaid || areThousands || /[$,]/.test(first) || low.value >= LEAST_ALONE;
  // "40k-6" is being typed, 75201-1234 a ZIP code.
  return isPrice && least === low.value ? { priceMin: least, priceMax: most } : undefined;
}

const IN_THOUSANDS = new RegExp(`${THOUSANDS}(?: dollars)?$`, 'i');
/** Model years that the filter has. */
const YEAR = /^20[0-3]\d$/;
/** What a bare number is at least to be a price, and no length. */
const LEAST_BARE = 3_000;
/** As the first of two, where no word says that they are prices: less may be floorplans. */
const LEAST_ALONE = 10_000;
/** With a dollar sign: what is less is being typed. */
const LEAST_DOLLARS = 300;

/** A year as it is, a price in dollars; undefined for what is neither. */
function numberOf(
  text: string,
  isThousands = IN_THOUSANDS.test(text),
): { kind: Kind; value: number } | undefined {
  if (!isThousands && YEAR.test(text)) return { kind: 'year', value: Number(text) };
  const number = Number(text.replaceAll(/[^\d.]/g, ''));
  const value = Math.round(isThousands ? number * 1_000 : number);
  const least = text.includes('$') ? LEAST_DOLLARS : LEAST_BARE;
  return (isThousands || value >= least) && value <= PRICE_FILTER_MAX
    ? { kind: 'price', value }
    : undefined;
}
